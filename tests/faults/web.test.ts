import { afterEach, beforeEach, expect, test } from 'vitest'
import { Buyer, buy, makeWorld, type World } from './world.ts'

let world: World

beforeEach(async () => {
  world = await makeWorld()
})

afterEach(() => world.end())

async function ordersOf(email: string) {
  return world.db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('email', '=', email)
    .select('orders.id')
    .execute()
}

test('fifty identical forms over two web processes are one order and fifty times the same answer', async () => {
  const [one, two] = await Promise.all([world.web(), world.web()])
  const buyer = new Buyer()
  const email = 'cinquenta@exemplo.test'
  const fields = await buyer.fillCheckout(one.url, email)
  const twins = Array.from({ length: 50 }, () => buyer.twin())
  const answers = await Promise.all(
    twins.map((twin, index) => twin.post(`${index % 2 ? one.url : two.url}/checkout`, fields)),
  )
  const [order] = await ordersOf(email)
  expect(await ordersOf(email)).toHaveLength(1)
  expect(new Set(answers.map((each) => `${each.status} ${each.location}`))).toEqual(
    new Set([`303 /payment/${order?.id}`]),
  )
  const pages = await Promise.all(twins.map((twin) => twin.get(`${one.url}/payment/${order?.id}`)))
  expect(new Set(pages.map((page) => page.status))).toEqual(new Set([200]))
})

test('a web process killed in the middle of the form loses and doubles nothing when the form is sent again', async () => {
  const [doomed, next] = await Promise.all([world.web(), world.web()])
  const buyer = new Buyer()
  const email = 'morta@exemplo.test'
  const fields = await buyer.fillCheckout(doomed.url, email)
  const lost = buyer
    .twin()
    .post(`${doomed.url}/checkout`, fields)
    .catch(() => undefined)
  doomed.signal('SIGKILL')
  await lost
  const answer = await buyer.post(`${next.url}/checkout`, fields)
  const orders = await ordersOf(email)
  expect(orders).toHaveLength(1)
  expect(answer).toEqual({ status: 303, location: `/payment/${orders[0]?.id}` })
})

test('a web process told to stop answers what runs, refuses what comes, and ends within ten seconds', async () => {
  const web = await world.web()
  await buy(web.url)
  const running = Array.from({ length: 20 }, () =>
    fetch(`${web.url}/publications`).then((answer) => answer.status),
  )
  const ended = web.stop()
  const statuses = await Promise.allSettled(running)
  expect(statuses.filter((each) => each.status === 'fulfilled' && each.value !== 200)).toEqual([])
  expect(await ended).toBe(0)
  await expect(fetch(`${web.url}/healthz`)).rejects.toThrow()
})
