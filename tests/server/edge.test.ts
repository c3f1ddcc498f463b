import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { Agent, createServer, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import express from 'express'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvKinds } from '#app/domain/backoffice/import-kind.ts'
import { describeError } from '#app/log.server.ts'
import { paths } from '#app/paths.ts'
import { makeBodyDeadline } from '#server/body-limits.ts'
import { standaloneStyleSource } from '#server/security-headers.ts'
import { type Edge, startEdge } from './test-server.ts'

let edge: Edge

beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge.close())

const formHeaders = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' }
const MAX_FORM_BYTES = 256 * 1024
const pathsOfAllKinds = [
  '/ui',
  '/resource',
  '/nada',
  '/broken',
  '/readyz',
  '/robots.txt',
  '/assets/app-a1b2c3.js',
  '/assets/gone.js',
  '/%E0%A4%A',
]

test.each(pathsOfAllKinds)('%s has the headers of every response', async (path) => {
  const { headers } = await edge.send({ path })
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(headers['content-security-policy']).toBeDefined()
  expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/)
  expect(headers['x-powered-by']).toBeUndefined()
  expect(headers.server).toBeUndefined()
  expect(headers['access-control-allow-origin']).toBeUndefined()
})

function parsePolicy(text: string | string[] | undefined): Record<string, string> {
  const directives = String(text).split(';')
  return Object.fromEntries(
    directives.map((directive) => {
      const [name, ...sources] = directive.split(' ')
      return [name, sources.join(' ')]
    }),
  )
}

test('the content security policy allows only the shop’s own files, and scripts by nonce', async () => {
  const { headers } = await edge.send({ path: '/ui' })
  const { 'script-src': scriptSource, ...otherSources } = parsePolicy(headers['content-security-policy'])
  expect(scriptSource).toMatch(/^'nonce-[\w+/]{22}=='$/)
  expect(otherSources).toEqual({
    'default-src': "'self'",
    'style-src': `'self' ${standaloneStyleSource}`,
    'style-src-attr': "'none'",
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'worker-src': "'self'",
    'form-action': "'self' https://rastreamento.correios.com.br",
    'frame-ancestors': "'none'",
    'object-src': "'none'",
    'base-uri': "'none'",
  })
})

test('each request has a new nonce, which the page uses', async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => edge.send({ path: '/ui' })))
  const nonces = replies.map(({ headers, body }) => {
    const [, nonce] = /nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? []
    expect(body).toContain(`<script nonce="${nonce}">`)
    return nonce
  })
  expect(new Set(nonces).size).toBe(10)
})

test.each([
  ['https://loja.aeropub.test', 'max-age=31536000; includeSubDomains', true],
  ['http://localhost:3000', undefined, false],
])('the shop at %s sends HSTS %s and upgrades insecure requests: %s', async (publicUrl, hsts, upgrades) => {
  const shop = await startEdge({ publicUrl })
  const { headers } = await shop.send({ path: '/ui' })
  expect(headers['strict-transport-security']).toBe(hsts)
  expect(String(headers['content-security-policy']).includes('upgrade-insecure-requests')).toBe(upgrades)
  await shop.close()
})

test('a page contains the id of its request', async () => {
  const { headers, body } = await edge.send({ path: '/ui' })
  expect(body).toContain(`<p>${headers['x-request-id']}</p>`)
})

test.each([
  [0, 'abcdefgh-1234', false],
  [1, 'abcdefgh-1234', true],
  [2, 'abcdefgh-1234', true],
  [1, 'short', false],
  [1, 'x'.repeat(65), false],
  [1, 'with space in it', false],
  [1, '<script>alert(1)', false],
])('behind %i proxies the request id «%s» is used: %s', async (trustProxy, sentId, isUsed) => {
  const shop = await startEdge({ trustProxy })
  const { headers } = await shop.send({ path: '/ui', headers: { 'X-Request-Id': sentId } })
  expect(headers['x-request-id'] === sentId).toBe(isUsed)
  await shop.close()
})

