import type { ReportResult } from '#app/routes/admin/reports/report-result.ts'
import { formatCutCard } from '#app/text/reports/report-labels.ts'
import { SummaryList } from '#app/ui/summary-list.tsx'
import { DataTable, type DataTableProps } from '#app/ui/table.tsx'

type Row = ReportResult['rows'][number]
type Group = NonNullable<Row['group']>

export type ReportCardsProps = Pick<DataTableProps<Row>, 'columns' | 'rows' | 'empty'> & {
  totals: ReportResult['totals']
  /** files that contain all lines of a shortened card */
  files: { csv: string; xlsx: string }
}

/** Shows a report as cards with a heading, a table and sums. The files contain long cards completely. */
export function ReportCards({ columns, rows, empty, totals, files }: ReportCardsProps) {
  if (rows.length === 0)
    return <DataTable caption="" rowKey={getRowKey} columns={columns} rows={rows} empty={empty} />
  return (
    <>
      {groupCards(rows).map(({ group, members }) => (
        <section key={group.key} className="card report-card">
          <h2>{group.href ? <a href={group.href}>{group.label}</a> : group.label}</h2>
          {group.note ? <p className="hint">{group.note}</p> : null}
          <DataTable
            caption={group.label}
            rows={members}
            rowKey={getRowKey}
            columns={columns}
            empty={empty}
          />
          <ShortenedCardNote
            shownCount={members.length}
            totalCount={group.rows ?? members.length}
            files={files}
          />
        </section>
      ))}
      <section className="section" aria-labelledby="totais">
        <h2 id="totais">Totais</h2>
        <SummaryList rows={totals.map(({ label, value }) => ({ key: label, value }))} />
      </section>
    </>
  )
}

type ShortenedCardProps = { shownCount: number; totalCount: number; files: ReportCardsProps['files'] }

function ShortenedCardNote({ shownCount, totalCount, files }: ShortenedCardProps) {
  if (totalCount <= shownCount) return null
  return (
    <p className="hint">
      {formatCutCard(shownCount, totalCount)} <a href={files.xlsx}>Excel</a> e <a href={files.csv}>CSV</a> têm
      todas.
    </p>
  )
}

const getRowKey = ({ key }: Row) => key

function groupCards(rows: readonly Row[]) {
  const cards: { group: Group; members: Row[] }[] = []
  for (const row of rows) {
    const group = row.group ?? { key: '', label: '' }
    const lastCard = cards.at(-1)
    if (lastCard?.group.key === group.key) lastCard.members.push(row)
    else cards.push({ group, members: [row] })
  }
  return cards
}
