import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startDatabaseProxy } from '#tests/support/fakes/tcp-proxy.ts'
import { type ShopProcess, waitFor } from '../support/shop.ts'
import { type FaultHarness, startHarness } from './fault-harness.ts'
import { expectInvariants } from './invariants.ts'
import { sampleCases } from './rows/selection.ts'
import { buyPublication } from './support/buyer.ts'

let harness: FaultHarness
let shop: ShopProcess
let worker: ShopProcess
let line: Awaited<ReturnType<typeof startDatabaseProxy>>
const placedOrderIds: number[] = []
const shortLimits = { QUERY_TIMEOUT_MS: '2000', POOL_TIMEOUT_MS: '1000' }

beforeAll(async () => {
  harness = await startHarness()
  shop = await harness.startWeb()
})

// Connects the worker through a proxy that fails when the mail server has accepted a mail.
beforeEach(async () => {
  line = await startDatabaseProxy(harness.environment.DATABASE_URL ?? '')
  worker = await harness.startWorker({ ...shortLimits, DATABASE_URL: line.url })
})

afterEach(async () => {
  worker.signal('SIGKILL')
  await worker.ended
  await line.close()
})

afterAll(() => harness.end())

/** Expects one mail per order so far, each in the mail log. */
async function expectOneMailEach() {
  await expectInvariants(harness, placedOrderIds)
  const logged = await harness.db.selectFrom('mails').select(['subject_ref', 'state']).orderBy('id').execute()
  expect(logged).toEqual(placedOrderIds.map((id) => ({ subject_ref: String(id), state: 'sent' })))
  expect(harness.mail.received).toHaveLength(placedOrderIds.length)
}

const waitForRecordAttempt = () =>
  waitFor('an attempt to note the mail', async () => worker.output().includes('cannot note it yet'))

const outages = [
  ['refuses connections', 'refuse'],
  ['does not respond', 'silence'],
] as const

test.each(sampleCases(outages, 1))(
  'a mail in progress while the database %s is sent once by its worker (row 10)',
  async (_how, outage) => {
    const mailAccepted = harness.mail.onNextAccepted(() => line.fail(outage))
    placedOrderIds.push((await buyPublication(shop.url)).orderId)
    await mailAccepted
    await waitForRecordAttempt()
    line.recover()
    await expectOneMailEach()
  },
)

test.each(sampleCases(outages, 1))(
  'a mail in progress while the database %s is sent once, though another worker takes over (row 10)',
  async (_how, outage) => {
    const mailAccepted = harness.mail.onNextAccepted(() => line.fail(outage))
    placedOrderIds.push((await buyPublication(shop.url)).orderId)
    await mailAccepted
    const otherWorker = await harness.startWorker()
    await expectOneMailEach()
    line.recover()
    await expectOneMailEach()
    await otherWorker.stop()
  },
)

test('a mail whose row is locked after delivery is sent once (row 12)', async () => {
  // Leaves time to lock the row before the worker reads the server's response.
  harness.mail.delay(1_000)
  const mailAccepted = harness.mail.onNextAccepted(() => undefined)
  placedOrderIds.push((await buyPublication(shop.url)).orderId)
  await mailAccepted
  await harness.db.transaction().execute(async (trx) => {
    const row = trx.selectFrom('outbox').select('id').where('job', '=', 'mail-order-received')
    await row
      .where('subject', '=', String(placedOrderIds.at(-1)))
      .forUpdate()
      .execute()
    await waitForRecordAttempt()
  })
  harness.mail.delay(0)
  await expectOneMailEach()
})
