import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answerCall } from '#app/api/dispatch.server.ts'
import { defineOperation } from '#app/api/operation.server.ts'
import { env } from '#app/env.server.ts'
import { endOtherSessions, startSession } from '#app/models/accounts/session.server.ts'
import { HashQueueFull } from '#app/models/accounts/user.server.ts'
import { createApiKey, revokeApiKey } from '#app/models/backoffice/api-key.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { makeCustomer, password } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { ApiClient, callAs } from '#tests/support/api-client.ts'
import { shopOrigin } from '#tests/support/request.ts'

const anyone = new ApiClient()

async function findEmail(userId: number) {
  const user = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  return user.email
}

describe('a token', () => {
  test('is issued for e-mail and password and authenticates calls', async () => {
    const { userId } = await makeCustomer()
    const { status, body } = await anyone.post('/api/token/', { username: await findEmail(userId), password })
    expect(status).toBe(200)
    expect((await new ApiClient(body.access).get('/publication/')).status).toBe(200)
  })

  test.each([
    [
      {},
      { username: ['Esse campo precisa ser preenchido'], password: ['Esse campo precisa ser preenchido'] },
    ],
    [
      { username: 'nobody@example.com', password: 'wrong' },
      { non_field_errors: ['No active account found with the given credentials'] },
    ],
  ])('returns 400 with field errors: %o', async (body, errors) => {
    const answer = await anyone.post('/api/token', body)
    expect([answer.status, answer.body]).toEqual([400, errors])
  })

  test('expires when the sessions of its user end, and at the stored time', async () => {
    const { userId } = await makeCustomer()
    const client = await callAs({ userId })
    expect((await client.get('/publication/')).status).toBe(200)
    await endOtherSessions(userId, null)
    expect((await client.get('/publication/')).status).toBe(401)
    const lateClient = await callAs({ userId })
    await db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    expect((await lateClient.get('/publication/')).status).toBe(401)
  })

  test('authenticates no call if it belongs to a browser session', async () => {
    const { userId } = await makeCustomer()
    const token = await startSession(userId)
    expect((await new ApiClient(token).get('/publication/')).status).toBe(401)
  })

  test.each(['Bearer undefined', 'Bearer null', 'Basic abc', 'Bearer', 'Bearer a b'])(
    'rejects the Authorization header %s',
    async (Authorization) => {
      const answer = await anyone.get('/publication/', { headers: { Authorization } })
      expect([answer.status, answer.body]).toEqual([
        401,
        { detail: 'As credenciais não foram informadas ou não valem mais.' },
      ])
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer')
    },
  )
})

describe('an API key', () => {
  test('works until revoked, records its last use and is stored as a hash', async () => {
    const userId = await makeStaff()
    const { id, key } = await createApiKey(userId, { name: 'ERP', scopes: ['catalogue:read'] })
    const keyClient = new ApiClient(key)
    expect((await keyClient.get('/publication/')).status).toBe(200)
    const keyRow = await db.selectFrom('api_keys').selectAll().executeTakeFirstOrThrow()
    expect(keyRow.last_used_at).not.toBeNull()
    expect(keyRow.key_hash).not.toContain(key)
    await revokeApiKey(id, userId)
    expect((await keyClient.get('/publication/')).status).toBe(401)
  })

  test('stops working when its creator loses staff rights', async () => {
    const userId = await makeStaff()
    const { key } = await createApiKey(userId, { name: 'ERP', scopes: ['catalogue:read'] })
    await db.updateTable('users').set({ is_staff: false }).where('id', '=', userId).execute()
    expect((await new ApiClient(key).get('/publication/')).status).toBe(401)
  })
})

