import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startFakeServer } from '#tests/support/fakes/fake-server.ts'
import { waitFor } from '../../support/shop.ts'
import { type FaultHarness, startHarness } from '../fault-harness.ts'
import { buyPublication } from '../support/buyer.ts'

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(attribute),
  events: z.array(z.object({ name: z.string(), attributes: z.array(attribute) })),
})
const traces = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
})

let harness: FaultHarness
let receiver: Awaited<ReturnType<typeof startFakeServer>>

beforeAll(async () => {
  receiver = await startFakeServer(() => ({ body: {} }))
  harness = await startHarness({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url })
})
afterAll(async () => {
  await harness.end()
  await receiver.close()
})

function listSpans(service: string) {
  return receiver.requests
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => traces.parse(JSON.parse(body)).resourceSpans)
    .filter(({ resource }) => findAttribute(resource.attributes, 'service.name') === service)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
}

function findAttribute(attributes: z.output<typeof attribute>[], key: string): unknown {
  const [value] = Object.values(attributes.find((attribute) => attribute.key === key)?.value ?? {})
  return value
}

test('a trace covers an order up to the mail server without personal data, and continues that of a trusted proxy', async () => {
  const web = await harness.startWeb({ TRUST_PROXY: '1' })
  const worker = await harness.startWorker()
  await buyPublication(web.url)
  await harness.waitUntilDone()
  const formSpan = await waitFor('the span of the form', async () =>
    listSpans('aeropub-web').find(({ name, events }) => name === 'POST /checkout' && events.length > 0),
  )
  const queuedEffects = formSpan.events.map(({ attributes }) => findAttribute(attributes, 'aeropub.effect'))
  const boletoSpan = await waitFor('the run of the boleto', async () =>
    listSpans('aeropub-worker').find(({ name }) => name === 'issue-boleto'),
  )
  expect(queuedEffects).toContain(findAttribute(boletoSpan.attributes, 'aeropub.effect'))
  // The span of a call may arrive before the span of its run.
  const mailJobSpan = await waitFor('a run that called the mail server', async () => {
    const spans = listSpans('aeropub-worker')
    const calls = spans.filter(({ name }) => name === 'mail')
    return spans.find(({ spanId, traceId }) =>
      calls.some((call) => call.parentSpanId === spanId && call.traceId === traceId),
    )
  })
  const allSpans = [...listSpans('aeropub-web'), ...listSpans('aeropub-worker')]
  const effects = allSpans.flatMap(({ events }) =>
    events.map(({ attributes }) => findAttribute(attributes, 'aeropub.effect')),
  )
  expect(effects).toContain(findAttribute(mailJobSpan.attributes, 'aeropub.effect'))
  const exportedTraces = receiver.requests.map(({ body }) => body).join()
  expect(exportedTraces).not.toMatch(/@|cookie|password/i)

  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  await fetch(`${web.url}/terms`, { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } })
  const continued = await waitFor('the trace of the proxy', async () =>
    listSpans('aeropub-web').find((span) => span.traceId === traceId),
  )
  expect(continued).toMatchObject({ name: 'GET /terms', parentSpanId: '00f067aa0ba902b7' })
  expect(await web.stop()).toBe(0)
  expect(await worker.stop()).toBe(0)
})

test('a request without a trusted proxy starts its own trace', async () => {
  const web = await harness.startWeb()
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  await fetch(`${web.url}/privacy`, { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } })
  const ownSpan = await waitFor('its span', async () =>
    listSpans('aeropub-web').find(({ name }) => name === 'GET /privacy'),
  )
  expect(ownSpan.traceId).not.toBe(traceId)
  expect(await web.stop()).toBe(0)
})

/** A Node.js option that makes a process throw an uncaught error on SIGUSR2. */
const throwOnSignal = `--import=data:text/javascript,${encodeURIComponent(
  "process.on('SIGUSR2',()=>{throw new Error('a fault of nobody')})",
)}`

test.each(['web', 'worker'] as const)('an uncaught error is logged and ends the %s', async (kind) => {
  const start = kind === 'web' ? harness.startWeb : harness.startWorker
  const killedProcess = await start({ NODE_OPTIONS: throwOnSignal })
  killedProcess.signal('SIGUSR2')
  expect(await killedProcess.ended).toBe(1)
  expect(killedProcess.output()).toMatch(/"level":60[^\n]*a fault of nobody/)
})

test('the supervisor logs a killed web process and ends on its own errors', async () => {
  const web = await harness.startWeb({ WEB_PROCESSES: '2', NODE_OPTIONS: throwOnSignal })
  const started = await waitFor(
    'a web process',
    async () => /"pid":(\d+),[^\n]*"msg":"web started"/.exec(web.output()) ?? undefined,
  )
  process.kill(Number(started[1]), 'SIGKILL')
  await waitFor('the log line', async () => web.output().includes('web process ended unasked') || undefined)
  web.signal('SIGUSR2')
  expect(await web.ended).toBe(1)
  expect(web.output()).toMatch(/"level":60[^\n]*a fault of nobody/)
})

test('a web process whose port is in use logs this and exits with code 1', async () => {
  const port = Number(new URL(receiver.url).port)
  const failedWeb = await harness.startWeb({}, port)
  expect(await failedWeb.ended).toBe(1)
  expect(failedWeb.output()).toMatch(/"level":60[^\n]*web cannot listen/)
})

test('an unresponsive trace receiver blocks neither pages nor the end of a process', async () => {
  receiver.fail('silent')
  const web = await harness.startWeb()
  expect((await fetch(`${web.url}/contact`)).status).toBe(200)
  expect(await web.stop()).toBe(0)
  const killedWeb = await harness.startWeb({ NODE_OPTIONS: throwOnSignal })
  killedWeb.signal('SIGUSR2')
  expect(await killedWeb.ended).toBe(1)
})
