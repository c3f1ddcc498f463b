import type { RemittanceFault } from '#app/domain/payments/remittance-agreement.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { paths } from '#app/paths.ts'
import { formatBoletos, formatRemittanceFaults, instructionLabels } from '#app/text/payments/boleto-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { StaffSearchBar } from '#app/ui/backoffice/staff-search-bar.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Money } from '#app/ui/money.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type Row = {
  id: number
  orderId: number
  ourNumber: string
  payer: string
  instruction: string
  dueDate: CivilDate
  value: number
  faults: readonly RemittanceFault[]
}

type Props = {
  /** the oldest boletos */
  rows: readonly Row[]
  /** number of all boletos */
  count: number
}

/** Searches the waiting boletos on the page. A remittance file contains all boletos, not only the boletos found. */
export function BoletoSearch({
  search,
  count,
  listHref,
}: {
  search: string
  count: number
  listHref: string
}) {
  return (
    <>
      <StaffSearchBar
        label="Nosso número, pedido, NF-e ou pagador"
        defaultValue={search}
        action={listHref}
        aside={<p className="hint">{formatBoletos(count)}</p>}
      />
      {search !== '' && count === 0 ? <EmptyState text={specTexts.noResults} clearHref={listHref} /> : null}
    </>
  )
}

export function WaitingBoletos({ rows, count }: Props) {
  if (rows.length === 0) return null
  return (
    <>
      <DataTable
        caption="Boletos que vão na próxima remessa"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        empty={{ text: 'Nenhum boleto' }}
      />
      <OmittedCount shownCount={rows.length} count={count} />
    </>
  )
}

/** Lists boletos that the bank would reject, with reasons. `action` records write-offs made at the bank. */
export function FaultyBoletos({ rows, count, action }: Props & { action: string }) {
  if (rows.length === 0) return null
  const reasonColumn: Column<Row> = {
    key: 'faults',
    label: 'Motivo',
    render: ({ instruction, faults }) => formatRemittanceFaults(instruction, faults),
  }
  const writeOffColumn: Column<Row> = {
    key: 'done',
    label: 'Ações',
    align: 'actions',
    render: (row) => (needsManualWriteOff(row) ? <WriteOffButton row={row} action={action} /> : null),
  }
  return (
    <section className="section" aria-labelledby="nao-vao">
      <h2 id="nao-vao">Não podem ir</h2>
      <p>Estes boletos não podem ir como estão. Os outros não esperam por eles.</p>
      <DataTable
        caption="Boletos que não podem ir na remessa"
        columns={[...columns, reasonColumn, ...(rows.some(needsManualWriteOff) ? [writeOffColumn] : [])]}
        rows={rows}
        rowKey={(row) => row.id}
        empty={{ text: 'Nenhum boleto' }}
      />
      <OmittedCount shownCount={rows.length} count={count} />
    </section>
  )
}

function needsManualWriteOff({ instruction, faults }: Row): boolean {
  return instruction === 'write-off' && faults.includes('other-agreement')
}

function WriteOffButton({ row, action }: { row: Row; action: string }) {
  return (
    <PostForm action={action} data-once="">
      <Button name="written_off" value={row.id}>
        Já dei a baixa<span className="visually-hidden">{` do boleto ${row.ourNumber}`}</span>
      </Button>
    </PostForm>
  )
}

function OmittedCount({ shownCount, count }: { shownCount: number; count: number }) {
  return count > shownCount ? <p className="hint">{`E mais ${count - shownCount}, mais novos.`}</p> : null
}

const columns: Column<Row>[] = [
  { key: 'number', label: 'Nosso número', align: 'code', rowHeader: true, render: (row) => row.ourNumber },
  {
    key: 'order',
    label: 'Pedido',
    align: 'code',
    render: ({ orderId }) => <a href={paths.admin.order(orderId)}>{`nº ${orderId}`}</a>,
  },
  { key: 'payer', label: 'Pagador', render: (row) => row.payer },
  {
    key: 'instruction',
    label: 'Instrução',
    render: ({ instruction }) =>
      instruction === 'write-off' ? instructionLabels['write-off'] : instructionLabels.register,
  },
  { key: 'due', label: 'Vencimento', align: 'code', render: ({ dueDate }) => formatDate(dueDate) },
  { key: 'value', label: 'Valor', align: 'num', render: ({ value }) => <Money centavos={value} /> },
]
