import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { jobSpan, signal } from '#app/signals.server.ts'
import { reportErrors, scrub } from '#app/telemetry/error-reports.server.ts'
import { startFakeServer } from '#tests/support/fakes/fake-server.ts'
import { type Edge, startEdge } from './test-server.ts'

const event = z.object({
  event_id: z.string().length(32),
  platform: z.literal('node'),
  level: z.string(),
  release: z.string(),
  environment: z.string(),
  transaction: z.string().optional(),
  tags: z.object({ request_id: z.string().optional(), effect: z.number().optional() }),
  exception: z.object({
    values: z.array(
      z.object({
        type: z.string(),
        value: z.string(),
        stacktrace: z.object({
          frames: z.array(z.object({ function: z.string(), filename: z.string(), lineno: z.number() })),
        }),
      }),
    ),
  }),
  extra: z.object({ dropped_before: z.number() }).optional(),
})

let receiver: Awaited<ReturnType<typeof startFakeServer>>
let edge: Edge
let reporting: ReturnType<typeof reportErrors> | undefined
const end = async () => reporting?.end()

beforeAll(async () => {
  receiver = await startFakeServer(() => ({ body: { id: '1' } }))
  edge = await startEdge({
    readVersion: async () => {
      fail('while a page was answered')
      return 'v1'
    },
  })
})
afterEach(async () => {
  await end()
  receiver.reset()
})
afterAll(async () => {
  await edge.close()
  await receiver.close()
})

function start(more: Partial<Parameters<typeof reportErrors>[0]> = {}) {
  const dsn = receiver.url.replace('http://', 'http://public-key@')
  reporting = reportErrors({ dsn: `${dsn}/below/7`, release: 'abc123', environment: 'test', ...more })
}

/** The events that came, each out of an envelope. */
function events() {
  return receiver.requests.map(({ body }) => {
    const [head = '', item = '', ...rest] = body.split('\n')
    const { event_id: id } = z
      .object({ event_id: z.string(), sent_at: z.iso.datetime() })
      .parse(JSON.parse(head))
    expect(JSON.parse(item)).toEqual({ type: 'event' })
    expect(rest).toHaveLength(1)
    const read = event.parse(JSON.parse(rest[0] ?? ''))
    expect(read.event_id).toBe(id)
    return read
  })
}

const fail = (message: string) => signal('error', { message, level: 'error', error: new TypeError(message) })

test('an error arrives in an envelope, with its stack, the job and the effect', async () => {
  start()
  await jobSpan({ job: 'issue-boleto', subject: '9', outboxId: 31, attempt: 1 }, async () =>
    fail('no rows of page 2'),
  )
  await end()
  const [request] = receiver.requests
  expect(request?.path).toBe('/below/api/7/envelope/')
  expect(request?.headers['x-sentry-auth']).toMatch(/^Sentry sentry_version=7, .*sentry_key=public-key$/)
  const [read] = events()
  expect(read).toMatchObject({ transaction: 'issue-boleto', tags: { effect: 31 }, release: 'abc123' })
  const [thrown] = read?.exception.values ?? []
  expect(thrown).toMatchObject({ type: 'TypeError', value: 'no rows of page 2' })
  expect(thrown?.stacktrace.frames.at(-1)?.filename).toContain('error-reports.test.ts')
})

test('nothing of a person goes out', async () => {
  start()
  const text =
    'ana@example.com with 529.982.247-25 and 52998224725 at /change_pass/s3cret said "Rua das Flores, 1"'
  const sqlError = Object.assign(new Error(`Duplicate entry ${text}`), { sqlState: '23000', code: 'ER_DUP' })
  fail(text)
  signal('error', { message: 'page error', level: 'error', error: sqlError, requestId: 'req-1' })
  await end()
  const sent = receiver.requests.map(({ body }) => body).join()
  expect(sent).not.toMatch(/ana@|529\.982|52998|s3cret|Flores/)
  expect(sent).toContain('database error')
  expect(events()[1]?.tags.request_id).toBe('req-1')
})

test.each([
  ['no mail to joao.silva+x@example.com.br now', 'no mail to [email] now'],
  ['CNPJ 11.222.333/0001-81 is known', 'CNPJ [number] is known'],
  ['order 77 is gone', 'order 77 is gone'],
  ["Unknown column 'Maria' in 1", 'Unknown column [value] in 1'],
])('%s is sent as %s', (text, scrubbed) => expect(scrub(text)).toBe(scrubbed))

test('an error of a request names its route and its id, not its address', async () => {
  start()
  const { headers } = await edge.send({ path: '/publications?q=ana' })
  await end()
  const [read] = events()
  expect(read?.transaction).toBe('GET (none)')
  expect(read?.tags.request_id).toBe(headers['x-request-id'])
  expect(receiver.requests[0]?.body).not.toContain('q=ana')
})

test('of very many errors a few go out, and the next says how many did not', async () => {
  let time = 0
  start({ perMinute: 2, now: () => time })
  for (let count = 0; count < 5; count++) fail('again')
  await end()
  expect(events()).toHaveLength(2)
  start({ perMinute: 1, now: () => time })
  fail('first')
  fail('second')
  time = 60_001
  fail('third')
  await end()
  expect(events().map(({ extra }) => extra?.dropped_before)).toEqual([undefined, undefined, undefined, 1])
})

test('a receiver that says it is too much is left alone for as long as it says', async () => {
  let time = 0
  receiver.fail('status-429', { times: 1 })
  start({ now: () => time })
  fail('one')
  await reporting?.flush()
  fail('two')
  time = 60_001
  fail('three')
  await end()
  expect(events().map(({ extra }) => extra?.dropped_before)).toEqual([undefined, 1])
})

test('a receiver that is silent, gone or broken holds up nobody', async () => {
  receiver.fail('silent', { times: 3 })
  start({ timeoutMs: 50 })
  const began = performance.now()
  for (let count = 0; count < 1_000; count++) fail('lost')
  expect(receiver.requests.length).toBeLessThanOrEqual(3)
  await end()
  expect(performance.now() - began).toBeLessThan(20_000)
  const gone = createServer().listen(0, '127.0.0.1')
  await once(gone, 'listening')
  const address = gone.address()
  gone.close()
  const port = typeof address === 'object' ? address?.port : 0
  start({ dsn: `http://key@127.0.0.1:${port}/1` })
  fail('nobody there')
  await end()
})
