import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Edge, type RequestData, startEdge } from './test-server.ts'

let edge: Edge
let isNeeded = true
let waits: number
let waitForNode: () => Promise<boolean>

beforeAll(async () => {
  edge = await startEdge({
    ownWrites: {
      isNeeded: () => isNeeded,
      wait() {
        waits += 1
        return waitForNode()
      },
      end: async () => undefined,
    },
  })
})
beforeEach(() => {
  isNeeded = true
  waits = 0
  waitForNode = async () => true
  edge.diary.calls.length = 0
})
afterAll(() => edge.close())

const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' }
const writerHeaders = { ...sameOrigin, Cookie: 'session=abc; written=1' }
const callHeaders = { 'Content-Type': 'application/json', 'Content-Length': '2' }
const keyHeaders = { ...callHeaders, Authorization: 'Token abc' }

test.each<{ name: string; request: RequestData; waitCount: number }>([
  { name: 'a page of a reader without writes', request: { path: '/ui', headers: sameOrigin }, waitCount: 0 },
  {
    name: 'a page of a person who has just written',
    request: { path: '/ui', headers: writerHeaders },
    waitCount: 1,
  },
  {
    name: 'the next form of that person',
    request: { method: 'POST', path: '/ui', headers: writerHeaders },
    waitCount: 1,
  },
  {
    name: 'a call with credentials',
    request: { method: 'POST', path: '/api/call/api', headers: keyHeaders, body: '{}' },
    waitCount: 1,
  },
  {
    name: 'a call without credentials',
    request: { method: 'POST', path: '/api/call/api', headers: callHeaders, body: '{}' },
    waitCount: 0,
  },
  { name: 'a file by its signed address', request: { path: '/api/call/api?link=x' }, waitCount: 1 },
  { name: 'a file of the build', request: { path: '/robots.txt', headers: writerHeaders }, waitCount: 0 },
])('at a node of a cluster, $name waits $waitCount times', async ({ request, waitCount }) => {
  expect((await edge.send(request)).status).toBe(200)
  expect(waits).toBe(waitCount)
})

test('a form at a node of a cluster sets the cookie for half a minute, but a call sets none', async () => {
  const form = await edge.send({ method: 'POST', path: '/resource', headers: sameOrigin })
  expect(form.headers['set-cookie']).toEqual(['written=1; Max-Age=30; Path=/; HttpOnly; SameSite=Lax'])
  const reply = await edge.send({ method: 'POST', path: '/api/call/api', headers: keyHeaders, body: '{}' })
  expect(reply.headers['set-cookie']).toBeUndefined()
})

test('a node that stays behind returns 503 with a message, and nothing runs', async () => {
  waitForNode = async () => false
  const page = await edge.send({ path: '/ui', headers: writerHeaders })
  expect([page.status, page.headers['retry-after']]).toEqual([503, '5'])
  expect(page.body).toContain('Só mais um instante')
  const form = await edge.send({ method: 'POST', path: '/ui', headers: writerHeaders })
  expect([form.status, form.body]).toEqual([503, expect.stringContaining('ainda não foi gravado')])
  const reply = await edge.send({ method: 'POST', path: '/api/call/api', headers: keyHeaders, body: '{}' })
  expect([reply.status, Object.keys(JSON.parse(reply.body))]).toEqual([503, ['detail', 'non_field_errors']])
  expect(edge.diary.calls).toEqual([])
})

test('a request runs when the state of its node cannot be read', async () => {
  waitForNode = () => Promise.reject(new Error('away'))
  expect((await edge.send({ path: '/ui', headers: writerHeaders })).status).toBe(200)
})

test('without a cluster no request waits and no cookie is set', async () => {
  isNeeded = false
  const form = await edge.send({ method: 'POST', path: '/resource', headers: writerHeaders })
  expect([form.status, form.headers['set-cookie'], waits]).toEqual([200, undefined, 0])
})
