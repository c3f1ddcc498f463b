import { sql } from 'kysely'
import { db } from '#app/models/platform/db.server.ts'

/** What has come, to compare with the source; sums in centavos. */
export async function importedTotals() {
  const [orders, units, shipments, publications, profiles] = await Promise.all([
    db
      .selectFrom('orders')
      .select('status')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .select(sql<string>`sum(total)`.as('sum'))
      .where('legacy_id', 'is not', null)
      .groupBy('status')
      .orderBy('status')
      .execute(),
    byStatus('subscriptions'),
    byStatus('shipments'),
    countOf('publications'),
    countOf('profiles'),
  ])
  return {
    publications,
    profiles,
    orders: orders.map(({ status, count, sum }) => ({ status, count, sum: Number(sum) })),
    signatures: units,
    expeditions: shipments,
  }
}

async function byStatus(table: 'subscriptions' | 'shipments') {
  return db
    .selectFrom(table)
    .select('status')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('legacy_id', 'is not', null)
    .groupBy('status')
    .orderBy('status')
    .execute()
}

async function countOf(table: 'publications' | 'profiles'): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('legacy_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}
