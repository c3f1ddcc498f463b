import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDatabaseProxy } from '#tests/support/fakes/tcp-proxy.ts'
import { findFreePort, waitFor } from '../../support/shop.ts'
import { type FaultHarness, startHarness } from '../fault-harness.ts'

let harness: FaultHarness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.end())

const fetchText = async (address: string) => (await fetch(address)).text()
const readValue = (text: string, line: string) => Number(text.split(`\n${line} `)[1]?.split('\n')[0])

test('the metrics of two web processes are summed, and the sum does not decrease when one is killed', async () => {
  const port = await findFreePort()
  const web = await harness.startWeb({ WEB_PROCESSES: '2', METRICS_PORT: String(port) })
  const address = `http://127.0.0.1:${port}/metrics`
  await waitFor('two processes', async () => readValue(await fetchText(address), 'aeropub_processes') === 2)
  // Each request has a connection of its own, so that both processes receive some.
  for (let count = 0; count < 20; count++)
    await fetch(`${web.url}/terms`, { headers: { Connection: 'close' } })
  const line = 'aeropub_http_requests_total{route="/terms",method="GET",status="2xx"}'
  expect(readValue(await fetchText(address), line)).toBe(20)
  expect(await fetchText(address)).toContain('aeropub_kept_pages_total{result="hit"}')
  expect((await fetch(`${web.url}/metrics`)).status).toBe(404)
  const [pid] = /"pid":(\d+),[^\n]*"msg":"web started"/.exec(web.output())?.slice(1) ?? []
  process.kill(Number(pid), 'SIGKILL')
  await waitFor('its end', async () => web.output().includes('web process ended unasked'))
  expect(readValue(await fetchText(address), line)).toBe(20)
  await waitFor('another', async () => readValue(await fetchText(address), 'aeropub_processes') === 2)
  await fetch(`${web.url}/terms`)
  expect(readValue(await fetchText(address), line)).toBe(21)
  expect(await web.stop()).toBe(0)
})

test('a worker exports its own metrics during a database outage', async () => {
  const line = await startDatabaseProxy(harness.environment.DATABASE_URL ?? '')
  const worker = await harness.startWorker({ DATABASE_URL: line.url, QUERY_TIMEOUT_MS: '500' })
  expect(await fetchText(`${worker.url}/metrics`)).toContain('aeropub_outbox_effects{state="open"}')
  await line.close()
  const metrics = await waitFor('the metric of the outage', async () => {
    const text = await fetchText(`${worker.url}/metrics`)
    return text.includes('aeropub_database_up 0') && text
  })
  expect(metrics).toContain('aeropub_redis_up 1')
  expect(metrics).toContain('aeropub_queue_jobs{lane="work",state="waiting"}')
  expect(metrics).not.toContain('aeropub_outbox_effects')
  worker.signal('SIGKILL')
  await worker.ended
})
