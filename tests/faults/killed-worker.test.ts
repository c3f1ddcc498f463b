import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FaultHarness, startHarness, workerWithoutPdf } from './fault-harness.ts'
import { expectInvariants } from './invariants.ts'
import { sampleCases } from './rows/selection.ts'
import { buyPublication } from './support/buyer.ts'

let harness: FaultHarness

beforeEach(async () => {
  harness = await startHarness()
})

afterEach(() => harness.end())

const killedTwiceAt = [
  'issue-boleto:issued',
  'mail-order-received:claimed',
  'issue-boleto:claimed',
  'issue-boleto:effect',
  'render-boleto:before-pdf',
  'render-boleto:stored',
]

test.each(sampleCases(killedTwiceAt, 2))(
  'a worker killed twice at %s creates one boleto and one mail (rows 1, 2)',
  async (point) => {
    const web = await harness.startWeb()
    const { orderId, buyer, response } = await buyPublication(web.url)
    // The buyer reads that the boleto is being generated (row 1).
    await buyer.get(`${web.url}${response.location}`)
    const lanes = point.startsWith('issue-boleto') ? workerWithoutPdf : {}
    for (const _turn of [1, 2]) {
      const killedWorker = await harness.startWorker({ ...lanes, FAULT_POINT: point })
      expect(await killedWorker.ended).toBeNull()
    }
    await harness.startWorker()
    // The first worker has issued the boleto, and the second may be killed during its mail.
    await expectInvariants(harness, [orderId], { maxDeliveries: point === 'issue-boleto:effect' ? 2 : 1 })
  },
)

test.each([
  ['read the response of the mail server', 'mail:delivered'],
  ['recorded the mail in the mail log', 'mail-order-received:effect'],
])('a worker killed after it %s sends no second mail (row 1)', async (_when, point) => {
  const web = await harness.startWeb()
  const { orderId } = await buyPublication(web.url)
  const killedWorker = await harness.startWorker({ FAULT_POINT: point })
  expect(await killedWorker.ended).toBeNull()
  await harness.startWorker()
  await expectInvariants(harness, [orderId])
  const logged = await harness.db.selectFrom('mails').select(['job', 'state']).execute()
  expect(logged).toEqual([{ job: 'mail-order-received', state: 'sent' }])
})

test('a worker killed before it reads the mail server’s response resends the mail with the same Message-ID (row 1)', async () => {
  const web = await harness.startWeb()
  const killedWorker = await harness.startWorker()
  const mailAccepted = harness.mail.onNextAccepted(() => killedWorker.signal('SIGKILL'))
  const { orderId } = await buyPublication(web.url)
  await mailAccepted
  await killedWorker.ended
  await harness.startWorker()
  await expectInvariants(harness, [orderId], { maxDeliveries: 2 })
})

test('a frozen worker changes nothing when it resumes after another took over (row 3)', async () => {
  const web = await harness.startWeb()
  const frozen = await harness.startWorker()
  frozen.signal('SIGSTOP')
  const { orderId } = await buyPublication(web.url)
  await harness.startWorker()
  await expectInvariants(harness, [orderId])
  frozen.signal('SIGCONT')
  expect(await frozen.stop()).toBe(0)
  await expectInvariants(harness, [orderId])
})

test('a worker frozen during a mail beyond its lease does not disturb its successor (row 3)', async () => {
  const web = await harness.startWeb()
  const frozen = await harness.startWorker()
  const mailAccepted = harness.mail.onNextAccepted(() => frozen.signal('SIGSTOP'))
  const { orderId } = await buyPublication(web.url)
  await mailAccepted
  await harness.startWorker()
  await harness.waitUntilDone()
  const { length } = harness.mail.received
  frozen.signal('SIGCONT')
  expect(await frozen.stop()).toBe(0)
  await expectInvariants(harness, [orderId], { maxDeliveries: 2 })
  expect(harness.mail.received).toHaveLength(length)
})

test('two workers share ten orders and create one boleto and one mail for each order', async () => {
  const web = await harness.startWeb()
  await Promise.all([harness.startWorker(), harness.startWorker()])
  const orders = await Promise.all(Array.from({ length: 10 }, () => buyPublication(web.url)))
  await expectInvariants(
    harness,
    orders.map(({ orderId }) => orderId),
  )
})

test('a worker that receives SIGTERM exits with code 0 and loses no boleto or mail', async () => {
  const web = await harness.startWeb()
  const worker = await harness.startWorker()
  const { orderId } = await buyPublication(web.url)
  expect(await worker.stop()).toBe(0)
  await harness.startWorker()
  await expectInvariants(harness, [orderId])
})
