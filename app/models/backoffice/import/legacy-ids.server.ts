import { sql } from 'kysely'
import { type DbOrTrx, db, type Trx } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

const RECORDS_AT_ONCE = 2_000

/** Tables that store each row's number in the old system. */
export type LegacyTable =
  | 'publications'
  | 'profiles'
  | 'orders'
  | 'order_lines'
  | 'subscriptions'
  | 'shipments'

/** The highest old number per table. A row whose old number is taken gets a higher number. */
export type HighestNumbers = Readonly<Record<LegacyTable, number>>

/** Returns the rows' ids by their numbers in the old system. Omits rows that are not imported yet. */
export async function findByLegacyIds(
  table: LegacyTable,
  legacyIds: readonly number[],
  reader: DbOrTrx = db,
): Promise<Map<number, number>> {
  if (legacyIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom(table)
    .select(['id', 'legacy_id'])
    .where('legacy_id', 'in', [...new Set(legacyIds)])
    .execute()
  return new Map(rows.flatMap(({ id, legacy_id }) => (legacy_id === null ? [] : [[legacy_id, id]])))
}

/** Returns the id for an insert. If it returns an empty object, the database chooses the id. */
export type NumberPicker = (legacyId: number | null) => { id?: number }

/** Returns a function that picks ids for inserts: the old number if it is free, else a number above all. */
export async function createNumberPicker(
  trx: Trx,
  table: LegacyTable,
  legacyIds: readonly number[],
  highestNumbers: HighestNumbers,
): Promise<NumberPicker> {
  const takenIds = await trx
    .selectFrom(table)
    .select('id')
    .where('id', 'in', nonEmptyIds(legacyIds))
    .execute()
  const usedIds = new Set(takenIds.map(({ id }) => id))
  const { last } = await trx
    .selectFrom(table)
    .select((eb) => eb.fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow()
  const highestOldNumber = highestNumbers[table]
  let isPastHighest = (last ?? 0) > highestOldNumber
  return (legacyId) => {
    if (legacyId !== null && !usedIds.has(legacyId)) {
      usedIds.add(legacyId)
      return { id: legacyId }
    }
    if (isPastHighest || highestOldNumber === 0) return {}
    // Only the first such row needs an explicit id. The database then continues above this id.
    isPastHighest = true
    return { id: highestOldNumber + 1 }
  }
}

/** Returns the highest old number of each kind of record in the import. */
export async function findHighestNumbers(importId: number): Promise<HighestNumbers> {
  const rows = await db
    .selectFrom('import_records')
    .select('kind')
    .select((eb) => eb.fn.max<number | null>('legacy_id').as('last'))
    .where('import_id', '=', importId)
    .groupBy('kind')
    .execute()
  const findHighest = (kind: string) => rows.find((row) => row.kind === kind)?.last ?? 0
  return {
    publications: findHighest('publications'),
    profiles: findHighest('profiles'),
    orders: findHighest('orders'),
    order_lines: await findHighestLine(importId),
    subscriptions: findHighest('signatures'),
    shipments: findHighest('expeditions'),
  }
}

/** Returns the highest line number in the JSON bodies of the staged orders. */
async function findHighestLine(importId: number): Promise<number> {
  let highest = 0
  for (let lastRecordId = 0; ; ) {
    const { rows } = await sql<{ record_id: number | null; line_id: number | null }>`
      select max(staged.id) as record_id, max(line.id) as line_id
      from (select id, body from import_records where import_id = ${importId} and kind = 'orders' and id > ${lastRecordId}
        order by id limit ${RECORDS_AT_ONCE}) as staged
      left join json_table(staged.body, '$.publications[*]' columns (
        id int unsigned path '$.id' null on empty null on error)) as line on true`.execute(db)
    const [batch] = rows
    if (!batch?.record_id) return highest
    highest = Math.max(highest, Number(batch.line_id ?? 0))
    lastRecordId = Number(batch.record_id)
  }
}
