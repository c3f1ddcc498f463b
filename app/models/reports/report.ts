import type { DbOrTrx } from '#app/models/platform/db.server.ts'

/** The place to read from: for pages an `offset` in the units of `count`, for files the last row read. */
export type Place<Row> = { limit: number } & ({ offset: number } | { after: Row | undefined })

/** `rows` is set if `count` counts groups of rows. */
export type Counted = { count: number; rows?: number }

/** The source of screen, print and files. `rows` are in a unique order, so reading can resume after any. */
export type Report<Filter, Row, Totals extends Counted> = {
  totals(filter: Filter, reader?: DbOrTrx): Promise<Totals>
  rows(filter: Filter, place: Place<Row>, reader?: DbOrTrx): Promise<Row[]>
  /** the totals of no rows, to which `plus` adds each row, so that a file's total matches its contents */
  none: Totals
  plus(totals: Totals, row: Row, before: Row | undefined): Totals
}

export const countedByRow = {
  none: { count: 0 },
  plus: ({ count }: Counted) => ({ count: count + 1 }),
}

/** The number of rows read at a time; some reports compute their period again for each portion. */
const PORTION = 2_000

export async function* readPortions<Filter, Row, Totals extends Counted>(
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