describe('the path and body of a call', () => {
  test('returns the same record with and without a trailing slash', async () => {
    const id = await makePublication()
    for (const path of [`/publication/${id}`, `/publication/${id}/`])
      expect((await anyone.get(path)).body).toMatchObject({ id })
  })

  test.each([
    ['GET', '/api/nothing/', 404],
    ['GET', '/publication/0', 404],
    ['GET', '/publication/abc', 404],
    ['GET', '/publication/4294967296', 404],
    ['GET', '/api/token/', 405],
  ])('%s %s returns %i', async (method, path, status) => {
    const answer = await anyone.call(method, path, undefined)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ detail: expect.any(String) })
  })

  test('rejects a body that is not JSON or has another content type', async () => {
    expect((await anyone.post('/api/token/', '{')).body).toEqual({
      detail: 'O corpo não é JSON válido.',
      non_field_errors: ['O corpo não é JSON válido.'],
    })
    for (const type of ['text/plain', 'application/jsonx', 'multipart/form-data']) {
      const answer = await anyone.post('/api/token/', '{}', { headers: { 'Content-Type': type } })
      expect.soft(answer.status).toBe(415)
    }
  })

  test.each([
    ['an empty text', ''],
    ['no value', 'null'],
    ['a list', '[]'],
    ['a text', '"order"'],
    ['a number', '1'],
    ['excessive depth', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['half a million parts', `[${'0,'.repeat(499_999)}0]`],
    ['names of prototypes', '{"__proto__":{"username":"a","password":"b"}}'],
    ['a list in place of a text', '{"username":["a"],"password":{"b":1}}'],
    ['half a character', '{"username":"\\ud800","password":"\\u0000"}'],
  ])('rejects a body of %s with 400', async (_, body) => {
    const answer = await anyone.post('/api/token/', body)
    expect([answer.status, typeof answer.body]).toEqual([400, 'object'])
  })
})

