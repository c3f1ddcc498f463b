import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBalancer } from '../support/fakes/balancer.ts'
import { type ShopProcess, waitFor } from '../support/shop.ts'
import { type FaultHarness, startHarness } from './fault-harness.ts'
import { expectInvariants } from './invariants.ts'
import { startTraffic, TRAFFIC_TEST_MS, trafficLimits } from './support/traffic.ts'

/** The build of an earlier release, which this one replaces; otherwise this one replaces itself. */
const previousBuild = process.env.PREVIOUS_BUILD

let harness: FaultHarness

beforeAll(async () => {
  harness = await startHarness({ LAME_DUCK_MS: '1500', ...trafficLimits })
})
afterAll(() => harness.end())

const getPort = (web: ShopProcess) => Number(new URL(web.url).port)

test('a rolling restart of two web processes and two workers behind a proxy fails no request and loses no order (row 15)', {
  timeout: TRAFFIC_TEST_MS,
  meta: { slow: 'replaces four processes under traffic' },
}, async () => {
  const webs = await Promise.all([
    harness.startWeb({}, undefined, previousBuild),
    harness.startWeb({}, undefined, previousBuild),
  ])
  const workers = [await harness.startWorker(), await harness.startWorker()]
  const balancer = await startBalancer(webs.map(getPort))
  const ordersBefore = await harness.listOrders()
  const traffic = startTraffic(balancer.url)
  await traffic.waitForResponses(100)
  for (const web of webs) {
    expect(await web.stop()).toBe(0)
    await traffic.waitForResponses(50)
    const next = await harness.startWeb({}, getPort(web))
    await waitFor('the new web among the ready ones', async () => balancer.isReady(getPort(next)))
    await traffic.waitForResponses(50)
  }
  for (const worker of workers) {
    expect(await worker.stop()).toBe(0)
    await harness.startWorker()
  }
  await traffic.waitForResponses(50)
  await traffic.end()
  expect(traffic.results.failures).toEqual([])
  const placedOrderIds = (await harness.listOrders()).filter((id) => !ordersBefore.includes(id))
  expect(placedOrderIds).toEqual(traffic.results.orderIds.toSorted((a, b) => a - b))
  await expectInvariants(harness, placedOrderIds)
  balancer.close()
})
