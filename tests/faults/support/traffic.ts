import { Agent, get } from 'node:http'
import pLimit from 'p-limit'
import { waitFor } from '../../support/shop.ts'
import { buyPublication, publications } from './buyer.ts'

const CLIENTS = 64
/** The number of concurrent requests, few enough for buyers to proceed on a busy machine. */
const ASKING = 8

/**
 * The environment of a shop under traffic, with production's limits: a request that waits longer for a table
 * receives a 503.
 */
export const trafficLimits = { QUERY_TIMEOUT_MS: '3000', POOL_TIMEOUT_MS: '5000' }
/** The time limit of a test with real traffic, possibly on a busy machine. */
export const TRAFFIC_TEST_MS = 300_000

/**
 * Starts clients that reuse connections and request one page after the other, and two that buy one order
 * after the other.
 */
export function startTraffic(url: string) {
  const agents = Array.from({ length: CLIENTS }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const turns = pLimit(ASKING)
  const seen = { answered: 0, failed: [] as string[], orders: [] as number[] }
  let isOver = false
  const fetchPath = (path: string, agent: Agent) =>
    new Promise<void>((resolve) => {
      const fail = (error: Error) => {
        seen.failed.push(`${path}: ${error.message}`)
        resolve()
      }
      const clientRequest = get(`${url}${path}`, { agent }, (answer) => {
        if (answer.statusCode !== 200) seen.failed.push(`${path}: ${answer.statusCode}`)
        answer.once('error', fail)
        answer.once('end', () => {
          seen.answered += 1
          resolve()
        })
        answer.resume()
      })
      clientRequest.once('error', fail)
    })
  const pages = ['/', '/publications', `/publications/${publications.manual}`, '/cart', '/login', '/status']
  const runReader = async (agent: Agent, first: number) => {
    for (let index = first; !isOver; index++)
      await turns(() => fetchPath(pages[index % pages.length] ?? '/', agent))
  }
  const runPurchaser = async () => {
    while (!isOver) {
      const { orderId, answer } = await buyPublication(url)
      if (Number.isNaN(orderId)) seen.failed.push(`order: ${answer.status} ${answer.location}`)
      else seen.orders.push(orderId)
    }
  }
  const clients = Promise.all([...agents.map(runReader), runPurchaser(), runPurchaser()])
  return {
    seen,
    further: async (count: number, orders = 1) => {
      const goal = { answered: seen.answered + count, orders: seen.orders.length + orders }
      await waitFor(
        `${count} answers and ${orders} orders more (${seen.failed.slice(0, 3)})`,
        async () => seen.answered >= goal.answered && seen.orders.length >= goal.orders,
        120_000,
      )
    },
    async end() {
      isOver = true
      await clients
      for (const agent of agents) agent.destroy()
    },
  }
}
