import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import type { RetiredWhy, SlipState as State } from '#app/domain/charges/slip-state.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { IssuerName } from '#app/domain/settings/issuer.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { issuerWords } from '#app/text/settings/issuer-words.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Money } from '#app/ui/money.tsx'
import { SlipState } from '#app/ui/slip-state.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type Slip = {
  id: number
  issuer: IssuerName
  bank: string
  ourNumber: string
  dueDate: CivilDate
  value: number
  state: State
  retiredWhy: RetiredWhy | null
  rejection: string | null
  format: CnabFormat
  isOverdue: boolean
  /** where its PDF is */
  file: string | null
  /** where it is registered again */
  registration: string | null
}

/** Every slip of an order, the newest first, with what staff can do about it. */
export function StaffSlips({ slips, renewal }: { slips: readonly Slip[]; renewal: string | null }) {
  return (
    <section aria-labelledby="boletos" className="section">
      <h2 id="boletos">Boletos</h2>
      <DataTable
        caption="Boletos do pedido, do mais novo ao mais antigo"
        columns={columns}
        rows={slips}
        rowKey={(slip) => slip.id}
        empty={{ text: 'Ainda não foi gerado' }}
      />
      {renewal ? (
        <p className="actions">
          <LinkButton href={renewal}>Novo vencimento</LinkButton>
        </p>
      ) : null}
    </section>
  )
}

const columns: Column<Slip>[] = [
  { key: 'number', label: 'Nosso número', align: 'code', rowHeader: true, render: (slip) => slip.ourNumber },
  { key: 'issuer', label: 'Emissor', render: ({ issuer }) => issuerWords[issuer] },
  { key: 'due', label: 'Vencimento', align: 'code', render: ({ dueDate }) => formatDate(dueDate) },
  { key: 'value', label: 'Valor', align: 'num', render: ({ value }) => <Money centavos={value} /> },
  { key: 'state', label: 'Situação', render: (slip) => <SlipState slip={slip} /> },
  { key: 'acts', label: 'Ações', align: 'actions', render: (slip) => <Acts slip={slip} /> },
]

function Acts({ slip: { ourNumber, file, registration } }: { slip: Slip }) {
  return (
    <>
      {file ? (
        <a href={file} target="_blank" rel="noopener">
          Abrir o PDF<span className="visually-hidden">{` do boleto ${ourNumber}`}</span>
        </a>
      ) : null}{' '}
      {registration ? (
        <a href={registration}>
          Registrar de novo<span className="visually-hidden">{` o boleto ${ourNumber}`}</span>
        </a>
      ) : null}
    </>
  )
}
