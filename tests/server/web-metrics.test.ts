import { afterAll, beforeAll, expect, test } from 'vitest'
import { Admission } from '#server/load/admission.ts'
import { createGatherer } from '#server/watch/gather-metrics.ts'
import { metricsAnswer } from '#server/watch/metrics-message.ts'
import { makeWebMetrics } from '#server/watch/web-metrics.ts'
import { type Edge, startEdge } from './test-server.ts'

const requests = new Admission({ max: 4, waitMs: 1 })
const { registry, refresh } = makeWebMetrics({ requests })
let edge: Edge

beforeAll(async () => {
  edge = await startEdge({ rooms: { requests } })
})
afterAll(() => edge.close())

async function readMetrics(): Promise<string> {
  refresh()
  return registry.metrics()
}

async function readSnapshot() {
  refresh()
  const message = { type: 'metrics', asked: 1, metrics: await registry.getMetricsAsJSON() }
  // Serialises the snapshot like a message between processes.
  return metricsAnswer.parse(JSON.parse(JSON.stringify(message))).metrics
}

test('counts requests by route, method and status class, without personal data', async () => {
  await edge.send({ path: '/resource?secret=1' })
  await edge.send({ path: '/resource', headers: { 'User-Agent': 'x' } })
  await edge.send({ path: '/broken' })
  await edge.send({ path: '/ana@example.com/12345678909' })
  await edge.send({ path: '/assets/app-a1b2c3.js' })
  const text = await readMetrics()
  expect(text).toContain('aeropub_http_requests_total{route="/resource",method="GET",status="2xx"} 2')
  expect(text).toContain('aeropub_http_requests_total{route="/broken",method="GET",status="5xx"} 1')
  expect(text).toContain('aeropub_http_requests_total{route="(none)",method="GET",status="4xx"} 1')
  expect(text).toContain('aeropub_http_requests_total{route="/assets/*",method="GET",status="2xx"} 1')
  expect(text).toContain('aeropub_http_request_seconds_count{route="/resource"} 2')
  expect(text).toContain('aeropub_http_requests_in_progress 0')
  expect(text).not.toMatch(/ana@|12345678909|secret/)
})

test('reports a database that does not answer to this process, at the next scrape', async () => {
  const state = { isReady: true }
  const web = makeWebMetrics({}, async () => state.isReady)
  // The first scrape starts the check of the database; the second reports its result.
  const scrapeTwice = async () => {
    web.refresh()
    await web.registry.metrics()
    return web.registry.metrics()
  }
  expect(await scrapeTwice()).toContain('aeropub_database_up 1')
  state.isReady = false
  expect(await scrapeTwice()).toContain('aeropub_database_up 0')
})

test('counts requests in progress', async () => {
  const slowReply = edge.send({ path: '/slow' })
  await edge.diary.slow.entered
  expect(await readMetrics()).toContain('aeropub_http_requests_in_progress 1')
  edge.diary.slow.finish()
  await slowReply
  expect(await readMetrics()).toContain('aeropub_http_requests_in_progress 0')
})

test('counts admitted and rejected requests', async () => {
  const places = await Promise.all(Array.from({ length: 4 }, () => requests.admit('reserved')))
  expect((await edge.send({ path: '/resource' })).status).toBe(503)
  const text = await readMetrics()
  expect(text).toContain('aeropub_admission_requests{room="requests",state="in_progress"} 4')
  expect(text).toContain('aeropub_requests_turned_away_total{room="requests"} 1')
  for (const leave of places) leave?.()
  expect(await readMetrics()).toContain('aeropub_admission_requests{room="requests",state="in_progress"} 0')
  expect(await readMetrics()).toContain('aeropub_requests_turned_away_total{room="requests"} 1')
})

test('does not serve metrics on the shop’s port', async () => {
  expect((await edge.send({ path: '/metrics' })).status).toBe(404)
})

test('retains the counts of a stopped process', async () => {
  const gatherer = createGatherer()
  const snapshot = await readSnapshot()
  // The first test of this file requested /broken once.
  const countRequests = async () =>
    Number(/aeropub_http_requests_total\{route="\/broken".*\} (\d+)/.exec(await gatherer.formatSums())?.[1])
  gatherer.storeSnapshot(1, snapshot)
  gatherer.storeSnapshot(2, snapshot)
  expect(await countRequests()).toBe(2)
  await gatherer.endProcess(1)
  expect(await countRequests()).toBe(2)
  gatherer.storeSnapshot(3, snapshot)
  expect(await countRequests()).toBe(3)
  await gatherer.endProcess(2)
  await gatherer.endProcess(3)
  expect(await countRequests()).toBe(3)
})

test('reports the number of running processes only', async () => {
  const gatherer = createGatherer()
  gatherer.storeSnapshot(1, await readSnapshot())
  gatherer.storeSnapshot(2, await readSnapshot())
  expect(await gatherer.formatSums()).toContain('aeropub_processes 2')
  await gatherer.endProcess(1)
  expect(await gatherer.formatSums()).toContain('aeropub_processes 1')
})
