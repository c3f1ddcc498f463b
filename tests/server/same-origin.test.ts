import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isMailLink, isSameOrigin, isSignedAddress } from '#server/same-origin.ts'
import { type Edge, startEdge } from './test-server.ts'

const shopOrigin = 'https://loja.aeropub.test'

test.each([
  [{ fetchSite: 'same-origin' }, true],
  [{ fetchSite: 'none' }, true],
  [{ fetchSite: 'same-site' }, false],
  [{ fetchSite: 'cross-site' }, false],
  [{ fetchSite: '' }, false],
  [{ fetchSite: 'SAME-ORIGIN' }, false],
  [{ fetchSite: 'cross-site', origin: shopOrigin, referer: `${shopOrigin}/cart` }, false],
  [{ fetchSite: 'same-origin', origin: 'https://evil.test' }, true],
  [{ origin: shopOrigin }, true],
  [{ origin: `${shopOrigin}/` }, true],
  [{ origin: 'http://loja.aeropub.test' }, false],
  [{ origin: `${shopOrigin}:444` }, false],
  [{ origin: `${shopOrigin}.evil.test` }, false],
  [{ origin: 'https://loja.aeropub.test@evil.test' }, false],
  [{ origin: 'https://evil.test' }, false],
  [{ origin: 'null' }, false],
  [{ origin: '' }, false],
  [{ origin: 'loja.aeropub.test' }, false],
  [{ origin: 'https://evil.test', referer: `${shopOrigin}/cart` }, false],
  [{ origin: 'null', referer: `${shopOrigin}/cart` }, false],
  [{ referer: `${shopOrigin}/cart?x=1` }, true],
  [{ referer: shopOrigin }, true],
  [{ referer: 'https://evil.test/?https://loja.aeropub.test' }, false],
  [{ referer: 'about:blank' }, false],
  [{ referer: '' }, false],
  [{}, false],
])('%o comes from a page of the shop: %s', (data, expected) => {
  expect(isSameOrigin({ ...data, publicOrigin: shopOrigin })).toBe(expected)
})

const pixToken = 'x'.repeat(32)

test.each([
  ['/webhooks/asaas', true],
  [`/webhooks/pix/${pixToken}`, true],
  [`/webhooks/pix/${pixToken}/pix`, true],
  [`/webhooks/pix/${pixToken}/pix?_data=routes%2Fcheckout%2Fcart`, false],
  [`/webhooks/pix/${pixToken}/../../cart`, false],
  ['/webhooks/pix/short', false],
  ['/webhooks/asaas/', false],
  ['/webhooks/asaas.data', false],
  ['/webhooks/asaas?_data=routes%2Fcheckout%2Fcart', false],
  ['/webhooks/asaas?', false],
  ['/WEBHOOKS/asaas', false],
  ['//webhooks/asaas', false],
  ['/webhooks/%61saas', false],
  ['/webhooks/asaas/../../cart', false],
  ['/webhooks', false],
  ['/cart', false],
])('%s is a webhook address with its own token: %s', (address, expected) => {
  expect(isSignedAddress(address)).toBe(expected)
})

test.each([
  ['/avisos/AbCdEfGhIjKlMnOpQrSt_-/revisions', true],
  ['/avisos/AbCdEfGhIjKlMnOpQrSt_-/revisions/', false],
  ['/avisos/AbCdEfGhIjKlMnOpQrSt_-/revisions.data', false],
  ['/avisos/AbCdEfGhIjKlMnOpQrSt_-/revisions?_data=routes%2Fcheckout%2Fcart', false],
  ['/avisos/AbCdEfGhIjKlMnOpQrSt_-/../cart', false],
  ['/avisos/AbCdEfGhIjKlMnOpQrSt_-', false],
  ['/avisos/short/revisions', false],
  ['//avisos/AbCdEfGhIjKlMnOpQrSt_-/revisions', false],
  ['/account/mails', false],
])('%s is a link of a mail, checked by its token: %s', (address, expected) => {
  expect(isMailLink(address)).toBe(expected)
})

let edge: Edge
/** The values of `own` and `foreign` in the table of origins. */
let originValues: Record<string, string>

beforeAll(async () => {
  edge = await startEdge()
  originValues = { own: edge.origin, foreign: 'https://evil.test' }
})
beforeEach(() => {
  edge.diary.calls.length = 0
})
afterAll(() => edge.close())

const addresses = ['/ui', '/ui?index', '/resource']
/** Headers of a form, and whether the edge accepts the form. */
const origins: { name: string; headers: Record<string, string>; passes: boolean }[] = [
  { name: 'Sec-Fetch-Site same-origin', headers: { 'Sec-Fetch-Site': 'same-origin' }, passes: true },
  { name: 'Sec-Fetch-Site none', headers: { 'Sec-Fetch-Site': 'none' }, passes: true },
  { name: 'Sec-Fetch-Site same-site', headers: { 'Sec-Fetch-Site': 'same-site' }, passes: false },
  { name: 'Sec-Fetch-Site cross-site', headers: { 'Sec-Fetch-Site': 'cross-site' }, passes: false },
  {
    name: 'cross-site with our Origin',
    headers: { 'Sec-Fetch-Site': 'cross-site', Origin: 'own' },
    passes: false,
  },
  { name: 'our Origin', headers: { Origin: 'own' }, passes: true },
  { name: 'a foreign Origin', headers: { Origin: 'foreign' }, passes: false },
  { name: 'Origin null', headers: { Origin: 'null' }, passes: false },
  { name: 'a foreign Origin and our Referer', headers: { Origin: 'foreign', Referer: 'own' }, passes: false },
  { name: 'our Referer', headers: { Referer: 'own' }, passes: true },
  { name: 'a foreign Referer', headers: { Referer: 'foreign' }, passes: false },
  { name: 'neither', headers: {}, passes: false },
  {
    name: 'a forged X-Forwarded-Host',
    headers: { Origin: 'foreign', 'X-Forwarded-Host': 'evil.test' },
    passes: false,
  },
]

