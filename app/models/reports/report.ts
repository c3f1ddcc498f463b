import type { DbOrTrx } from '#app/models/platform/db.server.ts'

/** The place to read from: for pages an `offset` in the units of `count`, for files the last row read. */
export type ReportPlace<Row> = { limit: number } & ({ offset: number } | { after: Row | undefined })

/** The number of rows, or of groups of rows; then `rows` is the number of rows. */
export type ReportCount = { count: number; rows?: number }

/** The source of screen, print and files. `rows` are in a unique order, so reading can resume after any. */
export type Report<Filter, Row, Totals extends ReportCount> = {
  totals(filter: Filter, reader?: DbOrTrx): Promise<Totals>
  rows(filter: Filter, place: ReportPlace<Row>, reader?: DbOrTrx): Promise<Row[]>
  /** the totals of no rows; `addRow` adds each row of a file, so that its totals match its contents */
  emptyTotals: Totals
  addRow(totals: Totals, row: Row, before: Row | undefined): Totals
}

export const rowCounter = {
  emptyTotals: { count: 0 },
  addRow: ({ count }: ReportCount) => ({ count: count + 1 }),
}

/** The number of rows read at a time; some reports compute their period again for each portion. */
const PORTION = 2_000

export async function* readPortions<Filter, Row, Totals extends ReportCount>(
  report: Report<Filter, Row, Totals>,
  filter: Filter,
  size = PORTION,
  reader?: DbOrTrx,
): AsyncGenerator<Row[]> {
  for (let after: Row | undefined; ; ) {
    const rows = await report.rows(filter, { limit: size, after }, reader)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    after = rows.at(-1)
  }
}
