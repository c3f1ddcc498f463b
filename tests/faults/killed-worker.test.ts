import { afterEach, beforeEach, expect, test } from 'vitest'
import { buy, makeWorld, type World } from './world.ts'

let world: World

beforeEach(async () => {
  world = await makeWorld()
})

afterEach(() => world.end())

const kept = { boletos: 1, pdf: '%PDF-', mails: 1 }

test.each([
  'issue-boleto:claimed',
  'issue-boleto:issued',
  'issue-boleto:effect',
  'render-slip:before-pdf',
  'render-slip:stored',
  'tell-order-received:claimed',
])('a worker killed twice at %s still gives one slip and one mail', async (point) => {
  const web = await world.web()
  const { orderId } = await buy(web.url)
  for (const _turn of [1, 2]) {
    const doomed = await world.worker({ FAULT_POINT: point })
    expect(await doomed.ended).toBeNull()
  }
  await world.worker()
  expect(await world.settled(orderId)).toEqual(kept)
})

test('a worker killed after the mail server took the mail sends it again under the same Message-ID', async () => {
  const web = await world.web()
  const { orderId } = await buy(web.url)
  const doomed = await world.worker({ FAULT_POINT: 'tell-order-received:effect' })
  expect(await doomed.ended).toBeNull()
  await world.worker()
  expect(await world.settled(orderId)).toEqual({ ...kept, mails: 2 })
  expect(new Set(world.mail.received.map((mail) => mail.messageId)).size).toBe(1)
})

test('a frozen worker that wakes up after another took over changes nothing', async () => {
  const web = await world.web()
  const frozen = await world.worker()
  frozen.signal('SIGSTOP')
  const { orderId } = await buy(web.url)
  await world.worker()
  expect(await world.settled(orderId)).toEqual(kept)
  frozen.signal('SIGCONT')
  expect(await frozen.stop()).toBe(0)
  expect(await world.settled(orderId)).toEqual(kept)
})

test('a worker frozen in the middle of a mail, longer than its lease, takes nothing from who took over', async () => {
  const web = await world.web()
  const frozen = await world.worker()
  const taken = world.mail.nextTaken(() => frozen.signal('SIGSTOP'))
  const { orderId } = await buy(web.url)
  await taken
  await world.worker()
  await world.settled(orderId)
  const { length } = world.mail.received
  frozen.signal('SIGCONT')
  expect(await frozen.stop()).toBe(0)
  expect(await world.settled(orderId)).toEqual({ ...kept, mails: length })
  expect(new Set(world.mail.received.map((mail) => mail.messageId)).size).toBe(1)
})

test('two workers share ten orders: one slip and one mail each', async () => {
  const web = await world.web()
  await Promise.all([world.worker(), world.worker()])
  const orders = await Promise.all(Array.from({ length: 10 }, () => buy(web.url)))
  for (const { orderId } of orders)
    expect(await world.settled(orderId)).toMatchObject({ boletos: 1, pdf: '%PDF-' })
  const addressees = world.mail.received.flatMap((mail) => mail.to)
  expect([addressees.length, new Set(addressees).size]).toEqual([10, 10])
})

test('a mail server that refuses for a while gets one mail in the end', async () => {
  const web = await world.web()
  world.mail.refuse(2)
  await world.worker()
  const { orderId } = await buy(web.url)
  expect(await world.settled(orderId)).toEqual(kept)
})

test('a mail server slower than the lease gets one mail, though another worker stands by', async () => {
  const web = await world.web()
  world.mail.delay(2.5 * Number(world.environment.LEASE_MS))
  await Promise.all([world.worker(), world.worker()])
  const { orderId } = await buy(web.url)
  expect(await world.settled(orderId)).toEqual(kept)
})

test('without a browser the line is there, and the PDF follows when there is one', async () => {
  const web = await world.web()
  const poor = await world.worker({ CHROMIUM_PATH: '/nonexistent/chromium' })
  const { orderId, buyer } = await buy(web.url)
  await expect
    .poll(async () => (await buyer.get(`${web.url}/payment/${orderId}`)).text, { timeout: 20_000 })
    .toContain('O PDF ficará pronto em instantes.')
  await poor.stop()
  await world.worker()
  expect(await world.settled(orderId)).toEqual(kept)
})

test('a worker told to stop finishes what it does and ends by itself', async () => {
  const web = await world.web()
  const worker = await world.worker()
  const { orderId } = await buy(web.url)
  expect(await worker.stop()).toBe(0)
  await world.worker()
  expect(await world.settled(orderId)).toEqual(kept)
})
