import { beforeEach, expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { addBulkData } from '../../scripts/bulk-data/all.ts'
import { copyOrders } from '../../scripts/bulk-data/copies.ts'

beforeEach(async () => {
  for (const columns of [{ is_signature: true }, { is_download: true }, {}]) await makePublication(columns)
  await addBulkData(60, 20)
})

test('copies invented orders with their lines, units and shipments', async () => {
  const before = await countRows()
  await copyOrders(2)
  const tripledCounts = before.map((count) => count * 3)
  expect(before.every((count) => count > 0)).toBe(true)
  expect(await countRows()).toEqual(tripledCounts)
})

function countRows(): Promise<number[]> {
  const tables = ['orders', 'order_lines', 'subscriptions', 'shipments', 'shipment_lines'] as const
  return Promise.all(
    tables.map(async (table) => {
      const { count } = await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    }),
  )
}
