import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Edge, type Order, startEdge } from './test-server.ts'

let edge: Edge
let isNeeded = true
let waits: number
let answer: () => Promise<boolean>

beforeAll(async () => {
  edge = await startEdge({
    ownWrites: {
      isNeeded: () => isNeeded,
      wait() {
        waits += 1
        return answer()
      },
      end: async () => undefined,
    },
  })
})
beforeEach(() => {
  isNeeded = true
  waits = 0
  answer = async () => true
  edge.diary.ran.length = 0
})
afterAll(() => edge.close())

const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' }
const hasWritten = { ...sameOrigin, Cookie: 'session=abc; written=1' }
const call = { 'Content-Type': 'application/json', 'Content-Length': '2' }
const withKey = { ...call, Authorization: 'Token abc' }

test.each<{ what: string; order: Order; waited: number }>([
  { what: 'a page of a reader without writes', order: { path: '/ui', headers: sameOrigin }, waited: 0 },
  { what: 'a page of a person who has just written', order: { path: '/ui', headers: hasWritten }, waited: 1 },
  {
    what: 'the next form of that person',
    order: { method: 'POST', path: '/ui', headers: hasWritten },
    waited: 1,
  },
  {
    what: 'a call with credentials',
    order: { method: 'POST', path: '/api/call/api', headers: withKey, body: '{}' },
    waited: 1,
  },
  {
    what: 'a call without credentials',
    order: { method: 'POST', path: '/api/call/api', headers: call, body: '{}' },
    waited: 0,
  },
  { what: 'a file by its signed address', order: { path: '/api/call/api?link=x' }, waited: 1 },
  { what: 'a file of the build', order: { path: '/robots.txt', headers: hasWritten }, waited: 0 },
])('at a node of a cluster, $what waits $waited times', async ({ order, waited }) => {
  expect((await edge.send(order)).status).toBe(200)
  expect(waits).toBe(waited)
})

test('a form at a node of a cluster sets the cookie for half a minute, but a call sets none', async () => {
  const form = await edge.send({ method: 'POST', path: '/resource', headers: sameOrigin })
  expect(form.headers['set-cookie']).toEqual(['written=1; Max-Age=30; Path=/; HttpOnly; SameSite=Lax'])
  const reply = await edge.send({ method: 'POST', path: '/api/call/api', headers: withKey, body: '{}' })
  expect(reply.headers['set-cookie']).toBeUndefined()
})

test('a node that stays behind returns 503 with a message, and nothing runs', async () => {
  answer = async () => false
  const page = await edge.send({ path: '/ui', headers: hasWritten })
  expect([page.status, page.headers['retry-after']]).toEqual([503, '5'])
  expect(page.body).toContain('Só mais um instante')
  const form = await edge.send({ method: 'POST', path: '/ui', headers: hasWritten })
  expect([form.status, form.body]).toEqual([503, expect.stringContaining('ainda não foi gravado')])
  const reply = await edge.send({ method: 'POST', path: '/api/call/api', headers: withKey, body: '{}' })
  expect([reply.status, Object.keys(JSON.parse(reply.body))]).toEqual([503, ['detail', 'non_field_errors']])
  expect(edge.diary.ran).toEqual([])
})

test('a request runs when its node is unreachable', async () => {
  answer = () => Promise.reject(new Error('away'))
  expect((await edge.send({ path: '/ui', headers: hasWritten })).status).toBe(200)
})

test('without a cluster no request waits and no cookie is set', async () => {
  isNeeded = false
  const form = await edge.send({ method: 'POST', path: '/resource', headers: hasWritten })
  expect([form.status, form.headers['set-cookie'], waits]).toEqual([200, undefined, 0])
})
