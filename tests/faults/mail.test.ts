import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ShopProcess, until } from '../support/shop.ts'
import { expectKept } from './kept.ts'
import { buy, makeWorld, type World } from './world.ts'

let world: World
let shop: ShopProcess
const placed: number[] = []

beforeAll(async () => {
  world = await makeWorld()
  shop = await world.web()
  await Promise.all([world.worker(), world.worker()])
})

afterAll(() => world.end())

test('without a mail server the order goes on, and its mail follows when there is one', async () => {
  await world.mail.close()
  const { orderId, buyer, answer } = await buy(shop.url)
  placed.push(orderId)
  await until('a mail that could not be handed over', async () => {
    const mails = world.db.selectFrom('outbox').where('job', '=', 'mail-order-received')
    const { last_error } = await mails.select('last_error').executeTakeFirstOrThrow()
    return last_error !== null
  })
  expect((await buyer.get(`${shop.url}${answer.location}`)).text).toContain('Linha digitável')
  await world.mail.reopen()
  await expectKept(world, placed)
})

test('a mail server that refuses for a while gets one mail in the end', async () => {
  world.mail.refuse(2)
  placed.push((await buy(shop.url)).orderId)
  await expectKept(world, placed)
})

test('a mail server that takes a mail and hangs up gets it twice at the most, under the same Message-ID', async () => {
  world.mail.hangUp(1)
  placed.push((await buy(shop.url)).orderId)
  await expectKept(world, placed, { sameMail: 2 })
  expect(world.mail.received.length).toBe(placed.length + 1)
  world.mail.received.pop()
})

test('a mail server slower than the lease gets one mail, though another worker stands by', async () => {
  world.mail.delay(2.5 * Number(world.environment.LEASE_MS))
  placed.push((await buy(shop.url)).orderId)
  await expectKept(world, placed)
})
