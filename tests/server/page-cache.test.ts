import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import express from 'express'
import { afterEach, expect, test } from 'vitest'
import { TextResponse } from '#app/http/responses.server.ts'
import { TooManyRequests } from '#server/load/rejected.ts'
import { makePageCache } from '#server/pages/page-cache.ts'
import { send } from '#server/pages/remix.ts'
import { waitFor } from '#tests/support/shop.ts'
import { sendRequest } from './test-server.ts'

type PageRequest = { path?: string; method?: string; headers?: Record<string, string> }

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** Returns a shop whose pages count how often they were rendered. */
async function openShop(renderPage: (renderCount: number) => Response | Promise<Response> = makePage) {
  const shop = { version: 'v1', renderCount: 0, uncachedCount: 0, versionQueries: 0, isDatabaseDown: false }
  const app = express()
  app.use(
    makePageCache({
      render: async () => {
        shop.renderCount += 1
        return renderPage(shop.renderCount)
      },
      send,
      readVersion: async () => {
        shop.versionQueries += 1
        if (shop.isDatabaseDown) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
        return shop.version
      },
      contentPolicy: "script-src 'sha256-x'",
    }).handler,
  )
  app.use((_request, response) => {
    shop.uncachedCount += 1
    response.send('uncached page')
  })
  server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const getPage = async ({ path = '/publications', method = 'GET', headers = {} }: PageRequest = {}) => {
    const { body, ...reply } = await sendRequest(Number(port), { path, method, headers })
    return { ...reply, text: body }
  }
  return { shop, get: getPage }
}

const makePage = (renderCount: number) =>
  new TextResponse(`<p>${'texto '.repeat(300)}${renderCount}</p>`, { status: 200 })

test.each([
  '/',
  '/publications',
  '/publications?search=Ipanema&page=2',
  '/publications/62',
  '/publications/62?serial=200123',
  '/status',
  '/terms',
  '/privacy',
  '/contact',
])('renders %s once for visitors without cookies of the shop', async (path) => {
  const { shop, get } = await openShop()
  const firstReply = await get({ path })
  const secondReply = await get({ path, headers: { Cookie: 'from_elsewhere=1; session=' } })
  expect(secondReply.text).toBe(firstReply.text)
  expect(shop).toMatchObject({ renderCount: 1, uncachedCount: 0 })
  expect(secondReply.headers).toMatchObject({
    'cache-control': 'public, max-age=0, s-maxage=60, stale-if-error=86400',
    'cdn-cache-control': 'public, max-age=60, stale-while-revalidate=60, stale-if-error=86400',
    'content-security-policy': "script-src 'sha256-x'",
    'content-type': 'text/html; charset=utf-8',
    vary: 'Accept-Encoding, Cookie',
  })
})

test.each<[string, PageRequest]>([
  ['a session', { headers: { Cookie: 'session=abc' } }],
  ['a session over TLS', { headers: { Cookie: 'a=b; __Host-session=abc' } }],
  ['a cart', { headers: { Cookie: 'cart=abc' } }],
  ['a session in lenient notation', { headers: { Cookie: 'a=b;session =abc' } }],
  ['a message', { headers: { Cookie: 'x=1; flash=abc' } }],
  ['a form', { method: 'POST' }],
  ['a page of one person', { path: '/cart' }],
  ['a page of the staff', { path: '/admin/publications' }],
  ['data of a page', { path: '/publications.data' }],
  ['a cover', { path: '/publications/62/cover' }],
  ['a long address', { path: `/publications?search=${'x'.repeat(200)}` }],
])('does not cache the page for %s', async (_name, request) => {
  const { shop, get } = await openShop()
  await get()
  expect((await get(request)).text).toBe('uncached page')
  expect(shop.renderCount).toBe(1)
})

test('the first request after a change receives a new page', async () => {
  const { shop, get } = await openShop()
  await get()
  shop.version = 'v2'
  expect((await get()).text).toContain('texto 2<')
  expect((await get()).text).toContain('texto 2<')
})

test('returns 304 for an unchanged page', async () => {
  const { get } = await openShop()
  const { headers } = await get()
  const etag = headers.etag ?? ''
  const secondReply = await get({ headers: { 'If-None-Match': etag } })
  expect([secondReply.status, secondReply.text, secondReply.headers.etag]).toEqual([304, '', etag])
  expect((await get({ headers: { 'If-None-Match': 'W/"another"' } })).status).toBe(200)
})

