import { Agent, get } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort, type ShopProcess } from '../../support/shop.ts'
import { type FaultHarness, startHarness } from '../fault-harness.ts'
import { buyPublication } from '../support/buyer.ts'

const CONNECTIONS = 500
const REQUESTS_EACH = 8
/** The limit is far above any response time. */
const ANSWER_LIMIT_MS = 30_000

let harness: FaultHarness
let shop: ShopProcess
let healthPort: number

beforeAll(async () => {
  harness = await startHarness()
  healthPort = await findFreePort()
  shop = await harness.web({ HEALTH_PORT: String(healthPort), MAX_LAG_MS: '1000', MAX_REQUESTS: '32' })
})
afterAll(() => harness.end())

type Answer = { status: number; text: string; retryAfter?: string }

function fetchAnswer(path: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS)
    const clientRequest = get(`${shop.url}${path}`, { agent, signal }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      answer.once('error', reject)
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, text, retryAfter: answer.headers['retry-after'] }),
      )
    })
    clientRequest.once('error', reject)
  })
}

/** Every search is different, so that no page is cached. */
async function floodServer(): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const runClient = async (number: number) => {
    const answers: Answer[] = []
    for (let index = 0; index < REQUESTS_EACH; index++)
      answers.push(await fetchAnswer(`/publications?search=ipanema+${number}+${index}`, agent))
    return answers
  }
  const answers = await Promise.all(Array.from({ length: CONNECTIONS }, (_, number) => runClient(number)))
  agent.destroy()
  return answers.flat()
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
  const [answers] = await Promise.all([searching, runPurchaser(), runWatcher()])
  const counts = { served: answers.filter(({ status }) => status === 200).length, shed: 0 }
  const shed = answers.filter(({ status }) => status !== 200)
  counts.shed = shed.length
  expect(counts.served).toBeGreaterThan(0)
  expect(counts.shed).toBeGreaterThan(0)
  expect(counts.served + counts.shed).toBe(CONNECTIONS * REQUESTS_EACH)
  for (const { status, text, retryAfter } of shed) {
    expect([status, retryAfter]).toEqual([503, '5'])
    expect(text).toContain('Muitos acessos ao mesmo tempo')
  }
  expect(orders.length).toBeGreaterThan(0)
  expect(orders.filter(Number.isNaN)).toEqual([])
  expect(new Set(health)).toEqual(new Set([200]))
  const after = await fetchAnswer('/publications?search=depois', new Agent())
  expect(after.status).toBe(200)
})
