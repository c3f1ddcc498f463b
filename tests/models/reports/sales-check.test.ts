import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkReportSums } from '#app/jobs/reports/check-sales.server.ts'
import * as status from '#app/models/orders/order-status.server.ts'
import { recordSales } from '#app/models/orders/sales.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { clients } from '#app/models/reports/clients.server.ts'
import { products } from '#app/models/reports/products.server.ts'
import {
  checkSales,
  correctSales,
  foldSales,
  listDifferences,
} from '#app/models/reports/sales-check.server.ts'
import {
  paidByClient,
  paidByProduct,
  salesOfClients,
  salesOfProducts,
} from '#app/models/reports/sales-sums.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makeReportData } from '#tests/factories/report-data.ts'

const noDifference = { differing: 0 }

/** The same numbers for any seed on every machine. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(state / 65_536) % sides
  }
}

const periods = [
  { start: '2025-11-20', end: '2026-11-21' },
  { start: '2026-01-01', end: '2026-12-31' },
  { start: '2024-02-01', end: '2026-10-31' },
  { start: '2026-11-21', end: '2026-11-21' },
]

/** What the reports read, and the same from the orders alone. */
async function bothWays() {
  const both = periods.map(async (period) => ({
    kept: [await salesOfClients(db, period).execute(), await salesOfProducts(db, period).execute()].map(
      sorted,
    ),
    real: [await paidByClient(db, period).execute(), await paidByProduct(db, period).execute()].map(sorted),
  }))
  return Promise.all(both)
}

function sorted(rows: readonly object[]): string[] {
  return rows
    .map((row) =>
      JSON.stringify(
        Object.entries(row).map(([key, value]) => [key, Number.isNaN(Number(value)) ? value : Number(value)]),
      ),
    )
    .toSorted()
}

test('after any changes of orders the sums equal them, whenever rows are joined', async () => {
  const titles = [
    await makePublication({ price: 100_00 }),
    await makePublication({ price: 70_50, is_signature: true }),
  ]
  const days = ['2024-02-29', '2025-11-20', '2026-01-01', '2026-11-21', '2026-11-21']
  const orders: number[] = []
  for (const [index, today] of days.entries()) {
    const wanted = Object.fromEntries(titles.slice(index % 2).map((id) => [id, 1 + (index % 3)]))
    orders.push((await makeOrder(wanted, { today })).orderId)
  }
  const roll = dice(42)
  for (let step = 1; step <= 40; step++) {
    const id = orders[roll(orders.length)] ?? 0
    const acts = [
      () => status.confirmPayment(id, byStaff, '2026-11-22'),
      () => status.confirmPayment(id, byStaff, '2026-11-22'),
      () => status.reopenOrder(id, byStaff),
      () => status.cancelOrder(id, byStaff),
    ]
    await acts[roll(acts.length)]?.()
    if (step % 10 === 0) {
      const read = await bothWays()
      expect(read.map(({ kept }) => kept)).toEqual(read.map(({ real }) => real))
      expect(await checkSales()).toMatchObject(noDifference)
      while ((await foldSales('client')) + (await foldSales('product')) > 0);
      const folded = await bothWays()
      expect(folded.map(({ kept }) => kept)).toEqual(read.map(({ real }) => real))
    }
  }
  const { count } = await db
    .selectFrom('sales_by_client')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBeLessThanOrEqual(2 * orders.length)
})

test('orders that are paid at the same moment do not wait for one another', async () => {
  const title = await makePublication({})
  const placed = await Promise.all([1, 2, 3, 4].map(() => makeOrder({ [title]: 2 })))
  const paid = placed.map(({ orderId }) => status.confirmPayment(orderId, byStaff, '2026-11-22'))
  expect(await Promise.all(paid)).toEqual(['changed', 'changed', 'changed', 'changed'])
  expect(await checkSales()).toMatchObject(noDifference)
  const filter = { start: '2026-11-01', end: '2026-11-30', name: null }
  expect(await clients.totals(filter)).toMatchObject({ count: 4, orders: 4, rows: 8 })
  expect(await products.totals(filter)).toMatchObject({ count: 1, quantity: 8 })
})

test('a transaction that is undone leaves no sum', async () => {
  const { orders } = await makeReportData()
  const undone = withTransaction(async (trx) => {
    await recordSales(
      trx,
      orders.map(({ id }) => id),
      'paid',
    )
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await checkSales()).toMatchObject(noDifference)
})

test('the night notes sums that differ and corrects none; administrators correct them once', async () => {
  await makeReportData()
  const period = { start: '2026-02-01', end: '2026-02-28' }
  const before = await products.totals({ ...period, name: null })
  await sql`update sales_by_product set value = value + 1 where period = 202602 limit 1`.execute(db)
  await sql`delete from sales_by_client where period = 2026`.execute(db)
  const { sumsDiffering } = await checkReportSums.run(new Date())
  expect(sumsDiffering).toBe(2)
  expect(await listDifferences()).toMatchObject([
    { kind: 'client', period: 2026 },
    { kind: 'product', period: 202602, differing: 1 },
  ])
  expect(await products.totals({ ...period, name: null })).not.toEqual(before)
  // Two at once: what one has added the other does not add again.
  await Promise.all([correctSales(null), correctSales(null)])
  expect(await listDifferences()).toEqual([])
  expect(await products.totals({ ...period, name: null })).toEqual(before)
  expect(await checkSales()).toMatchObject(noDifference)
})

test('a sum of a period without any order is found too', async () => {
  await makeReportData()
  await db
    .insertInto('sales_by_client')
    .values({ period: 203101, profile_id: 1, orders: 1, order_lines: 1, value: 1 })
    .execute()
  expect(await checkSales()).toMatchObject({ differing: 1 })
  await correctSales(null)
  expect(await checkSales()).toMatchObject(noDifference)
})
