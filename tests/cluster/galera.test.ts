import { setTimeout as pause } from 'node:timers/promises'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import pLimit from 'p-limit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FaultHarness, startHarness } from '../faults/fault-harness.ts'
import { expectInvariants } from '../faults/invariants.ts'
import {
  Buyer,
  buyerFields,
  buyPublication,
  prepareBuyer,
  publications,
  readOrderNumber,
} from '../faults/support/buyer.ts'
import { startSentinels } from '../support/redis-topology.ts'
import { type ShopProcess, waitFor } from '../support/shop.ts'
import { startGalera } from './galera-nodes.ts'
import { startSpreadProxy } from './spread-proxy.ts'

let galera: Awaited<ReturnType<typeof startGalera>>
let sentinels: Awaited<ReturnType<typeof startSentinels>>
let harness: FaultHarness
let webs: ShopProcess[]
let proxy: Awaited<ReturnType<typeof startSpreadProxy>>
const placedOrderIds: number[] = []

beforeAll(async () => {
  galera = await startGalera()
  process.env.DATABASE_URL = galera.nodes[0]?.url
  sentinels = await startSentinels()
  harness = await startHarness(sentinels.environment)
  webs = await Promise.all([0, 1, 2, 0].map((node) => harness.startWeb(makeNodeEnvironment(node))))
  await Promise.all([0, 1, 2].map((node) => harness.startWorker(makeNodeEnvironment(node))))
  proxy = await startSpreadProxy(webs.map(({ url }) => url))
}, 300_000)

afterAll(async () => {
  proxy?.end()
  await harness?.end()
  await sentinels?.end()
  await galera?.end()
})

function makeNodeEnvironment(node: number): Record<string, string> {
  const url = new URL(galera.nodes[node]?.url ?? '')
  url.pathname = new URL(harness.environment.DATABASE_URL ?? '').pathname
  return { DATABASE_URL: url.href }
}

test('four web processes and three workers run on three nodes, with each request on another node', async () => {
  for (let count = 0; count < 6; count++) {
    const { orderId, buyer } = await buyPublication(proxy.url)
    placedOrderIds.push(orderId)
    expect((await buyer.get(`${proxy.url}/payment/${orderId}`)).status).toBe(200)
  }
  await expectInvariants(harness, placedOrderIds)
  expect([...proxy.connectionCounts.values()].every((requests) => requests > 5)).toBe(true)
})

test.each([1, 2])('thirty identical forms at once become one order (%s)', async () => {
  const { buyer, fields } = await prepareBuyer(proxy.url)
  const responses = await Promise.all(
    Array.from({ length: 30 }, () => buyer.duplicate().post(`${proxy.url}/checkout`, fields)),
  )
  const orders = new Set(responses.filter(({ status }) => status === 303).map(readOrderNumber))
  expect(responses.every(({ status }) => status === 303 || status === 503)).toBe(true)
  expect(orders.size).toBe(1)
  placedOrderIds.push(...orders)
  await expectInvariants(harness, placedOrderIds)
})

/** Stops a node from applying the commits of other nodes. Returns a function that releases the node. */
async function holdNode(index: number) {
  const connection = await createConnection({ uri: galera.nodes[index]?.url ?? '' })
  await connection.query('flush tables with read lock')
  return {
    async hasWaitingRead() {
      const [rows] = await connection.query<RowDataPacket[]>(
        "select id from information_schema.processlist where info = 'select 1' and command = 'Query'",
      )
      return rows.length > 0
    },
    async release() {
      await connection.query('unlock tables')
      await connection.end()
    },
  }
}

/** Writes on the first node, and reads on the third while that node has not yet applied the write. */
async function readOnLateNode<T>(
  write: (url: string) => Promise<unknown>,
  read: (url: string) => Promise<T>,
) {
  const [first, , third] = webs
  if (!first || !third) throw new Error('no three web processes')
  const node = await holdNode(2)
  let response: Promise<T> | undefined
  try {
    await write(first.url)
    response = read(third.url)
    await waitFor('a read that waits for its node', node.hasWaitingRead)
  } finally {
    await node.release()
  }
  return response
}

