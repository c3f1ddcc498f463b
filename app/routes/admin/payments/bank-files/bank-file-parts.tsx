import type { Tone } from '#app/ui/notice.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { SummaryList, type SummaryRow } from '#app/ui/summary-list.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

/** What is to be known of a bank's return file. */
export function BankFileFacts({ facts }: { facts: readonly SummaryRow[] }) {
  return <SummaryList rows={facts} />
}

type Sum = { code: number; text: string; tone: Tone; count: number; paid: string }
type SumsProps = {
  sums: readonly Sum[]
  /** the one whose records are shown */
  outcome: number | undefined
  hrefFor: (query: { outcome?: number }) => string
}

/** How many records come to what, each a way to see them alone. */
export function BankFileSums({ sums, outcome, hrefFor }: SumsProps) {
  const columns: Column<Sum>[] = [
    {
      key: 'text',
      label: 'Resultado',
      rowHeader: true,
      render: ({ text, tone }) => <StatusTag tone={tone}>{text}</StatusTag>,
    },
    { key: 'count', label: 'Linhas', align: 'num', render: (row) => row.count },
    { key: 'paid', label: 'Pago', align: 'num', render: (row) => row.paid || '–' },
    {
      key: 'show',
      label: 'Ver',
      align: 'actions',
      render: (row) =>
        row.code === outcome ? (
          <a href={`${hrefFor({})}#linhas`}>Ver todas</a>
        ) : (
          <a href={`${hrefFor({ outcome: row.code })}#linhas`}>
            Ver<span className="visually-hidden">{` ${row.text}`}</span>
          </a>
        ),
    },
  ]
  return (
    <DataTable
      caption="Linhas do retorno por resultado"
      columns={columns}
      rows={sums}
      rowKey={(row) => row.code}
      empty={{ text: 'O arquivo não tem linhas de títulos.' }}
    />
  )
}

type Line = {
  id: number
  line: number
  ourNumber: string
  document: string
  order: { id: number; href: string } | null
  occurrence: string
  on: string
  slip: string
  paid: string
  fee: string
  outcome: { text: string; tone: Tone } | null
  reason: string
}

/** The records of a return file, with the orders they are about. */
export function BankFileLines({ rows }: { rows: readonly Line[] }) {
  return (
    <DataTable
      caption="Linhas do retorno; as que precisam de uma pessoa vêm primeiro"
      columns={lineColumns}
      rows={rows}
      rowKey={(row) => row.id}
      empty={{ text: 'Nenhuma linha.' }}
    />
  )
}

const lineColumns: Column<Line>[] = [
  { key: 'line', label: 'Linha', align: 'code', render: (row) => row.line },
  {
    key: 'number',
    label: 'Nosso número',
    align: 'code',
    rowHeader: true,
    render: (row) => row.ourNumber || `doc. ${row.document}`,
  },
  {
    key: 'order',
    label: 'Pedido',
    align: 'code',
    render: ({ order }) => (order ? <a href={order.href}>{order.id}</a> : '–'),
  },
  { key: 'occurrence', label: 'O banco diz', render: (row) => row.occurrence },
  { key: 'on', label: 'Em', align: 'code', render: (row) => row.on || '–' },
  { key: 'slip', label: 'Boleto', align: 'num', render: (row) => row.slip || '–' },
  {
    key: 'paid',
    label: 'Pago',
    align: 'num',
    render: ({ paid, fee }) => (
      <>
        {paid || '–'}
        {fee ? <div className="hint">{`tarifa ${fee}`}</div> : null}
      </>
    ),
  },
  {
    key: 'outcome',
    label: 'Resultado',
    render: ({ outcome, reason }) => (
      <>
        {outcome ? <StatusTag tone={outcome.tone}>{outcome.text}</StatusTag> : '–'}
        {reason ? <div className="hint">{reason}</div> : null}
      </>
    ),
  },
]
