import { db } from '#app/models/platform/db.server.ts'

type NumberedTable = 'orders' | 'profiles' | 'shipments' | 'subscriptions'

/** Returns the ids of records with this number in the shop or in the imported system. There are at most two. */
export async function listIdsByNumber(table: NumberedTable, number: number): Promise<number[]> {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where((eb) => eb.or([eb('id', '=', number), eb('legacy_id', '=', number)]))
    .execute()
  return rows.map(({ id }) => id)
}
