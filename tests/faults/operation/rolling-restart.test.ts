import { Agent, get } from 'node:http'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#app/models/platform/connection.server.ts'
import { connectPatiently, untilAnswered } from '#app/models/platform/readiness/patient-database.server.ts'
import { startBalancer } from '../../support/fakes/balancer.ts'
import { type ShopProcess, until } from '../../support/shop.ts'
import { type FaultHarness, startHarness } from '../fault-harness.ts'
import { expectInvariants } from '../invariants.ts'
import { buy, publications } from '../support/buyer.ts'

const CLIENTS = 64
/** Of them ask at once, so that buyers get their turn on a busy machine, too. */
const ASKING = 8
/** Longer than usual: each replacement waits for real traffic, maybe on a busy machine. */
const LIMIT_MS = 300_000
/** The build of an earlier release, to be replaced by this one; else this one replaces itself. */
const previousBuild = process.env.PREVIOUS_BUILD

let harness: FaultHarness

beforeAll(async () => {
  harness = await startHarness({
    LAME_DUCK_MS: '1500',
    // As in production: who waits longer for a table gets a 503.
    QUERY_TIMEOUT_MS: '3000',
    POOL_TIMEOUT_MS: '5000',
  })
})
afterAll(() => harness.end())

const portOf = (web: ShopProcess) => Number(new URL(web.url).port)

/** Clients who keep their connections and ask one page after the other, and two who buy one order after the other. */
function startTraffic(url: string) {
  const agents = Array.from({ length: CLIENTS }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const turns = pLimit(ASKING)
  const seen = { answered: 0, failed: [] as string[], orders: [] as number[] }
  let isOver = false
  const ask = (path: string, agent: Agent) =>
    new Promise<void>((resolve) => {
      const fail = (error: Error) => {
        seen.failed.push(`${path}: ${error.message}`)
        resolve()
      }
      const asked = get(`${url}${path}`, { agent }, (answer) => {
        if (answer.statusCode !== 200) seen.failed.push(`${path}: ${answer.statusCode}`)
        answer.once('error', fail)
        answer.once('end', () => {
          seen.answered += 1
          resolve()
        })
        answer.resume()
      })
      asked.once('error', fail)
    })
  const pages = ['/', '/publications', `/publications/${publications.manual}`, '/cart', '/login', '/status']
  const reader = async (agent: Agent, first: number) => {
    for (let turn = first; !isOver; turn++) await turns(() => ask(pages[turn % pages.length] ?? '/', agent))
  }
  const purchaser = async () => {
    while (!isOver) {
      const { orderId, answer } = await buy(url)
      if (Number.isNaN(orderId)) seen.failed.push(`order: ${answer.status} ${answer.location}`)
      else seen.orders.push(orderId)
    }
  }
  const all = Promise.all([...agents.map(reader), purchaser(), purchaser()])
  return {
    seen,
    further: async (count: number, orders = 1) => {
      const goal = { answered: seen.answered + count, orders: seen.orders.length + orders }
      await until(
        `${count} answers and ${orders} orders more (${seen.failed.slice(0, 3)})`,
        async () => seen.answered >= goal.answered && seen.orders.length >= goal.orders,
        120_000,
      )
    },
    async end() {
      isOver = true
      await all
      for (const agent of agents) agent.destroy()
    },
  }
}

test(
  'two webs and two workers are replaced behind a proxy, and no request fails and no order is lost (row 15)',
  async () => {
    const webs = await Promise.all([
      harness.web({}, undefined, previousBuild),
      harness.web({}, undefined, previousBuild),
    ])
    const workers = [await harness.worker(), await harness.worker()]
    const balancer = await startBalancer(webs.map(portOf))
    const before = await harness.orders()
    const traffic = startTraffic(balancer.url)
    await traffic.further(100)
    for (const web of webs) {
      expect(await web.stop()).toBe(0)
      await traffic.further(50)
      const next = await harness.web({}, portOf(web))
      await until('the new web among the ready ones', async () => balancer.isReady(portOf(next)))
      await traffic.further(50)
    }
    for (const worker of workers) {
      expect(await worker.stop()).toBe(0)
      await harness.worker()
    }
    await traffic.further(50)
    await traffic.end()
    expect(traffic.seen.failed).toEqual([])
    const placed = (await harness.orders()).filter((id) => !before.includes(id))
    expect(placed).toEqual(traffic.seen.orders.toSorted((a, b) => a - b))
    await expectInvariants(harness, placed)
    balancer.close()
  },
  LIMIT_MS,
)

test(
  'orders are placed while tables change under them, even behind a report that holds the change up (row 27)',
  async () => {
    const web = await harness.web()
    const before = await harness.orders()
    const traffic = startTraffic(web.url)
    await traffic.further(20)
    const report = connect(harness.environment.DATABASE_URL ?? '', { connections: 1 })
    const patient = connectPatiently(harness.environment.DATABASE_URL)
    let isChanged = false
    const change = await report.transaction().execute(async (trx) => {
      await sql`select count(*) from orders`.execute(trx)
      const changing = untilAnswered(
        () => sql`alter table orders add column of_the_next_release varchar(20) null`.execute(patient),
        60_000,
      ).then(() => {
        isChanged = true
      })
      await traffic.further(50, 3)
      expect(isChanged).toBe(false)
      return { done: () => changing }
    })
    await change.done()
    await sql`create table table_of_the_next_release (id int not null primary key)`.execute(patient)
    await traffic.further(50, 3)
    await traffic.end()
    expect(traffic.seen.failed).toEqual([])
    await Promise.all([report.destroy(), patient.destroy()])
    await expectInvariants(harness, [...before, ...traffic.seen.orders])
  },
  LIMIT_MS,
)
