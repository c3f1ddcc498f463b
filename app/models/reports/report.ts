import type { DbOrTrx } from '#app/models/platform/db.server.ts'

/**
 * Where to go on: on a page of the screen, or after the last row that was read for a file. With an `offset` both count
 * what the totals count, which in a report of cards are cards; for a file `limit` is always of rows, so that no portion
 * grows with a card.
 */
export type Place<Row> = { limit: number } & ({ offset: number } | { after: Row | undefined })

/** `rows`: how many rows there are in all where `count` counts cards. */
export type Counted = { count: number; rows?: number }

/**
 * The numbers of a report. Screen, print, CSV, XLSX and PDF all read them here, so that they cannot differ. `rows` has
 * one order, in which no two rows are equal, and finds `after` again by it, whatever was added meanwhile. They are read by
 * the shop's own connections, or by those of `reader`, which may be given more time.
 */
export type Report<Filter, Row, Totals extends Counted> = {
  /** How many rows (or cards) there are, and what is summed up under them. */
  totals(filter: Filter, reader?: DbOrTrx): Promise<Totals>
  rows(filter: Filter, place: Place<Row>, reader?: DbOrTrx): Promise<Row[]>
  /** The same totals row by row in their order, from `none` on: under a file stands the sum of what is in it. */
  none: Totals
  plus(totals: Totals, row: Row, before: Row | undefined): Totals
}

/** For a report that only counts its rows. */
export const countedByRow = {
  none: { count: 0 },
  plus: ({ count }: Counted) => ({ count: count + 1 }),
}

/** Rows read at once for a file: some reports gather their period anew for each portion. */
const PORTION = 2_000

/** Every row of a report in portions, never the whole in memory. */
export async function* portionsOf<Filter, Row, Totals extends Counted>(
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
