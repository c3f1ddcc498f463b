import type { Insertable, Kysely } from 'kysely'
import { db } from '#app/models/platform/db.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

const BATCH_SIZE = 1_000

export async function insertRows<Table extends keyof Database, Row>(
  table: Table,
  rows: readonly Row[],
  toValues: (row: Row, index: number) => Insertable<Database[Table]>,
) {
  const typedDb: Kysely<Database> = db
  for (let startIndex = 0; startIndex < rows.length; startIndex += BATCH_SIZE) {
    const values = rows
      .slice(startIndex, startIndex + BATCH_SIZE)
      .map((row, index) => toValues(row, startIndex + index))
    await typedDb.insertInto(table).values(values).execute()
  }
}

export async function findNewestId(
  table: 'users' | 'profiles' | 'addresses' | 'orders' | 'order_lines' | 'subscriptions' | 'shipments',
) {
  const row = await db.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
}

export function pickValue<Value>(values: readonly Value[], index: number): Value {
  const value = values[index % values.length]
  if (value === undefined) throw new RangeError('nothing to pick from')
  return value
}