test('logs no file names, which may contain e-mail addresses', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const shop = await startEdge({ log })
  await shop.send({ path: '/files/7/ana%40exemplo.test.pdf' })
  await shop.close()
  expect(lines.join()).toContain('"/files/7/***"')
  expect(lines.join()).not.toContain('exemplo')
})

test.each([
  '/change_pass/a-token',
  '/change_email/a-token',
  '/invitation/a-token',
  '/avisos/a-token/revisions',
  '/Avisos%2Fa-token%2Frevisions',
  '/Invitation%2Fa-token',
  '/Change%5FEmail/a-token',
  '/Change_Pass/a-token',
  '/change_pass/a-token/',
  '/change_pass/a-token.data',
  '/change%5Fpass/a-token',
  '/change_pass%2Fa-token',
  '/change_pass//a-token',
  '/change_pass/a-token?a-token=1',
  '/change_pass/a-token%',
  '/change_pass/%E0%A4%A-a-token',
  '/webhooks/pix/a-token',
  '/webhooks/pix/a-token/pix',
  '/Webhooks%2Fpix/a-token',
  '/api/boleto/1/?for=webhooks&link=a-token',
  '/order/%?change_pass&link=a-token',
])('logs no token of %s', async (path) => {
  const lines: string[] = []
  const log = pino(
    { serializers: { err: describeError } },
    { write: (line: string) => void lines.push(line) },
  )
  const shop = await startEdge({ log })
  await shop.send({ path })
  await shop.send({ method: 'POST', path, headers: { ...formHeaders, Referer: `http://127.0.0.1${path}` } })
  await shop.close()
  expect(lines.length).toBeGreaterThanOrEqual(2)
  expect(lines.join()).toMatch(/change(_|%5F)(pass|email)|invitation|avisos|webhooks|boleto|order/i)
  expect(lines.join()).not.toContain('a-token')
})

test('pages with a token in their address send only their origin as the referrer', async () => {
  for (const path of [
    '/change_pass/a-token',
    '/change_email/a-token',
    '/invitation/a-token',
    '/avisos/a-token/revisions',
    '/Change_Pass/a-token',
  ])
    expect((await edge.send({ path })).headers['referrer-policy']).toBe('strict-origin')
  expect((await edge.send({ path: '/change_passport' })).headers['referrer-policy']).toBe(
    'strict-origin-when-cross-origin',
  )
})

test('accepts a form of 256 KiB', async () => {
  const body = `a=${'x'.repeat(MAX_FORM_BYTES - 'a='.length)}`
  const reply = await edge.send({
    method: 'POST',
    path: '/resource',
    headers: { ...formHeaders, 'Content-Length': String(body.length) },
    body,
  })
  expect(reply.status).toBe(200)
})

test.each([
  [MAX_FORM_BYTES + 1, 'keep-alive'],
  [10_000_000, 'keep-alive'],
  [128 * 1024 * 1024 + 1, 'close'],
  [Number.MAX_SAFE_INTEGER, 'close'],
])(
  'rejects a form of %i bytes before its body arrives, and the connection is: %s',
  async (length, connection) => {
    const countBefore = edge.diary.calls.length
    const reply = await edge.send({
      method: 'POST',
      path: '/resource',
      headers: { ...formHeaders, Connection: 'keep-alive', 'Content-Length': String(length) },
      withoutBody: true,
    })
    expect([reply.status, reply.headers.connection]).toEqual([413, connection])
    expect(reply.body).toContain('Envio grande demais')
    expect(edge.diary.calls).toHaveLength(countBefore)
  },
)

const uploadHeaders = {
  'Sec-Fetch-Site': 'same-origin',
  'Content-Type': 'multipart/form-data; boundary=x',
  Connection: 'keep-alive',
}
const MEBIBYTE = 1024 * 1024

test.each(['/checkout', '/checkout/', '/checkout?index'])('accepts files of 48 MiB at %s', async (path) => {
  const body = new Uint8Array(48 * MEBIBYTE)
  const headers = { ...uploadHeaders, 'Content-Length': String(body.length) }
  const reply = await edge.send({ method: 'POST', path, headers, body })
  expect([reply.status, reply.body]).toEqual([200, `${body.length} bytes`])
})

