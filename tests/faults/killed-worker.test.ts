import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FaultHarness, startHarness } from './fault-harness.ts'
import { expectInvariants } from './invariants.ts'
import { buy } from './support/buyer.ts'

let harness: FaultHarness

beforeEach(async () => {
  harness = await startHarness()
})

afterEach(() => harness.end())

/** The processes it has started itself. */
function childrenOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []))
}

test.each([
  'issue-boleto:claimed',
  'issue-boleto:issued',
  'issue-boleto:effect',
  'render-boleto:before-pdf',
  'render-boleto:stored',
  'mail-order-received:claimed',
])('a worker killed twice at %s still gives one boleto and one mail (rows 1, 2)', async (point) => {
  const web = await harness.web()
  const { orderId, buyer, answer } = await buy(web.url)
  await buyer.get(`${web.url}${answer.location}`)
  for (const _turn of [1, 2]) {
    const doomed = await harness.worker({ FAULT_POINT: point })
    expect(await doomed.ended).toBeNull()
  }
  await harness.worker()
  // The boleto is there after the first turn, and the worker of the second one may die in the middle of its mail.
  await expectInvariants(harness, [orderId], { sameMail: point === 'issue-boleto:effect' ? 2 : 1 })
})

test.each([
  ['read the answer of the mail server', 'mail:delivered'],
  ['noted the mail in the log of mails', 'mail-order-received:effect'],
])('a worker killed after it %s sends no second mail (row 1)', async (_when, point) => {
  const web = await harness.web()
  const { orderId } = await buy(web.url)
  const doomed = await harness.worker({ FAULT_POINT: point })
  expect(await doomed.ended).toBeNull()
  await harness.worker()
  await expectInvariants(harness, [orderId])
  const logged = await harness.db.selectFrom('mails').select(['job', 'state']).execute()
  expect(logged).toEqual([{ job: 'mail-order-received', state: 'sent' }])
})

test('a worker killed before it reads the answer of the mail server sends the mail again under the same Message-ID (row 1)', async () => {
  const web = await harness.web()
  const doomed = await harness.worker()
  const taken = harness.mail.nextTaken(() => doomed.signal('SIGKILL'))
  const { orderId } = await buy(web.url)
  await taken
  await doomed.ended
  await harness.worker()
  await expectInvariants(harness, [orderId], { sameMail: 2 })
})

test('a frozen worker that wakes up after another took over changes nothing (row 3)', async () => {
  const web = await harness.web()
  const frozen = await harness.worker()
  frozen.signal('SIGSTOP')
  const { orderId } = await buy(web.url)
  await harness.worker()
  await expectInvariants(harness, [orderId])
  frozen.signal('SIGCONT')
  expect(await frozen.stop()).toBe(0)
  await expectInvariants(harness, [orderId])
})

test('a worker frozen in the middle of a mail, longer than its lease, takes nothing from who took over (row 3)', async () => {
  const web = await harness.web()
  const frozen = await harness.worker()
  const taken = harness.mail.nextTaken(() => frozen.signal('SIGSTOP'))
  const { orderId } = await buy(web.url)
  await taken
  await harness.worker()
  await harness.done()
  const { length } = harness.mail.received
  frozen.signal('SIGCONT')
  expect(await frozen.stop()).toBe(0)
  await expectInvariants(harness, [orderId], { sameMail: 2 })
  expect(harness.mail.received).toHaveLength(length)
})

test('two workers share ten orders: one boleto and one mail each', async () => {
  const web = await harness.web()
  await Promise.all([harness.worker(), harness.worker()])
  const orders = await Promise.all(Array.from({ length: 10 }, () => buy(web.url)))
  await expectInvariants(
    harness,
    orders.map(({ orderId }) => orderId),
  )
})

test('without a browser the line is there, and the PDF follows when there is one (row 21)', async () => {
  const web = await harness.web()
  const poor = await harness.worker({ CHROMIUM_PATH: '/nonexistent/chromium' })
  const { orderId, buyer } = await buy(web.url)
  await expect
    .poll(async () => (await buyer.get(`${web.url}/payment/${orderId}`)).text, { timeout: 20_000 })
    .toContain('O PDF ficará pronto em instantes.')
  await poor.stop()
  await harness.worker()
  await expectInvariants(harness, [orderId])
})

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  'a browser that gets %s while it prints is replaced, and the PDF follows (row 21)',
  async (signal) => {
    const web = await harness.web()
    const worker = await harness.worker()
    const first = await buy(web.url)
    await harness.done()
    const browsers = childrenOf(worker.pid)
    expect(browsers.length).toBeGreaterThan(0)
    for (const pid of browsers) process.kill(pid, signal)
    const second = await buy(web.url)
    await expectInvariants(harness, [first.orderId, second.orderId])
  },
)

test('a worker asked to stop finishes its job and exits', async () => {
  const web = await harness.web()
  const worker = await harness.worker()
  const { orderId } = await buy(web.url)
  expect(await worker.stop()).toBe(0)
  await harness.worker()
  await expectInvariants(harness, [orderId])
})
