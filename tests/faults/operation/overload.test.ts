import { Agent, get } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort, type ShopProcess } from '../../support/shop.ts'
import { type FaultHarness, startHarness } from '../fault-harness.ts'
import { buyPublication } from '../support/buyer.ts'

const CONNECTIONS = 500
const REQUESTS_EACH = 8
/** A limit far above any response time. */
const RESPONSE_LIMIT_MS = 30_000

let harness: FaultHarness
let shop: ShopProcess
let healthPort: number

beforeAll(async () => {
  harness = await startHarness()
  healthPort = await findFreePort()
  shop = await harness.startWeb({ HEALTH_PORT: String(healthPort), MAX_LAG_MS: '1000', MAX_REQUESTS: '32' })
})
afterAll(() => harness.end())

type Reply = { status: number; text: string; retryAfter?: string }

function fetchReply(path: string, agent: Agent): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(RESPONSE_LIMIT_MS)
    const clientRequest = get(`${shop.url}${path}`, { agent, signal }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.once('error', reject)
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, text, retryAfter: response.headers['retry-after'] }),
      )
    })
    clientRequest.once('error', reject)
  })
}

/** Sends searches over all connections. Every search is different, because equal pages are cached. */
async function floodServer(): Promise<Reply[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const runClient = async (number: number) => {
    const responses: Reply[] = []
    for (let index = 0; index < REQUESTS_EACH; index++)
      responses.push(await fetchReply(`/publications?search=ipanema+${number}+${index}`, agent))
    return responses
  }
  const responses = await Promise.all(Array.from({ length: CONNECTIONS }, (_, number) => runClient(number)))
  agent.destroy()
  return responses.flat()
}

test('500 searching connections receive pages or 503, while others buy and the process stays responsive', async () => {
  let isOver = false
  const searching = floodServer().finally(() => {
    isOver = true
  })
  const orders: number[] = []
  const runPurchaser = async () => {
    while (!isOver) orders.push((await buyPublication(shop.url)).orderId)
  }
  const health: number[] = []
  const runWatcher = async () => {
    while (!isOver) health.push((await fetch(`http://127.0.0.1:${healthPort}/healthz`)).status)
  }
  const [responses] = await Promise.all([searching, runPurchaser(), runWatcher()])
  const served = responses.filter(({ status }) => status === 200)
  const rejected = responses.filter(({ status }) => status !== 200)
  expect(served.length).toBeGreaterThan(0)
  expect(rejected.length).toBeGreaterThan(0)
  expect(responses).toHaveLength(CONNECTIONS * REQUESTS_EACH)
  for (const { status, text, retryAfter } of rejected) {
    expect([status, retryAfter]).toEqual([503, '5'])
    // On a busy machine the database may miss its time limit as well.
    expect(text).toMatch(/Muitos acessos ao mesmo tempo|Estamos em manutenção rápida/)
  }
  expect(rejected.some(({ text }) => text.includes('Muitos acessos ao mesmo tempo'))).toBe(true)
  expect(orders.length).toBeGreaterThan(0)
  expect(orders.filter(Number.isNaN)).toEqual([])
  expect(new Set(health)).toEqual(new Set([200]))
  const after = await fetchReply('/publications?search=depois', new Agent())
  expect(after.status).toBe(200)
})