test.each(addresses.map((path) => ({ method: 'POST', path })))(
  '$method $path accepts forms of the shop and rejects all others',
  async ({ method, path }) => {
    for (const { name, headers, passes } of origins) {
      edge.diary.calls.length = 0
      const originHeaders = Object.fromEntries(
        Object.entries(headers).map(([key, value]) => [key, originValues[value] ?? value]),
      )
      const reply = await edge.send({
        method,
        path,
        headers: {
          ...originHeaders,
          'Content-Type': 'application/x-www-form-urlencoded',
          'Content-Length': '3',
        },
        body: 'a=1',
      })
      if (passes) expect(reply.status, name).not.toBe(403)
      else {
        expect(reply.status, name).toBe(403)
        expect(edge.diary.calls, name).toEqual([])
      }
    }
  },
)

test.each([
  ['POST', '/ui', 'POST ui'],
  ['POST', '/resource', 'POST resource'],
])('runs a %s to %s from a page of the shop', async (method, path, entry) => {
  await edge.send({ method, path, headers: { 'Sec-Fetch-Site': 'same-origin' } })
  expect(edge.diary.calls).toEqual([entry])
})

test.each(['GET', 'HEAD'])('accepts a %s from elsewhere as a link', async (method) => {
  const reply = await edge.send({
    method,
    path: '/ui',
    headers: { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.test' },
  })
  expect(reply.status).toBe(200)
})

test('responds to a rejected form with a page in Portuguese and a link to the shop', async () => {
  const reply = await edge.send({ method: 'POST', path: '/ui', headers: { Origin: 'https://evil.test' } })
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(reply.body).toContain('lang="pt-BR"')
  expect(reply.body).toContain('O formulário não veio desta loja.')
  expect(reply.body).toContain('<a href="/">')
  expect(reply.body).toContain(String(reply.headers['x-request-id']))
})

test('accepts Sec-Fetch-Site: same-origin with any Origin header', async () => {
  for (const Origin of ['null', 'https://loja.exemplo.test']) {
    const headers = { 'Sec-Fetch-Site': 'same-origin', Origin, 'Content-Length': '0' }
    expect((await edge.send({ method: 'POST', path: '/ui', headers })).status).toBe(200)
  }
  expect(edge.diary.calls).toEqual(['POST ui', 'POST ui'])
})

test.each(['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'LOCK'])(
  'rejects the method %s',
  async (method) => {
    const reply = await edge.send({ method, path: '/resource', headers: { 'Sec-Fetch-Site': 'same-origin' } })
    expect(reply.status).toBe(405)
    expect(reply.headers.allow).toBe('GET, HEAD, POST, OPTIONS')
    expect(edge.diary.calls).toEqual([])
  },
)

const dataRequests = [
  '/ui.data',
  '/ui.data?page=2',
  '/ui?_data=routes%2Fui',
  '/ui?page=2&_data=routes%2Fui',
  '/resource?_data=root',
  '/ui?%5fdata=routes%2Fui',
  '/ui?page=2&_d%61ta=routes%2Fui',
  '/ui?%5Froutes=root',
  '/_root.data?_routes=root',
]

test.each(['GET', 'POST'].flatMap((method) => dataRequests.map((path) => ({ method, path }))))(
  'rejects $method $path as a data request',
  async ({ method, path }) => {
    const headers = {
      'Sec-Fetch-Site': 'same-origin',
      ...(method === 'POST' ? { 'Content-Length': '0' } : {}),
    }
    const reply = await edge.send({ method, path, headers })
    expect(reply.status).toBe(404)
    expect(reply.body).toContain('lang="pt-BR"')
    expect(edge.diary.calls).toEqual([])
  },
)

test.each([
  ['the public address', { Host: 'loja.aeropub.test', Origin: shopOrigin }, true],
  ['the public address under another Host', { Host: '10.0.0.7:3000', Origin: shopOrigin }, true],
  ['an arbitrary Host of the request', { Host: 'evil.test', Origin: 'https://evil.test' }, false],
  [
    'a loopback Host, as in a rebinding attack',
    { Host: 'localhost:3000', Origin: 'http://localhost:3000' },
    false,
  ],
  ['the address without TLS', { Host: 'loja.aeropub.test', Origin: 'http://loja.aeropub.test' }, false],
  ['another host of the domain', { Host: 'loja.aeropub.test', Origin: 'https://aeropub.test' }, false],
])('in production a form from %s (%j) is accepted: %s', async (_name, headers, passes) => {
  const shop = await startEdge({ publicUrl: shopOrigin, trustProxy: 1 })
  const reply = await shop.send({ method: 'POST', path: '/resource', headers })
  expect(reply.status === 403).toBe(!passes)
  await shop.close()
})

test.each(['localhost', '127.0.0.1'])(
  'accepts the local name %s, but not with another port',
  async (name) => {
    const host = `${name}:${edge.port}`
    const reply = await edge.send({
      method: 'POST',
      path: '/resource',
      headers: { Host: host, Origin: `http://${host}` },
    })
    expect(reply.status).toBe(200)
    const replyToOtherPort = await edge.send({
      method: 'POST',
      path: '/resource',
      headers: { Host: host, Origin: 'http://localhost:1' },
    })
    expect(replyToOtherPort.status).toBe(403)
  },
)
