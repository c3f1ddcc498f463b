import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect } from '#app/models/platform/connection.server.ts'
import { pixToken, startFakePixBank } from '#tests/support/fakes/fake-pix-bank.ts'
import { startDatabaseProxy } from '#tests/support/fakes/tcp-proxy.ts'

// Sets credentials and database before the shop is imported, which reads them on import. The tests can cut the
// database's connections through the proxy.
const bank = await startFakePixBank()
Object.assign(process.env, bank.environment, { PIX_WEBHOOK_HEADER: 'X-Client-Verify:SUCCESS' })
const proxy = await startDatabaseProxy(process.env.DATABASE_URL ?? '')
globalThis.aeropubDatabase = connect(proxy.url)
const { db } = await import('#app/models/platform/db.server.ts')
const { build } = await import('#tests/support/app-client.ts')
const { startEdge } = await import('#tests/server/test-server.ts')

let edge: Awaited<ReturnType<typeof startEdge>>

beforeAll(async () => {
  edge = await startEdge({ build })
})
beforeEach(() => bank.reset())
afterAll(async () => {
  await edge.close()
  await bank.close()
  await proxy.close()
})

const endToEndId = `E99999999${'0'.repeat(22)}7`
const proxyHeaders = { 'X-Client-Verify': 'SUCCESS' }
const webhookPath = `/webhooks/pix/${pixToken}`

function postEvent(
  body: string,
  {
    path = `${webhookPath}/pix`,
    headers = proxyHeaders,
  }: { path?: string; headers?: Record<string, string> } = {},
) {
  const bodyHeaders = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
  }
  return edge.send({ method: 'POST', path, headers: { ...bodyHeaders, ...headers }, body })
}

const makeCallBody = (...ids: string[]) =>
  JSON.stringify({
    pix: ids.map((id) => ({
      endToEndId: id,
      txid: 'a'.repeat(32),
      valor: '999999.00',
      horario: '2026-11-25T03:00:00Z',
      infoPagador: 'Zenaide',
    })),
  })
const listJobs = () => db.selectFrom('outbox').select(['job', 'subject']).execute()

test.each([`${webhookPath}/pix`, webhookPath])(
  'a call at %s with the same Pix twice returns 200 and queues one Pix query',
  async (path) => {
    const answer = await postEvent(makeCallBody(endToEndId, endToEndId), { path })
    expect([answer.status, answer.body]).toEqual([200, ''])
    expect(await listJobs()).toEqual([{ job: 'read-pix', subject: endToEndId }])
  },
)

test('queues one query for a hundred concurrent copies, and another for a later one', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => postEvent(makeCallBody(endToEndId))))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await listJobs()).toHaveLength(1)
  await db.updateTable('outbox').set({ done_at: new Date() }).execute()
  await postEvent(makeCallBody(endToEndId))
  const openJobs = await db.selectFrom('outbox').select('id').where('done_at', 'is', null).execute()
  expect(openJobs).toHaveLength(1)
})

test('returns 200 to the bank’s test call', async () => {
  expect((await postEvent(JSON.stringify({ evento: 'teste_webhook' }))).status).toBe(200)
  expect((await postEvent(JSON.stringify({ pix: [] }))).status).toBe(200)
  expect(await listJobs()).toEqual([])
})

test.each<[string, number, string, { path?: string; headers?: Record<string, string> }]>([
  ['another token', 401, makeCallBody(endToEndId), { path: `/webhooks/pix/${'y'.repeat(40)}/pix` }],
  ['no proxy header', 401, makeCallBody(endToEndId), { headers: {} }],
  ['another proxy header', 401, makeCallBody(endToEndId), { headers: { 'X-Client-Verify': 'FAILED' } }],
  ['broken JSON', 400, '{"pix": [', {}],
  ['a list', 400, '[]', {}],
  ['invalid ids', 400, makeCallBody('../../webhook'), {}],
  ['too many entries', 400, makeCallBody(...Array.from({ length: 1001 }, () => endToEndId)), {}],
])('a call with %s returns %i and does nothing', async (_fault, status, body, options) => {
  expect((await postEvent(body, options)).status).toBe(status)
  expect(await listJobs()).toEqual([])
})

test('returns 503 with Retry-After without a database', async () => {
  proxy.fail('refuse')
  const answer = await postEvent(makeCallBody(endToEndId))
  proxy.recover()
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5'])
  expect((await postEvent(makeCallBody(endToEndId))).status).toBe(200)
})
