import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { getCurrentPeriod } from '#app/domain/platform/schedule.ts'
import { waitFor } from '../support/shop.ts'
import { type FaultHarness, startHarness, workerWithoutPdf } from './fault-harness.ts'
import { expectInvariants } from './invariants.ts'
import { sampleCases } from './rows/selection.ts'
import { buyPublication } from './support/buyer.ts'

let harness: FaultHarness
const placedOrderIds: number[] = []
const HOUR_MS = 3_600_000
const preload = pathToFileURL(join(import.meta.dirname, '../support/shifted-clock.mjs')).href

beforeAll(async () => {
  harness = await startHarness()
})

afterAll(() => harness.end())

/** Returns the environment of a process whose clock is ahead by this time. */
function makeShiftedEnvironment(shiftMs: number) {
  return { NODE_OPTIONS: `--import=${preload}`, CLOCK_SHIFT_MS: String(shiftMs) }
}

/** Returns the environment of a process whose clock shows this time of São Paulo. */
function makeEnvironmentAt(time: string) {
  return makeShiftedEnvironment(new Date(`${time}-03:00`).getTime() - Date.now())
}

const clockShifts = [
  ['behind', -HOUR_MS],
  ['ahead', HOUR_MS],
] as const

test.each(sampleCases(clockShifts, 1))(
  'an order has one boleto and one mail though the clock of one of two workers is an hour %s (row 22)',
  async (_direction, shiftMs) => {
    const shop = await harness.startWeb()
    const workers = await Promise.all([
      harness.startWorker(makeShiftedEnvironment(shiftMs)),
      harness.startWorker(),
    ])
    // Each mail takes longer than the lease of its job.
    harness.mail.delay(2.5 * Number(harness.environment.LEASE_MS))
    const orders = await Promise.all(Array.from({ length: 4 }, () => buyPublication(shop.url)))
    placedOrderIds.push(...orders.map(({ orderId }) => orderId))
    await expectInvariants(harness, placedOrderIds)
    harness.mail.delay(0)
    for (const each of [shop, ...workers]) expect(await each.stop()).toBe(0)
  },
)

/** Situation, time of the web process, time of the worker, and the due date three business days later. */
const evenings = [
  ['on the last evening of February', '2026-02-28T23:30:00', '2026-02-28T23:30:00', '2026-03-04'],
  ['before midnight, with the boleto after it', '2026-01-31T23:50:00', '2026-02-01T00:10:00', '2026-02-04'],
  ['on the last evening of January', '2026-01-31T23:30:00', '2026-01-31T23:30:00', '2026-02-04'],
  [
    'by a web process an hour ahead of the worker',
    '2026-02-01T00:30:00',
    '2026-01-31T23:30:00',
    '2026-02-04',
  ],
] as const

test.each(sampleCases(evenings, 2))(
  'an order %s has the dates of São Paulo (row 22)',
  async (_when, webTime, workerTime, due) => {
    const shop = await harness.startWeb(makeEnvironmentAt(webTime))
    const worker = await harness.startWorker(makeEnvironmentAt(workerTime))
    const { orderId } = await buyPublication(shop.url)
    placedOrderIds.push(orderId)
    await expectInvariants(harness, placedOrderIds)
    const row = await harness.db
      .selectFrom('orders')
      .innerJoin('boletos', 'boletos.current_of', 'orders.id')
      .select(['date', 'document_date', 'due_date'])
      .where('orders.id', '=', orderId)
      .executeTakeFirst()
    const [date, document_date] = [webTime.slice(0, 10), workerTime.slice(0, 10)]
    expect(row).toEqual({ date, document_date, due_date: due })
    // The next process has a later clock, so it must not expire this boleto or delete finished rows.
    await harness.db.updateTable('boletos').set({ due_date: '2099-12-31' }).execute()
    await harness.db.updateTable('outbox').set({ done_at: new Date() }).execute()
    for (const each of [shop, worker]) expect(await each.stop()).toBe(0)
  },
)

test('a boleto of a worker with a clock one day ahead has the date of the database (row 22)', async () => {
  const shop = await harness.startWeb()
  const worker = await harness.startWorker(makeShiftedEnvironment(25 * HOUR_MS))
  const before = toCivilDate(new Date())
  const { orderId } = await buyPublication(shop.url)
  placedOrderIds.push(orderId)
  await expectInvariants(harness, placedOrderIds)
  const { document_date } = await harness.db
    .selectFrom('boletos')
    .select('document_date')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect([before, toCivilDate(new Date())]).toContain(document_date)
  for (const each of [shop, worker]) expect(await each.stop()).toBe(0)
})

test('a worker with a clock one day ahead runs no job of the next day', async () => {
  await harness.db.deleteFrom('schedule_runs').execute()
  const due = toCivilDate(new Date())
  // No subscription is expired (status 4), and only the run of the next day may expire one.
  await harness.db.updateTable('subscriptions').set({ due, status: 2, suspended_at: null }).execute()
  const getPeriod = () => getCurrentPeriod({ every: 'day', at: '00:05' }, new Date())
  const before = getPeriod()
  await harness.startWorker({
    ...workerWithoutPdf,
    ...makeShiftedEnvironment(25 * HOUR_MS),
    SCHEDULE_INTERVAL_MS: '200',
  })
  const runs = await waitFor('the night to be over', async () => {
    const runs = harness.db.selectFrom('schedule_runs').where('name', '=', 'expire-subscriptions')
    const rows = await runs.select(['period', 'finished_at']).execute()
    return rows.length > 0 && rows.every((row) => row.finished_at !== null) && rows
  })
  for (const { period } of runs) expect([before, getPeriod()]).toContain(period)
  const expired = await harness.db.selectFrom('subscriptions').select('id').where('status', '=', 4).execute()
  expect(expired).toEqual([])
})