test.each([
  paths.admin.setting('appearance'),
  paths.admin.setting('status_file'),
  ...csvKinds.map(paths.admin.csvUpload),
])('accepts a file of 8 MiB at %s, although a form is limited to 256 KiB', async (path) => {
  const body = new Uint8Array(8 * MEBIBYTE)
  const reply = await edge.send({
    method: 'POST',
    path,
    headers: { ...uploadHeaders, 'Content-Length': String(body.length) },
    body,
  })
  expect(reply.status).not.toBe(413)
})

test.each([
  ['/checkout', uploadHeaders['Content-Type'], 48 * MEBIBYTE + 1, 'Arquivos grandes demais'],
  ['/checkout', formHeaders['Content-Type'], MAX_FORM_BYTES + 1, 'Envio grande demais'],
  ['/resource', uploadHeaders['Content-Type'], MAX_FORM_BYTES + 1, 'Envio grande demais'],
  ['/checkout/more', uploadHeaders['Content-Type'], MAX_FORM_BYTES + 1, 'Envio grande demais'],
  ['/x/../resource', uploadHeaders['Content-Type'], MAX_FORM_BYTES + 1, 'Envio grande demais'],
  ['/resource?/checkout', uploadHeaders['Content-Type'], MAX_FORM_BYTES + 1, 'Envio grande demais'],
])('rejects a body for %s of type %s with %i bytes', async (path, type, length, title) => {
  const headers = { ...uploadHeaders, 'Content-Type': type, 'Content-Length': String(length) }
  const reply = await edge.send({ method: 'POST', path, headers, withoutBody: true })
  expect(reply.status).toBe(413)
  expect(reply.body).toContain(title)
})

