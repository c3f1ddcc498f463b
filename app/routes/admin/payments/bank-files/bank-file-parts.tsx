import { bankFileColumns, type LineRow } from '#app/routes/admin/payments/bank-files/bank-file-columns.tsx'
import { columnNames } from '#app/text/reports/column-names.ts'
import { listPageColumns } from '#app/ui/backoffice/list-columns.ts'
import type { Tone } from '#app/ui/notice.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { SummaryList, type SummaryRow } from '#app/ui/summary-list.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export function BankFileDetails({ rows }: { rows: readonly SummaryRow[] }) {
  return <SummaryList rows={rows} />
}

type OutcomeSum = { code: number; text: string; tone: Tone; count: number; paidText: string }
type OutcomeSumsProps = {
  sums: readonly OutcomeSum[]
  /** code of the outcome whose records the page shows; undefined if the page shows all records */
  outcome: number | undefined
  hrefFor: (query: { outcome?: number }) => string
}

/** Shows the number of records of each outcome, with a link that lists the records. */
export function BankFileSums({ sums, outcome, hrefFor }: OutcomeSumsProps) {
  const columns: Column<OutcomeSum>[] = [
    {
      key: 'text',
      label: 'Resultado',
      rowHeader: true,
      render: ({ text, tone }) => <StatusTag tone={tone}>{text}</StatusTag>,
    },
    { key: 'count', label: 'Linhas', align: 'num', render: (row) => row.count },
    { key: 'paid', label: columnNames.paidValue, align: 'num', render: (row) => row.paidText || '–' },
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

/** Lists the records of a return file with their orders. */
export function BankFileLines({ rows }: { rows: readonly LineRow[] }) {
  return (
    <DataTable
      caption="Linhas do retorno; as que precisam de uma pessoa vêm primeiro"
      columns={listPageColumns(bankFileColumns)}
      rows={rows}
      rowKey={(row) => row.id}
      empty={{ text: 'Nenhuma linha.' }}
    />
  )
}
