import type { DbOrTrx } from '#app/models/platform/db.server.ts'

/**
 * An `offset` for pages, counting what the totals count (cards, in a report of cards), or the last row read for files,
 * where `limit` counts rows, so that no portion grows with a card.
 */
export type Place<Row> = { limit: number } & ({ offset: number } | { after: Row | undefined })

/** `rows` where `count` counts cards. */
export type Counted = { count: number; rows?: number }

/**
 * The single source for screen, print, CSV, XLSX and PDF, so that they cannot differ. `rows` has a total order and
 * resumes after a given row whatever was added meanwhile. `reader` selects a connection with other limits.
 */
export type Report<Filter, Row, Totals extends Counted> = {
  totals(filter: Filter, reader?: DbOrTrx): Promise<Totals>
  rows(filter: Filter, place: Place<Row>, reader?: DbOrTrx): Promise<Row[]>
  /** Totals accumulated row by row, so that a file's sum is of what it contains. */
  none: Totals
  plus(totals: Totals, row: Row, before: Row | undefined): Totals
}

export const countedByRow = {
  none: { count: 0 },
  plus: ({ count }: Counted) => ({ count: count + 1 }),
}

/** Rows per portion: some reports collect their period anew each time. */
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
