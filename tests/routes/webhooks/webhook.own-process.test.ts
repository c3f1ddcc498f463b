import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '#app/models/platform/connection.server.ts'
import { startFakeAsaas } from '#tests/support/fakes/fake-asaas.ts'
import { startDatabaseProxy } from '#tests/support/fakes/tcp-proxy.ts'

// Sets gateway and database in the environment before the shop is loaded. The proxy can cut the database.
const fakeGateway = await startFakeAsaas()
Object.assign(process.env, fakeGateway.environment)
const databaseProxy = await startDatabaseProxy(process.env.DATABASE_URL ?? '')
globalThis.aeropubDatabase = connect(databaseProxy.url)
const { db } = await import('#app/models/platform/db.server.ts')
const { findOldestOpenWebhookEvent } = await import('#app/models/payments/gateway-event.server.ts')
const { build } = await import('#tests/support/app-client.ts')
const { startEdge } = await import('#tests/server/test-server.ts')

let edge: Awaited<ReturnType<typeof startEdge>>
const token = fakeGateway.webhook.token

beforeAll(async () => {
  edge = await startEdge({ build })
})
beforeEach(() => {
  fakeGateway.reset()
  fakeGateway.webhook.url = `${edge.origin}/webhooks/asaas`
})
afterAll(async () => {
  await edge.close()
  await fakeGateway.close()
  await databaseProxy.close()
})

const makeEvent = (changes: Record<string, unknown> = {}) => ({
  id: 'evt_1&368604920',
  event: 'PAYMENT_RECEIVED',
  dateCreated: '2026-11-21 16:45:03',
  payment: {
    id: 'pay_1',
    externalReference: 'pedido-7-0',
    customer: 'cus_1',
    value: 128.9,
    payer: 'Zenaide',
  },
  ...changes,
})
const listEvents = () => db.selectFrom('gateway_events').selectAll().execute()
const listQueuedJobs = () => db.selectFrom('outbox').select(['job', 'subject']).execute()

function sendCall(headers: Record<string, string>, body: string | undefined, method = 'POST', path?: string) {
  return edge.send({ method, path: path ?? '/webhooks/asaas', headers, body })
}

const jsonHeaders = { 'Content-Type': 'application/json', 'asaas-access-token': token }

function postEvent(body: string, headers: Record<string, string> = jsonHeaders) {
  return sendCall({ ...headers, 'Content-Length': String(Buffer.byteLength(body)) }, body)
}

test('stores a webhook event with its queued job and returns an empty 200', async () => {
  expect(await fakeGateway.deliverEvent(makeEvent())).toBe(200)
  const [event] = await listEvents()
  expect(event).toEqual({
    id: expect.any(Number),
    event_id: 'evt_1&368604920',
    name: 'PAYMENT_RECEIVED',
    external_id: 'pay_1',
    reference: 'pedido-7-0',
    happened_at: '2026-11-21 16:45:03',
    received_at: expect.any(Date),
    outcome: null,
    processed_at: null,
    ...{ attention: null, resolution_note: null, resolved_at: null, resolved_by: null },
  })
  expect(await listQueuedJobs()).toEqual([{ job: 'process-webhook-event', subject: String(event?.id) }])
  expect(await findOldestOpenWebhookEvent()).toEqual(event?.received_at)
})

test('stores a hundred concurrent copies as one webhook event and returns 200 to each', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => fakeGateway.deliverEvent(makeEvent())))
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(await listEvents()).toHaveLength(1)
  expect(await listQueuedJobs()).toHaveLength(1)
})

test('stores an event of another kind without a charge', async () => {
  expect(await fakeGateway.deliverEvent(makeEvent({ event: 'TRANSFER_DONE', payment: undefined }))).toBe(200)
  expect(await listEvents()).toMatchObject([{ name: 'TRANSFER_DONE', external_id: null, reference: null }])
})

test('stores an event with invalid ids of its charge without these ids', async () => {
  const payment = { id: 'pay_é', externalReference: 'x'.repeat(61) }
  expect(await fakeGateway.deliverEvent(makeEvent({ payment }))).toBe(200)
  expect(await listEvents()).toMatchObject([{ external_id: null, reference: null }])
})

