import { createHash } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TextResponse } from '#app/http/responses.server.ts'
import { Admission } from '#server/load/admission.ts'
import { runWithBody } from '#server/load/arriving-body.ts'
import { serveHealth } from '#server/load/health-port.ts'
import { TooManyRequests } from '#server/load/rejected.ts'
import { type Edge, makeMinimalBuild, sendRequest, startEdge } from './test-server.ts'

let edge: Edge
let admission: Admission
/** Functions that free the capacity that other requests use. */
let freeCapacity: (() => void)[]

/** Occupies the whole capacity with other requests. */
beforeEach(async () => {
  admission = new Admission({ max: 4, waitMs: 1 })
  edge = await startEdge({ rooms: { requests: admission } })
  const admissions = await Promise.all(Array.from({ length: 4 }, () => admission.admit('reserved')))
  freeCapacity = admissions.flatMap((free) => free ?? [])
})
afterEach(() => edge.close())

const formHeaders = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' }

test('a lagging server rejects a search before any work, but admits probes, files and the checkout', async () => {
  admission = new Admission({ max: 4, isLagging: () => true })
  const laggingEdge = await startEdge({ rooms: { requests: admission } })
  const { status, headers, body } = await laggingEdge.send({ path: '/ui?search=a' })
  expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store'])
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(body).toContain('<h1>Muitos acessos ao mesmo tempo</h1>')
  expect(headers['x-request-id']).toBeUndefined()
  for (const admittedPath of ['/healthz', '/readyz', '/robots.txt', '/assets/app-a1b2c3.js'])
    expect((await laggingEdge.send({ path: admittedPath })).status).toBe(200)
  expect((await laggingEdge.send({ path: '/checkout' })).status).not.toBe(503)
  await laggingEdge.close()
})

test('returns a 503 in Portuguese for a page beyond the limit, without running it', async () => {
  const { status, headers, body } = await edge.send({ path: '/ui' })
  expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store'])
  expect(body).toContain('<h1>Muitos acessos ao mesmo tempo</h1>')
  expect(body).toContain('seu carrinho está salvo')
  expect(body).toContain('<a href="">Tentar de novo</a>')
  expect(body).toContain(String(headers['x-request-id']))
  expect(edge.diary.contexts).toEqual([])
})

test('the policy of a rejected page allows its style, and no other', async () => {
  const lagging = new Admission({ max: 4, isLagging: () => true })
  const laggingEdge = await startEdge({ rooms: { requests: lagging } })
  for (const page of [await edge.send({ path: '/ui' }), await laggingEdge.send({ path: '/ui' })]) {
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page.body) ?? []
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
    expect(policy).not.toContain('unsafe-inline')
  }
  await laggingEdge.close()
})

test('rejects a form beyond the limit without running it, with a page that states that nothing was saved', async () => {
  const body = 'a=b'
  const reply = await edge.send({
    method: 'POST',
    path: '/ui',
    headers: { ...formHeaders, 'Content-Length': String(body.length) },
    body,
  })
  expect(reply.status).toBe(503)
  expect(reply.body).toContain('ainda não foi gravado')
  expect(edge.diary.calls).toEqual([])
})

test('rejects an API call beyond the limit in JSON, and a staff page without the words for customers', async () => {
  const call = await edge.send({ path: '/api' })
  expect([call.status, call.headers['retry-after'], JSON.parse(call.body).detail]).toEqual([
    503,
    '5',
    'O serviço não está disponível agora. Tente de novo em instantes.',
  ])
  const staff = await edge.send({ path: '/admin/orders' })
  expect(staff.status).toBe(503)
  expect(staff.body).toContain('O sistema está ocupado')
  expect(staff.body).not.toContain('carrinho')
})

const makeUpload = (body: string) => ({
  method: 'POST',
  path: '/checkout?read=no',
  headers: {
    'Sec-Fetch-Site': 'same-origin',
    'Content-Type': 'multipart/form-data; boundary=x',
    'Content-Length': String(body.length),
  },
  body,
})
const photo = 'x'.repeat(300_000)

test('admits files, probes and uploads beyond the limit, and every request when capacity is free again', async () => {
  for (const path of ['/assets/app-a1b2c3.js', '/healthz', '/readyz'])
    expect((await edge.send({ path })).status).toBe(200)
  expect((await edge.send(makeUpload(photo))).status).toBe(200)
  for (const free of freeCapacity) free()
  expect((await edge.send({ path: '/ui' })).status).toBe(200)
  expect(admission.figures.inProgress).toBe(0)
})

test('rejects a small form that is sent as an upload like any other form beyond the limit', async () => {
  expect((await edge.send(makeUpload('a file of three lines'))).status).toBe(503)
  expect(edge.diary.calls).toEqual([])
})

test('uploads have a separate limit of concurrent requests', async () => {
  const uploads = new Admission({ max: 4, waitMs: 1 })
  const fullEdge = await startEdge({ rooms: { uploads } })
  await Promise.all(Array.from({ length: 4 }, () => uploads.admit('reserved')))
  expect((await fullEdge.send(makeUpload(photo))).status).toBe(503)
  expect((await fullEdge.send(makeUpload('a=b'))).status).toBe(200)
  await fullEdge.close()
})