test.each<[string, (bytes: Buffer) => Buffer]>([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
])('sends %s, soon in the smallest size, with the same content', async (encoding, decompress) => {
  const { get } = await openShop((renderCount) => new TextResponse(makeNumbers(renderCount), { status: 200 }))
  const port = Object(server?.address()).port
  const uncompressedText = (await get()).text
  const firstReply = await fetchRawBytes(port, encoding)
  const smaller = await waitFor('the best compression', async () => {
    const bytes = await fetchRawBytes(port, encoding)
    return bytes.length < firstReply.length && bytes
  })
  for (const bytes of [firstReply, smaller]) expect(decompress(bytes).toString()).toBe(uncompressedText)
  expect((await fetchRawBytes(port, encoding)).length).toBe(smaller.length)
})

/** Returns a long page that the best compression makes clearly smaller than the fastest. */
function makeNumbers(renderCount: number): string {
  const cells = Array.from(
    { length: 4_000 },
    (_, index) => `<td>${(index * 7919) % 1013} peças ${index % 17}</td>`,
  )
  return cells.join('') + renderCount
}

async function fetchRawBytes(port: number, encoding: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { port, path: '/publications', headers: { 'Accept-Encoding': encoding } },
      (incoming) => {
        expect(incoming.headers['content-encoding']).toBe(encoding)
        const parts: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => parts.push(chunk))
        incoming.on('end', () => resolve(Buffer.concat(parts)))
      },
    )
    outgoing.on('error', reject)
    outgoing.end()
  })
}

test('responds to HEAD with headers only', async () => {
  const { get } = await openShop()
  const head = await get({ method: 'HEAD' })
  const page = await get()
  expect([head.status, head.text, head.headers['content-length']]).toEqual([
    200,
    '',
    page.headers['content-length'],
  ])
})

test('many concurrent requests render a page once', async () => {
  const { shop, get } = await openShop()
  const pages = await Promise.all(Array.from({ length: 20 }, () => get()))
  expect(new Set(pages.map(({ text }) => text)).size).toBe(1)
  expect(shop.renderCount).toBe(1)
})

test.each<[string, () => Response, number]>([
  [
    'a redirect',
    () => new Response(null, { status: 302, headers: { Location: '/publications?page=3' } }),
    302,
  ],
  ['a missing page', () => new TextResponse('não há', { status: 404 }), 404],
  ['an error', () => new TextResponse('erro', { status: 500 }), 500],
  [
    'a response that sets a cookie',
    () => new TextResponse('olá', { status: 200, headers: { 'Set-Cookie': 'session=abc' } }),
    200,
  ],
])('sends %s without caching it', async (_name, renderPage, status) => {
  const { shop, get } = await openShop(renderPage)
  const firstReply = await get()
  const secondReply = await get()
  expect([firstReply.status, secondReply.status]).toEqual([status, status])
  expect(firstReply.headers.etag).toBeUndefined()
  expect(firstReply.headers['cache-control'] ?? '').not.toContain('public')
  expect(shop).toMatchObject({ renderCount: 2, uncachedCount: 0 })
})

test('sends cached pages during a database outage without a query for each, and passes other addresses on', async () => {
  const { shop, get } = await openShop()
  const { text } = await get()
  shop.isDatabaseDown = true
  shop.versionQueries = 0
  for (let times = 0; times < 5; times++) {
    const stalePage = await get()
    expect([stalePage.status, stalePage.text]).toEqual([200, text])
    expect(stalePage.headers['cache-control']).toBe('public, max-age=0, s-maxage=5')
  }
  expect(shop.versionQueries).toBeLessThan(5)
  expect((await get({ path: '/terms' })).text).toBe('uncached page')
})

test('under overload sends a stale page or rejects the request', async () => {
  let isBusy = false
  const { shop, get } = await openShop((renderCount) => {
    if (isBusy) throw new TooManyRequests()
    return makePage(renderCount)
  })
  const { text } = await get()
  isBusy = true
  shop.version = 'v2'
  const stalePage = await get()
  expect([stalePage.status, stalePage.text]).toEqual([200, text])
  expect(stalePage.headers['cache-control']).toBe('public, max-age=0, s-maxage=5')
  const statusOfThrownError = 500
  expect((await get({ path: '/terms' })).status).toBe(statusOfThrownError)
  isBusy = false
  expect((await get()).text).not.toBe(text)
})

test('evicts the least recently used pages', async () => {
  const oneMebibyte = 'x'.repeat(1024 * 1024)
  const { shop, get } = await openShop(() => new TextResponse(oneMebibyte, { status: 200 }))
  // Thirty pages exceed the capacity of the cache.
  for (let page = 1; page <= 30; page++) await get({ path: `/publications?page=${page}` })
  await get({ path: '/publications?page=30' })
  expect(shop.renderCount).toBe(30)
  await get({ path: '/publications?page=1' })
  expect(shop.renderCount).toBe(31)
})
