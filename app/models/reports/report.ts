import type { DbOrTrx } from '#app/models/platform/db.server.ts'

/** The place where reading begins. Pages give an `offset` in the units of `count`, files the last row read. */
export type ReportPlace<Row> = { limit: number } & ({ offset: number } | { after: Row | undefined })

/** `count` is the number of rows, or the number of groups of rows if `rows` is the number of rows. */
export type ReportCount = { count: number; rows?: number }

/** The source of screen, print and files. `rows` have a unique order, because reading must resume after any row. */
export type Report<Filter, Row, Totals extends ReportCount> = {
  totals(filter: Filter, reader?: DbOrTrx): Promise<Totals>
  rows(filter: Filter, place: ReportPlace<Row>, reader?: DbOrTrx): Promise<Row[]>
  /** totals of no rows; `addRow` adds each row of a file, because the file's totals must match its contents */
  emptyTotals: Totals
  addRow(totals: Totals, row: Row, previousRow: Row | undefined): Totals
}

export const rowCounter = {
  emptyTotals: { count: 0 },
  addRow: ({ count }: ReportCount) => ({ count: count + 1 }),
}

/** Large because some reports compute their period again for each portion. */
const ROWS_PER_PORTION = 2_000

/** Yields all rows of the report in portions of `size` rows. */
export async function* readPortions<Filter, Row, Totals extends ReportCount>(
  report: Report<Filter, Row, Totals>,
  filter: Filter,
  size = ROWS_PER_PORTION,
  reader?: DbOrTrx,
): AsyncGenerator<Row[]> {
  for (let lastRow: Row | undefined; ; ) {
    const rows = await report.rows(filter, { limit: size, after: lastRow }, reader)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    lastRow = rows.at(-1)
  }
}
