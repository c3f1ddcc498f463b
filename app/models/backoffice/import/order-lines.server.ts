import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

export type ImportedLineRow = Awaited<ReturnType<typeof listLines>>[number]

/** Returns the lines of orders with these numbers in the old system, in the sequence of their creation. */
export async function listLines(legacyOrderIds: readonly number[], reader: DbOrTrx = db) {
  return reader
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .innerJoin('publications', 'publications.id', 'order_lines.publication_id')
    .leftJoin('subscriptions', 'subscriptions.order_line_id', 'order_lines.id')
    .select(['order_lines.id', 'order_lines.legacy_id as legacyId', 'orders.legacy_id as order', 'photo'])
    .select(['publications.legacy_id as publication', 'airplane_registration as registration'])
    .select('airplane_serial_number as serialNumber')
    .select(['order_lines.publication_id', 'orders.profile_id', 'paid_on', 'orders.date', 'profiles.user_id'])
    .select((eb) => [
      eb('subscriptions.id', 'is not', null).as('isTaken'),
      eb('renews_subscription_id', 'is not', null).as('isRenewal'),
    ])
    .where('orders.legacy_id', 'in', nonEmptyIds(new Set(legacyOrderIds)))
    .orderBy('order_lines.id')
    .execute()
}

export function groupLinesByOrder<Line extends { order: number | null }>(
  rows: readonly Line[],
): Map<number, Line[]> {
  const linesByOrder = new Map<number, Line[]>()
  for (const row of rows) {
    const legacyOrderId = row.order ?? 0
    const earlierLines = linesByOrder.get(legacyOrderId) ?? []
    linesByOrder.set(legacyOrderId, [...earlierLines, row])
  }
  return linesByOrder
}

/** Returns the row of the record's line at `index`, by the line's old number or else by its position. */
export function findLineAt<Line extends { legacyId: number | null }>(
  rows: readonly Line[],
  recordLines: readonly { id?: number | null | undefined }[],
  index: number,
): Line | undefined {
  const lineNumber = recordLines[index]?.id ?? null
  if (lineNumber !== null) return rows.find(({ legacyId }) => legacyId === lineNumber)
  const earlierLines = recordLines.slice(0, index)
  const position = earlierLines.filter((line) => (line.id ?? null) === null).length
  const rowsWithoutNumber = rows.filter(({ legacyId }) => legacyId === null)
  return rowsWithoutNumber[position]
}
