import type { ReportResult } from './report-page.tsx'
import { SummaryList } from './summary-list.tsx'
import { DataTable, type DataTableProps } from './table.tsx'

type Row = ReportResult['rows'][number]
type Group = NonNullable<Row['group']>

export type ReportCardsProps = Pick<DataTableProps<Row>, 'columns' | 'rows' | 'empty'> & {
  totals: ReportResult['totals']
}

/** A report of cards: under each heading a table of its own, the sums at the end. */
export function ReportCards({ columns, rows, empty, totals }: ReportCardsProps) {
  if (rows.length === 0) return <DataTable caption="" rowKey={keyOf} {...{ columns, rows, empty }} />
  return (
    <>
      {cardsOf(rows).map(({ group, members }) => (
        <section key={group.key} className="card report-card">
          <h2>{group.href ? <a href={group.href}>{group.label}</a> : group.label}</h2>
          {group.note ? <p className="hint">{group.note}</p> : null}
          <DataTable caption={group.label} rows={members} rowKey={keyOf} {...{ columns, empty }} />
        </section>
      ))}
      <section className="section" aria-labelledby="totais">
        <h2 id="totais">Totais</h2>
        <SummaryList rows={totals.map(({ label, value }) => ({ key: label, value }))} />
      </section>
    </>
  )
}

const keyOf = ({ key }: Row) => key

function cardsOf(rows: readonly Row[]) {
  const cards: { group: Group; members: Row[] }[] = []
  for (const row of rows) {
    const group = row.group ?? { key: '', label: '' }
    const last = cards.at(-1)
    if (last?.group.key === group.key) last.members.push(row)
    else cards.push({ group, members: [row] })
  }
  return cards
}