describe('a call that stores nothing', () => {
  test.each([
    ['no token', null],
    ['another token', 'forged-forged-forged'],
    ['half the token', token.slice(0, -1)],
    ['more than the token', `${token}x`],
    ['the key of the API', fakeGateway.environment.ASAAS_API_KEY],
  ])('without the right token returns 401: %s', async (_name, sentToken) => {
    expect(await fakeGateway.deliverEvent(makeEvent(), sentToken)).toBe(401)
    expect(await listEvents()).toEqual([])
    expect(await listQueuedJobs()).toEqual([])
  })

  test.each([
    ['no JSON', '{"id":'],
    ['a list', '[]'],
    ['a text', '"evt_1"'],
    ['no id', JSON.stringify(makeEvent({ id: undefined }))],
    ['an id that is a number', JSON.stringify(makeEvent({ id: 1 }))],
    ['an id that is too long', JSON.stringify(makeEvent({ id: 'x'.repeat(121) }))],
    ['no event', JSON.stringify(makeEvent({ event: '' }))],
  ])('with a body that is %s returns 400', async (_name, body) => {
    expect((await postEvent(body)).status).toBe(400)
    expect(await listEvents()).toEqual([])
  })

  test('with a body that is too long returns 413, or 400 if no length is sent', async () => {
    const body = JSON.stringify(makeEvent({ more: 'x'.repeat(256 * 1024) }))
    expect((await postEvent(body)).status).toBe(413)
    expect((await sendCall({ ...jsonHeaders, 'Transfer-Encoding': 'chunked' }, body)).status).toBe(400)
    expect(await listEvents()).toEqual([])
  })

  test.each(['text/plain', 'text/html', 'application/x-www-form-urlencoded'])(
    'with a body of type %s returns 415',
    async (type) => {
      expect((await postEvent('{}', { ...jsonHeaders, 'Content-Type': type })).status).toBe(415)
    },
  )

  test('with another method returns 405', async () => {
    const answers = []
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
      answers.push((await sendCall({ 'asaas-access-token': token }, undefined, method)).status)
    expect(answers).toEqual([405, 405, 405, 405])
    expect(await listEvents()).toEqual([])
  })
})

test('accepts a webhook event without Content-Length', async () => {
  const reply = await sendCall(
    { ...jsonHeaders, 'Transfer-Encoding': 'chunked' },
    JSON.stringify(makeEvent()),
  )
  expect(reply.status).toBe(200)
  expect(await listEvents()).toHaveLength(1)
})

test.each([
  ['/webhooks/asaas?_data=routes%2Fcheckout%2Fcart', 404],
  ['/webhooks/asaas/', 403],
  ['/webhooks/ASAAS', 403],
  ['/cart', 403],
])('rejects cross-site posts to %s', async (path, status) => {
  const formHeaders = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '3' }
  const reply = await sendCall({ ...formHeaders, 'asaas-access-token': token }, 'a=1', 'POST', path)
  expect(reply.status).toBe(status)
})

test('returns 503 while the database hangs, and accepts the retry once', async () => {
  databaseProxy.break({ when: 'insert', what: 'silence' })
  expect(await fakeGateway.deliverEvent(makeEvent())).toBe(503)
  expect(await fakeGateway.deliverEvent(makeEvent())).toBe(200)
  expect(await listEvents()).toHaveLength(1)
  expect(await listQueuedJobs()).toHaveLength(1)
})

test('a connection lost before the COMMIT loses no event', async () => {
  databaseProxy.break({ when: 'insert', what: 'lose-answer' })
  expect(await fakeGateway.deliverEvent(makeEvent())).toBe(200)
  expect(await listEvents()).toHaveLength(1)
  expect(await listQueuedJobs()).toHaveLength(1)
})

test('returns 503 after a lost COMMIT response, and the retry finds the webhook event', async () => {
  databaseProxy.break({ when: 'commit', what: 'lose-answer' })
  expect(await fakeGateway.deliverEvent(makeEvent())).toBe(503)
  expect(await listEvents()).toHaveLength(1)
  expect(await fakeGateway.deliverEvent(makeEvent())).toBe(200)
  expect(await listEvents()).toHaveLength(1)
  expect(await listQueuedJobs()).toHaveLength(1)
})
