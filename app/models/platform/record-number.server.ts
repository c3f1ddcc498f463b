import { db } from '#app/models/platform/db.server.ts'

type Numbered = 'orders' | 'profiles' | 'shipments' | 'subscriptions'

/** Ids of the records with this number, here or in the system they moved in from: at most two. */
export async function idsOfNumber(table: Numbered, number: number): Promise<number[]> {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where((eb) => eb.or([eb('id', '=', number), eb('legacy_id', '=', number)]))
    .execute()
  return rows.map(({ id }) => id)
}
