import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Maintenance } from '#app/models/platform/maintenance.server.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { watchMaintenance } from '#server/maintenance.ts'
import { type Edge, startEdge } from './test-server.ts'

const formRequest = {
  method: 'POST',
  headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' },
  body: 'a=1',
}
const callHeaders = { 'Content-Type': 'application/json', 'Content-Length': '2' }

let edge: Edge
let maintenance: Maintenance | undefined

beforeAll(async () => {
  edge = await startEdge({ maintenance: () => maintenance })
})
beforeEach(() => {
  maintenance = { beganAt: new Date(), expectedEnd: null }
  edge.diary.calls.length = 0
})
afterAll(() => edge.close())

test('rejects a form with a Portuguese message and runs nothing', async () => {
  const { status, headers, body } = await edge.send({ ...formRequest, path: '/ui' })
  expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '60', 'no-store'])
  expect(body).toContain('Estamos em manutenção')
  expect(body).toContain('O que você enviou ainda não foi gravado')
  expect(body).not.toContain('Previsão')
  expect(edge.diary.calls).toEqual([])
})

test('shows the expected end and sets Retry-After to it, up to an hour', async () => {
  const expectedEnd = new Date(Date.now() + 600_000)
  maintenance = { beganAt: new Date(), expectedEnd }
  const earlyAnswer = await edge.send({ ...formRequest, path: '/ui' })
  expect(earlyAnswer.body).toContain(`Previsão de volta: ${formatDateTime(expectedEnd)}.`)
  expect(Number(earlyAnswer.headers['retry-after'])).toBeGreaterThan(590)
  maintenance = { beganAt: new Date(), expectedEnd: new Date(Date.now() + 86_400_000) }
  expect((await edge.send({ ...formRequest, path: '/ui' })).headers['retry-after']).toBe('3600')
})

test('rejects calls of the API in JSON, and webhooks so that they are retried', async () => {
  const reply = await edge.send({ method: 'POST', path: '/api/call/api', headers: callHeaders, body: '{}' })
  expect([reply.status, JSON.parse(reply.body)]).toEqual([
    503,
    { detail: expect.any(String), non_field_errors: [expect.any(String)] },
  ])
  const webhook = await edge.send({
    method: 'POST',
    path: '/webhooks/asaas',
    headers: callHeaders,
    body: '{}',
  })
  expect(webhook.status).toBe(503)
  expect(edge.diary.calls).toEqual([])
})

test('pages stay readable, and /readyz stays ready and reports the maintenance', async () => {
  expect((await edge.send({ path: '/ui' })).status).toBe(200)
  expect((await edge.send({ path: '/resource' })).body).toBe('resource')
  const readyz = await edge.send({ path: '/readyz' })
  expect([readyz.status, readyz.body]).toEqual([200, 'ok\nmaintenance'])
})

test('forms are accepted again after the maintenance', async () => {
  maintenance = undefined
  expect((await edge.send({ ...formRequest, path: '/ui' })).status).toBe(200)
  expect(edge.diary.calls).toEqual(['POST ui'])
  expect((await edge.send({ path: '/readyz' })).body).toBe('ok')
})

test('a process reads the maintenance mode repeatedly, and retains the mode during a database outage', async () => {
  const log = pino({ level: 'silent' })
  const answers: (() => Promise<Maintenance | undefined>)[] = []
  const activeMaintenance: Maintenance = { beganAt: new Date(), expectedEnd: null }
  let queryCount = 0
  const watch = await watchMaintenance(
    () => {
      queryCount += 1
      return (answers.shift() ?? (async () => undefined))()
    },
    log,
    1,
  )
  expect(watch.current()).toBeUndefined()
  answers.push(
    async () => activeMaintenance,
    async () => {
      expect(watch.current()).toBe(activeMaintenance)
      throw new Error('database away')
    },
    async () => {
      expect(watch.current()).toBe(activeMaintenance)
      return undefined
    },
  )
  await vi.waitUntil(() => answers.length === 0 && watch.current() === undefined)
  watch.end()
  expect(queryCount).toBeGreaterThan(3)
})
