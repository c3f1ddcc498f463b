import { Agent, get } from 'node:http'
import pLimit from 'p-limit'
import { onTestFinished } from 'vitest'
import { waitFor } from '../../support/shop.ts'
import { buyPublication, publications } from './buyer.ts'

const CLIENTS = 64
/** The number of concurrent requests, few enough for buyers to proceed on a busy machine. */
const CONCURRENT_REQUESTS = 8

/**
 * The environment of a shop under traffic, with production's limits: a request that waits longer for a table
 * receives a 503.
 */
export const trafficLimits = { QUERY_TIMEOUT_MS: '3000', POOL_TIMEOUT_MS: '5000' }
/** The time limit of a test with real traffic, possibly on a busy machine. */
export const TRAFFIC_TEST_MS = 300_000

/**
 * Starts clients that reuse connections and request one page after the other, and two that buy one order
 * after the other. They end with the test at the latest.
 */
export function startTraffic(url: string) {
  const agents = Array.from({ length: CLIENTS }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const turns = pLimit(CONCURRENT_REQUESTS)
  const results = { responseCount: 0, failures: [] as string[], orderIds: [] as number[] }
  let isOver = false
  const fetchPath = (path: string, agent: Agent) =>
    new Promise<void>((resolve) => {
      const fail = (error: Error) => {
        results.failures.push(`${path}: ${error.message}`)
        resolve()
      }
      const clientRequest = get(`${url}${path}`, { agent }, (response) => {
        if (response.statusCode !== 200) results.failures.push(`${path}: ${response.statusCode}`)
        response.once('error', fail)
        response.once('end', () => {
          results.responseCount += 1
          resolve()
        })
        response.resume()
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
      const { orderId, response } = await buyPublication(url)
      if (Number.isNaN(orderId)) results.failures.push(`order: ${response.status} ${response.location}`)
      else results.orderIds.push(orderId)
    }
  }
  const clients = Promise.all([...agents.map(runReader), runPurchaser(), runPurchaser()])
  const end = async () => {
    isOver = true
    await clients
    for (const agent of agents) agent.destroy()
  }
  onTestFinished(end)
  return {
    results,
    /** Waits for this number of further responses and further orders. */
    waitForResponses: async (responses: number, orders = 1) => {
      const goal = {
        responses: results.responseCount + responses,
        orders: results.orderIds.length + orders,
      }
      await waitFor(
        `${responses} responses and ${orders} orders more (${results.failures.slice(0, 3)})`,
        async () => results.responseCount >= goal.responses && results.orderIds.length >= goal.orders,
        120_000,
      )
    },
    end,
  }
}
