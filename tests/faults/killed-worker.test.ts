import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectKept } from './kept.ts'
import { buy, makeWorld, type World } from './world.ts'

let world: World

beforeEach(async () => {
  world = await makeWorld()
})

afterEach(() => world.end())

test.each([
  'issue-boleto:claimed',
  'issue-boleto:issued',
  'issue-boleto:effect',
  'render-boleto:before-pdf',
  'render-boleto:stored',
  'mail-order-received:claimed',
])('a worker killed twice at %s still gives one boleto and one mail', async (point) => {
  const web = await world.web()
  const { orderId } = await buy(web.url)
  for (const _turn of [1, 2]) {
    const doomed = await world.worker({ FAULT_POINT: point })
    expect(await doomed.ended).toBeNull()
  }
  await world.worker()
  await expectKept(world, [orderId])
})

test('a worker killed after the mail server took the mail sends it again under the same Message-ID', async () => {
  const web = await world.web()
  const { orderId } = await buy(web.url)
  const doomed = await world.worker({ FAULT_POINT: 'mail-order-received:effect' })
  expect(await doomed.ended).toBeNull()
  await world.worker()
  await expectKept(world, [orderId], { sameMail: 2 })
  expect(world.mail.received).toHaveLength(2)
})

test('a frozen worker that wakes up after another took over changes nothing', async () => {
  const web = await world.web()
  const frozen = await world.worker()
  frozen.signal('SIGSTOP')
  const { orderId } = await buy(web.url)
  await world.worker()
  await expectKept(world, [orderId])
  frozen.signal('SIGCONT')
  expect(await frozen.stop()).toBe(0)
  await expectKept(world, [orderId])
})

test('a worker frozen in the middle of a mail, longer than its lease, takes nothing from who took over', async () => {
  const web = await world.web()
  const frozen = await world.worker()
  const taken = world.mail.nextTaken(() => frozen.signal('SIGSTOP'))
  const { orderId } = await buy(web.url)
  await taken
  await world.worker()
  await world.done()
  const { length } = world.mail.received
  frozen.signal('SIGCONT')
  expect(await frozen.stop()).toBe(0)
  await expectKept(world, [orderId], { sameMail: 2 })
  expect(world.mail.received).toHaveLength(length)
})

test('two workers share ten orders: one boleto and one mail each', async () => {
  const web = await world.web()
  await Promise.all([world.worker(), world.worker()])
  const orders = await Promise.all(Array.from({ length: 10 }, () => buy(web.url)))
  await expectKept(
    world,
    orders.map(({ orderId }) => orderId),
  )
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
  await expectKept(world, [orderId])
})

test('a worker told to stop finishes what it does and ends by itself', async () => {
  const web = await world.web()
  const worker = await world.worker()
  const { orderId } = await buy(web.url)
  expect(await worker.stop()).toBe(0)
  await world.worker()
  await expectKept(world, [orderId])
})