/** Sends a body like a browser, which reads the response only after sending everything. */
async function sendThenRead(path: string, length: number): Promise<string> {
  const socket = connect(edge.port, '127.0.0.1')
  socket.pause()
  const headers = { Host: 'x', ...uploadHeaders, 'Content-Length': String(length) }
  const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${path} HTTP/1.1\r\n${headerLines.join('')}\r\n`)
  for (let remainingBytes = length; remainingBytes > 0; remainingBytes -= MEBIBYTE)
    if (!socket.write(new Uint8Array(Math.min(remainingBytes, MEBIBYTE)))) await once(socket, 'drain')
  const [chunk] = await once(socket.resume(), 'data')
  socket.destroy()
  return String(chunk)
}

test('responds to an oversized body with the reason', async () => {
  const response = await sendThenRead('/checkout', 60 * MEBIBYTE)
  expect(response).toMatch(/^HTTP\/1\.1 413 /)
  expect(response).toContain('Arquivos grandes demais')
})

test('delivers an early response after the files were sent', async () => {
  const response = await sendThenRead('/checkout?read=no', 40 * MEBIBYTE)
  expect(response).toMatch(/^HTTP\/1\.1 200 /)
  expect(response).toContain('no bytes')
})

test('the connection of an oversized body serves the next request', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const sendRequest = async (path: string, body: Uint8Array, headers: Record<string, string>) => {
    const outgoing = httpRequest({ port: edge.port, agent, method: 'POST', path, headers })
    outgoing.end(body)
    const [incoming] = await once(outgoing, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    return [incoming.statusCode, Buffer.concat(chunks).toString()]
  }
  expect((await sendRequest('/resource', new Uint8Array(MEBIBYTE), uploadHeaders))[0]).toBe(413)
  expect(await sendRequest('/checkout', new Uint8Array(7), uploadHeaders)).toEqual([200, '7 bytes'])
  agent.destroy()
})

test.each([
  ['/checkout', uploadHeaders['Content-Type'], 'upload'],
  ['/checkout', formHeaders['Content-Type'], 'form'],
  ['/resource', uploadHeaders['Content-Type'], 'form'],
  ['/admin/publication/7/file', uploadHeaders['Content-Type'], 'file'],
  ['/admin/publication/7/notice', uploadHeaders['Content-Type'], 'file'],
  ['/admin/publication/7/file', formHeaders['Content-Type'], 'form'],
])('a body for %s of type %s has the time limit of kind %s', async (path, type, expectedKind) => {
  const getLimitMs = (kind: string) => (kind === expectedKind ? 30 : 600_000)
  const limits = { formMs: getLimitMs('form'), uploadMs: getLimitMs('upload'), fileMs: getLimitMs('file') }
  const server = createServer(
    express().use(makeBodyDeadline(limits), (request) => {
      request.resume()
    }),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const outgoing = httpRequest({
    port: typeof address === 'object' ? address?.port : 0,
    method: 'POST',
    path,
    headers: { 'Content-Type': type, 'Content-Length': '1000' },
  })
  outgoing.write('--x')
  const [error] = await once(outgoing, 'error')
  expect(error).toMatchObject({ code: 'ECONNRESET' })
  server.close()
})

test('rejects a form of unknown length', async () => {
  const headers = { ...formHeaders, 'Transfer-Encoding': 'chunked' }
  const reply = await edge.send({ method: 'POST', path: '/resource', headers, withoutBody: true })
  expect(reply.status).toBe(411)
  expect(reply.body).toContain('Envio incompleto')
})

test.each([
  'application/json',
  'text/plain',
  'application/octet-stream',
  'text/html',
  'application/xml',
  'application/x-www-form-urlencodedx',
])('rejects a body of type %s', async (type) => {
  const headers = { ...formHeaders, 'Content-Type': type, 'Content-Length': '2' }
  const reply = await edge.send({ method: 'POST', path: '/resource', headers, body: '{}' })
  expect(reply.status).toBe(415)
  expect(reply.body).toContain('Envio não reconhecido')
})

test('rejects a body without a type', async () => {
  const reply = await edge.send({
    method: 'POST',
    path: '/resource',
    headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Length': '2' },
    body: '{}',
  })
  expect(reply.status).toBe(415)
})

test.each(['application/x-www-form-urlencoded; charset=UTF-8', 'multipart/form-data; boundary=x'])(
  'accepts a form of type %s',
  async (type) => {
    const headers = { ...formHeaders, 'Content-Type': type, 'Content-Length': '3' }
    expect((await edge.send({ method: 'POST', path: '/resource', headers, body: 'a=1' })).status).toBe(200)
  },
)

test('accepts a form without fields', async () => {
  expect(
    (await edge.send({ method: 'POST', path: '/resource', headers: { 'Sec-Fetch-Site': 'same-origin' } }))
      .status,
  ).toBe(200)
})

test('caches files with a hash in their name for a year', async () => {
  const { status, headers } = await edge.send({ path: '/assets/app-a1b2c3.js' })
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(headers['content-type']).toMatch(/javascript; charset=utf-8/i)
})

/** Returns the headers that may name the host of a request behind a proxy. */
function listHeadersNaming(host: string): Record<string, string>[] {
  return [{ Host: host }, { Host: 'loja.test', 'X-Forwarded-Host': host }]
}

test.each([['x/ui?search=x&q='], ['x/resource?'], ['a b'], ['x@y'], ['x\\ui']])(
  'rejects the malformed host %s, rejects the protocol “file”, and accepts an IPv6 host',
  async (host) => {
    const shop = await startEdge({ trustProxy: 1 })
    for (const headers of listHeadersNaming(host)) {
      const { status, body } = await shop.send({ path: '/', headers })
      expect([status, body.includes('<p>texto</p>')]).toEqual([400, false])
    }
    expect(
      (await shop.send({ path: '/ui', headers: { Host: 'loja.test', 'X-Forwarded-Proto': 'file' } })).status,
    ).toBe(400)
    expect((await shop.send({ path: '/ui', headers: { Host: '[::1]:3000' } })).status).toBe(200)
    expect(shop.diary.contexts.length).toBe(1)
    await shop.close()
  },
)

test.each([
  ['999.1.1.1'],
  ['1.2.3.400'],
  ['1.2.3.4.5'],
  ['loja.test:99999'],
  ['loja.test:65536'],
  ['xn--a'],
  ['[:::1]'],
])('returns 400 for the invalid host %s and renders no page', async (host) => {
  const shop = await startEdge({ trustProxy: 1 })
  for (const headers of listHeadersNaming(host))
    for (const path of ['/', '/ui', '/resource', '/api/call']) {
      const { status } = await shop.send({ path, headers: { ...headers, Cookie: 'session=x' } })
      expect([path, status]).toEqual([path, 400])
    }
  expect(shop.diary.contexts.length).toBe(0)
  await shop.close()
})

test('rejects a request with two hosts', async () => {
  const socket = connect(edge.port, '127.0.0.1')
  socket.end('GET /ui HTTP/1.1\r\nHost: loja.test\r\nhost: loja.test\r\n\r\n')
  const [chunk] = await once(socket, 'data')
  expect(String(chunk)).toMatch(/^HTTP\/1\.1 400 /)
  socket.destroy()
})

test('sends a script compressed if the client accepts it, and 404 after the compressed file is deleted', async () => {
  const path = '/assets/app-a1b2c3.js'
  const uncompressedReply = await edge.send({ path })
  for (const encoding of ['br', 'gzip']) {
    const compressedReply = await edge.send({ path, headers: { 'Accept-Encoding': encoding } })
    expect(compressedReply.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': expect.stringMatching(/javascript; charset=utf-8/i),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    expect(Number(compressedReply.headers['content-length'])).toBeLessThan(
      Number(uncompressedReply.headers['content-length']),
    )
  }
  expect((await edge.send({ path, headers: { 'Accept-Encoding': 'br;q=0, gzip;q=0' } })).body).toBe(
    uncompressedReply.body,
  )
  await rm(join(edge.folder, `${path}.br`))
  const replyWithoutFile = await edge.send({ path, headers: { 'Accept-Encoding': 'br' } })
  expect([replyWithoutFile.status, replyWithoutFile.headers['content-encoding']]).toEqual([404, undefined])
})

test('serves files of a later build, but no deleted ones', async () => {
  await writeFile(join(edge.folder, 'assets', 'later-99.css'), 'a{}')
  expect((await edge.send({ path: '/assets/later-99.css' })).body).toBe('a{}')
  await rm(join(edge.folder, 'assets', 'later-99.css'))
  expect((await edge.send({ path: '/assets/later-99.css' })).status).toBe(404)
})

test('redirects an old style sheet to the current one, uncached, and returns 404 for an unknown one', async () => {
  const { status, headers } = await edge.send({ path: '/assets/app-Zz9_-aB1.css' })
  expect({ status, location: headers.location }).toEqual({
    status: 302,
    location: '/assets/app-d4e5f6a7.css',
  })
  expect(headers['cache-control']).toBe('no-store')
  expect((await edge.send({ path: '/assets/other-Zz9_-aB1.css' })).status).toBe(404)
})

test.each(['/robots.txt', '/favicon.svg'])('caches %s for an hour', async (path) => {
  const { status, headers } = await edge.send({ path })
  expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=3600'])
})

test.each([
  '/assets/gone-123.js',
  '/assets/',
  '/assets',
  '/assets/../assets/gone.js',
  '/assets/%2e%2e/.env',
  '/assets/..%2f.env',
  '/assets/%00',
])('returns an uncached error page for the asset %s', async (path) => {
  const { status, headers, body } = await edge.send({ path })
  expect([400, 404]).toContain(status)
  expect(headers['cache-control']).toBe('no-store')
  expect(body).toContain('lang="pt-BR"')
  expect(body).not.toContain('SECRET')
})

test.each([
  '/.env',
  '/../../etc/passwd',
  '/..%2f..%2fetc%2fpasswd',
  '/.git/config',
  '/%2e%2e/%2e%2e/etc/passwd',
])('does not serve %s', async (path) => {
  const { status, body } = await edge.send({ path })
  expect(status).not.toBe(200)
  expect(body).not.toMatch(/SECRET|root:/)
})

test.each(['/%E0%A4%A', '/%', '/publications/%ZZ', '/assets/%E0%A4%A'])(
  'returns an error page in Portuguese for the malformed address %s',
  async (path) => {
    const { status, body } = await edge.send({ path })
    expect([400, 404]).toContain(status)
    if (!path.startsWith('/assets')) expect(status).toBe(400)
    expect(body).toContain('lang="pt-BR"')
    expect(body).not.toMatch(/URIError|\bat |node_modules|decode/)
  },
)

test.each(['/broken', '/unrenderable'])('%s returns 500 without revealing internals', async (path) => {
  const { status, body } = await edge.send({ path })
  expect(status).toBe(500)
  expect(body).not.toMatch(/secret of the house|\bat \S+\.ts|node_modules/)
})

test('compresses pages for clients that accept it, and varies by encoding', async () => {
  const compressedReply = await edge.send({ path: '/ui', headers: { 'Accept-Encoding': 'gzip' } })
  expect(compressedReply.headers['content-encoding']).toBe('gzip')
  expect(compressedReply.headers.vary).toMatch(/Accept-Encoding/)
  const uncompressedReply = await edge.send({ path: '/ui' })
  expect(uncompressedReply.headers['content-encoding']).toBeUndefined()
  expect(uncompressedReply.body).toContain('<p>texto</p>')
})

test.each(['/ui', '/healthz', '/robots.txt', '/assets/app-a1b2c3.js'])(
  'HEAD %s responds like GET, without the body',
  async (path) => {
    const [head, get] = [await edge.send({ method: 'HEAD', path }), await edge.send({ path })]
    expect([head.status, head.body]).toEqual([get.status, ''])
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
  },
)

test('returns 400 for a malformed request line', async () => {
  const socket = connect(edge.port, '127.0.0.1')
  socket.end('GET / HTTP/1.1\r\nHost: x\r\nBroken header\r\n\r\n')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  expect(Buffer.concat(chunks).toString()).toMatch(
    /^HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n\r\n$/,
  )
})

test.each([
  'GET http://evil.test/ui',
  'GET http://localhost/ui',
  'POST http://localhost/api/token/',
  'OPTIONS *',
])('rejects the request line %s, which is addressed to a proxy', async (line) => {
  const socket = connect(edge.port, '127.0.0.1')
  socket.end(`${line} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n`)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 400 /)
})

test('sets no-store on a response without cache headers', async () => {
  const { headers } = await edge.send({ path: '/resource' })
  expect(headers['cache-control']).toBe('no-store')
})

test('rejects a request with both Content-Length and Transfer-Encoding', async () => {
  const socket = connect(edge.port, '127.0.0.1')
  socket.end(
    'POST /resource HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  )
  const [chunk] = await once(socket, 'data')
  expect(String(chunk)).toMatch(/^HTTP\/1\.1 400 /)
  socket.destroy()
})

test('returns 429 to forms of a network after three rejected forms, but serves its pages and other networks', async () => {
  const limitedNetworks: string[] = []
  const limit = { max: 3, windowMs: 60_000 }
  const shop = await startEdge({
    trustProxy: 1,
    refusedForms: { limit, onLimit: (network) => limitedNetworks.push(network) },
  })
  const postFrom = (from: string, path: string) =>
    shop.send({
      method: 'POST',
      path,
      headers: { ...formHeaders, 'Content-Length': '3', 'X-Forwarded-For': from },
      body: 'a=1',
    })
  for (const path of ['/ui', '/refusing', '/refusing', '/ui', '/refusing'])
    await postFrom('203.0.113.7', path)
  expect(limitedNetworks).toEqual(['203.0.113.7'])
  const countBefore = shop.diary.calls.length
  const { status, headers } = await postFrom('203.0.113.7', '/ui')
  expect(status).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(shop.diary.calls).toHaveLength(countBefore)
  expect((await postFrom('203.0.113.8', '/ui')).status).toBe(200)
  expect((await shop.send({ path: '/ui', headers: { 'X-Forwarded-For': '203.0.113.7' } })).status).toBe(200)
  await shop.close()
})