test('calls of gateway and bank have a separate queue', async () => {
  const call = { method: 'POST', path: '/webhooks/asaas', headers: { 'Content-Type': 'application/json' } }
  const replies = await Promise.all(
    Array.from({ length: 100 }, () =>
      edge.send({ ...call, body: '{}', headers: { ...call.headers, 'Content-Length': '2' } }),
    ),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(edge.diary.calls).toHaveLength(100)
  expect((await edge.send({ path: '/ui' })).status).toBe(503)
})

test('slow forms use no capacity until they have arrived', async () => {
  for (const free of freeCapacity) free()
  const slowSockets = Array.from({ length: 4 }, () => connect(edge.port, '127.0.0.1'))
  for (const socket of slowSockets) {
    socket.write(
      'POST /ui HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n' +
        'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 7\r\n\r\na=b',
    )
    await once(edge.server, 'request')
  }
  expect(admission.figures).toMatchObject({ inProgress: 0, waitingCount: 0 })
  expect((await edge.send({ path: '/ui' })).status).toBe(200)
  expect(edge.diary.calls).toEqual([])
  slowSockets[0]?.write('&c=d')
  const [chunk] = await once(slowSockets[0] ?? edge.server, 'data')
  expect(String(chunk)).toContain('200 OK')
  expect(edge.diary.calls).toEqual(['POST ui'])
})

test('rejects bodies beyond the memory limit', async () => {
  const makeBody = (length: number) => Readable.from([Buffer.alloc(length)]) as IncomingMessage
  const measureBody = (length: number) =>
    runWithBody(makeBody(length), async (body) => body.length, { maxArrivedBytes: 200 })
  await expect(measureBody(300)).rejects.toThrow(TooManyRequests)
  expect(await measureBody(100)).toBe(100)
})

test('limits one client’s bodies to a quarter of the memory limit', async () => {
  const makeBody = (length: number) => Readable.from([Buffer.alloc(length)]) as IncomingMessage
  const sendBody = (length: number, client: string) =>
    runWithBody(makeBody(length), async (body) => body.length, { client, maxArrivedBytes: 400 })
  const work = new EventEmitter()
  const bodyOptions = { client: '192.0.2.1', maxArrivedBytes: 400 }
  const firstBody = runWithBody(makeBody(90), () => once(work, 'done'), bodyOptions)
  await expect(sendBody(20, '192.0.2.1')).rejects.toThrow(TooManyRequests)
  expect(await sendBody(20, '192.0.2.2')).toBe(20)
  work.emit('done')
  await firstBody
  expect(await sendBody(90, '192.0.2.1')).toBe(90)
})

test('sends a cached search under overload and rejects other searches', async () => {
  let isLagging = false
  admission = new Admission({ max: 4, isLagging: () => isLagging })
  const { build } = makeMinimalBuild()
  const { 'routes/ui': page } = build.routes
  if (!page) throw new Error('no page')
  const html = '<!doctype html><p>lista</p>'
  const loadPage = async () => new TextResponse(html, { headers: { 'Content-Type': 'text/html' } })
  const module = { default: undefined, loader: loadPage }
  const routes = { ...build.routes, 'routes/ui': { ...page, path: 'publications', module } }
  const cachingEdge = await startEdge({ build: { ...build, routes }, rooms: { requests: admission } })
  const fetchStatus = async (search: string) =>
    (await cachingEdge.send({ path: `/publications?search=${search}` })).status
  expect(await fetchStatus('known')).toBe(200)
  isLagging = true
  expect(await fetchStatus('known')).toBe(200)
  expect(await fetchStatus('other')).toBe(503)
  expect(admission.figures.rejectedCount).toBe(1)
  await cachingEdge.close()
})

test('a request uses capacity only until its page has run', async () => {
  for (const free of freeCapacity) free()
  const slowReply = edge.send({ path: '/slow' })
  await edge.diary.slow.entered
  expect(admission.figures.inProgress).toBe(1)
  edge.diary.slow.finish()
  await slowReply
  expect(admission.figures.inProgress).toBe(0)
})

test('the health port reports liveness only', async () => {
  let isAlive = true
  const server = serveHealth({ host: '127.0.0.1', port: 0 }, () => isAlive)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? Number(address?.port) : 0
  const listStatuses = async () => {
    const replies = [await sendRequest(port, { path: '/healthz' }), await sendRequest(port, { path: '/' })]
    return replies.map(({ status }) => status)
  }
  expect(await listStatuses()).toEqual([200, 404])
  isAlive = false
  expect(await listStatuses()).toEqual([503, 404])
  server.close()
})

test('frees the place of a client that disconnects while waiting', async () => {
  admission = new Admission({ max: 4, waitMs: 20_000 })
  const patientEdge = await startEdge({ rooms: { requests: admission } })
  const admissions = await Promise.all(Array.from({ length: 4 }, () => admission.admit('reserved')))
  const waitingSocket = connect(patientEdge.port, '127.0.0.1')
  waitingSocket.write(
    'POST /ui HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n' +
      'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\na=b',
  )
  await vi.waitFor(() => expect(admission.figures.waitingCount).toBe(1))
  waitingSocket.destroy()
  await once(waitingSocket, 'close')
  // The server notices the disconnection one turn of the event loop later.
  await setImmediate()
  await setImmediate()
  for (const free of admissions) free?.()
  await vi.waitFor(() => expect(admission.figures).toMatchObject({ inProgress: 0, waitingCount: 0 }))
  expect(patientEdge.diary.calls).toEqual([])
  await patientEdge.close()
})