test('people read their own writes on a node that is behind', async () => {
  const { buyer, fields } = await prepareBuyer(proxy.url)
  let orderId = Number.NaN
  const payment = await readOnLateNode(
    async (url) => {
      orderId = readOrderNumber(await buyer.post(`${url}/checkout`, fields))
    },
    (url) => buyer.get(`${url}/payment/${orderId}`),
  )
  expect([payment.status, payment.location]).toEqual([200, ''])
  placedOrderIds.push(orderId)

  const customer = new Buyer()
  const account = await readOnLateNode(
    (url) => customer.post(`${url}/login`, { email: 'cliente@aeropub.test', password: 'demonstracao-2026' }),
    (url) => customer.get(`${url}/account`),
  )
  expect(account.status).toBe(200)

  const visitor = new Buyer()
  const cart = await readOnLateNode(
    (url) => visitor.addToCart(url, publications.manual),
    (url) => visitor.get(`${url}/cart`),
  )
  expect(cart.text).toContain(`/publications/${publications.manual}`)
  const draft = await readOnLateNode(
    (url) => visitor.fillForm(url, 'rascunho@exemplo.test'),
    (url) => visitor.get(`${url}/checkout`),
  )
  expect(draft.text).toContain(`value="${buyerFields['billing.street']}"`)
})

test('an API token is valid on a node that is behind', async () => {
  let token = ''
  const response = await readOnLateNode(
    async (url) => {
      const body = JSON.stringify({ username: 'cliente@aeropub.test', password: 'demonstracao-2026' })
      const headers = { 'Content-Type': 'application/json' }
      const tokenAnswer = await fetch(`${url}/api/token/`, { method: 'POST', headers, body })
      token = JSON.parse(await tokenAnswer.text()).access
    },
    (url) => fetch(`${url}/profile/`, { headers: { Authorization: `Bearer ${token}` } }),
  )
  expect(response?.status).toBe(200)
})

test('a node that lags behind returns an error within the statement time limit and delays no other user', async () => {
  const { buyer, fields } = await prepareBuyer(proxy.url)
  const [first] = webs
  const lateWeb = await harness.startWeb({ ...makeNodeEnvironment(2), QUERY_TIMEOUT_MS: '3000' })
  const node = await holdNode(2)
  try {
    const orderId = readOrderNumber(await buyer.post(`${first?.url}/checkout`, fields))
    placedOrderIds.push(orderId)
    const lateAnswer = await buyer.get(`${lateWeb.url}/payment/${orderId}`)
    expect([lateAnswer.status, lateAnswer.retryAfter]).toEqual([503, '5'])
    expect(lateAnswer.text).toContain('Só mais um instante')
    expect((await new Buyer().get(`${lateWeb.url}/publications`)).status).toBe(200)
    await node.release()
    await waitFor('the order at the last node', async () => {
      return (await buyer.get(`${lateWeb.url}/payment/${orderId}`)).status === 200
    })
  } catch (error) {
    await node.release().catch(() => undefined)
    throw error
  }
})

/** The time for which a node is stopped and then released, so that it lags behind repeatedly. */
const HELD_MS = 200
const PURCHASES = Number(process.env.CLUSTER_PURCHASES ?? 200)

test('each request of a purchase reads the previous request’s writes on another node', {
  timeout: 1_800_000,
}, async () => {
  let isOver = false
  const delayingNode = (async () => {
    while (!isOver) {
      const node = await holdNode(2)
      await pause(HELD_MS)
      await node.release()
      await pause(HELD_MS)
    }
  })()
  const turns = pLimit(4)
  const buyThroughProxy = async () => {
    const { orderId, buyer, response } = await buyPublication(proxy.url)
    const { status } = await buyer.get(`${proxy.url}/payment/${orderId}`)
    return { orderId, statuses: `${response.status} ${status}` }
  }
  const purchases = await Promise.all(
    Array.from({ length: PURCHASES }, () => turns(buyThroughProxy)),
  ).finally(() => {
    isOver = true
  })
  await delayingNode
  expect(purchases.filter(({ statuses }) => statuses !== '303 200')).toEqual([])
  placedOrderIds.push(...purchases.map(({ orderId }) => orderId))
  await expectInvariants(harness, placedOrderIds)
})

test('a node that crashes during orders and rejoins neither loses nor duplicates an order', async () => {
  const buyers: { buyer: Buyer; fields: Record<string, string> }[] = []
  for (let count = 0; count < 12; count++) buyers.push(await prepareBuyer(proxy.url))
  const sending = buyers.map(async ({ buyer, fields }, index) => {
    // The node crashes while the other forms are being sent.
    if (index === 4) await galera.nodes[2]?.kill()
    // Sends the same form until there is a response, as a person does.
    const response = await waitFor('an order', async () => {
      const attempt = await buyer.post(`${proxy.url}/checkout`, fields).catch(() => undefined)
      return attempt?.status === 303 && attempt
    })
    return readOrderNumber(response)
  })
  placedOrderIds.push(...(await Promise.all(sending)))
  await galera.nodes[2]?.start()
  placedOrderIds.push((await buyPublication(proxy.url)).orderId)
  await expectInvariants(harness, placedOrderIds)
})