describe('rate limits', () => {
  test('limits the calls of one token per minute, but neither other tokens nor public reads', async () => {
    const [firstClient, otherClient] = [
      await callAs(await makeCustomer()),
      await callAs(await makeCustomer()),
    ]
    const limit = env.API_CALLS_PER_MINUTE * env.LIMIT_FACTOR
    const firstAnswer = await firstClient.get('/order/')
    expect(firstAnswer.headers.get('RateLimit-Remaining')).toBe(String(limit - 1))
    expect(firstAnswer.headers.get('RateLimit-Policy')).toBe(`"calls";q=${limit};w=60`)
    const reset = firstAnswer.headers.get('RateLimit-Reset')
    expect(firstAnswer.headers.get('RateLimit')).toBe(`"calls";r=${limit - 1};t=${reset}`)
    // Fills this minute and the next, because the minute may end during the test.
    const minutes = [0, 1].map((offset) => Math.floor(Date.now() / 60_000) + offset)
    const { who_hash } = await db.selectFrom('api_calls').select('who_hash').executeTakeFirstOrThrow()
    for (const minute of minutes)
      await db.replaceInto('api_calls').values({ who_hash, minute, calls: limit }).execute()
    // The process has already reserved a block of calls, and first uses this up.
    const answers = await Promise.all(Array.from({ length: 5 }, () => firstClient.get('/order/')))
    const rejectedAnswer = answers.find(({ status }) => status === 429) ?? expect.fail('all were answered')
    expect((await firstClient.get('/order/')).status).toBe(429)
    expect(Number(rejectedAnswer.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(rejectedAnswer.body.non_field_errors).toEqual([rejectedAnswer.body.detail])
    expect((await otherClient.get('/order/')).status).toBe(200)
    expect((await firstClient.get('/publication/')).status).toBe(200)
  })

  test('applies a larger limit to public reads, with and without a token', async () => {
    const limit = env.API_PUBLIC_READS_PER_MINUTE * env.LIMIT_FACTOR
    expect(limit).toBeGreaterThan(env.API_CALLS_PER_MINUTE * env.LIMIT_FACTOR)
    for (const client of [anyone, await callAs(await makeCustomer())]) {
      const { headers } = await client.get('/publication/')
      expect.soft(headers.get('RateLimit-Policy')).toBe(`"reads";q=${limit};w=60`)
    }
  })
})

test('rejects calls with wrong tokens, and counts them per network', async () => {
  const wrongClient = new ApiClient('wrong')
  const statuses: number[] = []
  // One call more than a process reserves at once.
  for (let call = 0; call < 6; call++) statuses.push((await wrongClient.get('/publication/')).status)
  expect(new Set(statuses)).toEqual(new Set([401]))
  const callCounts = await db.selectFrom('api_calls').select('calls').execute()
  expect(callCounts.some(({ calls }) => calls > 1)).toBe(true)
})

describe('a creating call with Idempotency-Key', () => {
  const retriableFailures = {
    'a missing record': () => new Response(null, { status: 404 }),
    'a record saved by another meanwhile': () => new StaleRecordError(),
    'too many passwords to hash': () => new HashQueueFull(),
  }
  const failures = { ...retriableFailures, 'something unforeseen': () => new Error('unforeseen') }
  type Failure = keyof typeof failures
  const isFailure = (name: string): name is Failure => name in failures

  let handledCalls = 0
  const createOperation = defineOperation({
    id: 'testCreate',
    method: 'POST',
    path: '/api/test/',
    tag: 'Teste',
    summary: 'Criar',
    access: 'anyone',
    scope: null,
    isCreating: true,
    body: z.object({ name: z.string().max(5), fails: z.string().optional() }),
    success: { status: 201, description: 'Criado', schema: z.object({ id: z.number() }) },
    async handle({ body }) {
      handledCalls += 1
      if (body.fails && isFailure(body.fails)) throw failures[body.fails]()
      return { id: handledCalls }
    },
  })

  async function createRecord(body: unknown, key?: string) {
    const request = new Request(`${shopOrigin}/api/test/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(key ? { 'Idempotency-Key': key } : {}) },
      body: JSON.stringify(body),
    })
    const answer = await answerCall({ request, context: {}, params: {} }, [createOperation])
    return { status: answer.status, body: await answer.json(), headers: answer.headers }
  }

  test('runs once; a repeat returns the first response, and another body returns 422', async () => {
    const firstAnswer = await createRecord({ name: 'a' }, 'k1')
    const secondAnswer = await createRecord({ name: 'a' }, 'k1')
    expect([firstAnswer.status, secondAnswer.status]).toEqual([201, 201])
    expect(secondAnswer.body).toEqual(firstAnswer.body)
    expect(secondAnswer.headers.get('Idempotency-Replayed')).toBe('true')
    expect((await createRecord({ name: 'b' }, 'k1')).status).toBe(422)
    expect((await createRecord({ name: 'a' }, 'k2')).body).not.toEqual(firstAnswer.body)
    expect((await createRecord({ name: 'a' })).body).not.toEqual(firstAnswer.body)
  })

  test('runs once when identical calls arrive concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => createRecord({ name: 'a' }, 'k1')))
    const ids = answers.flatMap(({ body }) => body.id ?? [])
    expect(new Set(ids).size).toBe(1)
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
  })

  test('accepts the same key again for the corrected call', async () => {
    expect((await createRecord({ name: 'too long' }, 'k1')).status).toBe(400)
    expect((await createRecord({ name: 'fine' }, 'k1')).status).toBe(201)
  })

  test.each<[Failure, number]>([
    ['a missing record', 404],
    ['a record saved by another meanwhile', 409],
    ['too many passwords to hash', 503],
  ])('accepts the same key again after a rejection for %s', async (failure, status) => {
    const callsBefore = handledCalls
    for (const attempt of [1, 2]) {
      expect((await createRecord({ name: 'a', fails: failure }, 'k1')).status).toBe(status)
      expect(handledCalls).toBe(callsBefore + attempt)
    }
  })

  test('returns 409 for a repeat after an unexpected failure', async () => {
    const body = { name: 'a', fails: 'something unforeseen' }
    expect((await createRecord(body, 'k1')).status).toBe(500)
    expect((await createRecord(body, 'k1')).status).toBe(409)
  })

  test('accepts the same key again after a day', async () => {
    const firstAnswer = await createRecord({ name: 'a' }, 'k1')
    const moreThanADayAgo = new Date(Date.now() - 25 * 3_600_000)
    await db.updateTable('idempotency_keys').set({ created_at: moreThanADayAgo }).execute()
    expect((await createRecord({ name: 'a' }, 'k1')).body).not.toEqual(firstAnswer.body)
  })
})
