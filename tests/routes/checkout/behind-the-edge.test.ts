import { afterAll, beforeAll, expect, test } from 'vitest'
import { storePhotoUpload } from '#app/http/checkout/photo-upload.server.ts'
import { readCatalogueVersion } from '#app/models/platform/catalogue-version/version.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { paths } from '#app/paths.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer, password } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { makePlainPicture } from '#tests/gateways/pictures.ts'
import { type Edge, startEdge } from '#tests/server/test-server.ts'
import { build } from '#tests/support/app-client.ts'
import { giveBoleto, giveBoletoFile } from '#tests/support/boletos.ts'
import { fillCart } from '#tests/support/checkout-form.ts'
import { type Fields, formBody, loginAs, Visitor } from '#tests/support/request.ts'

let edge: Edge

beforeAll(async () => {
  edge = await startEdge({ build, readVersion: readCatalogueVersion })
})
afterAll(() => edge.close())

async function sendRequest(
  path: string,
  { visitor = new Visitor(), headers = {} }: { visitor?: Visitor; headers?: Record<string, string> } = {},
) {
  return edge.send({ path, headers: { Cookie: visitor.cookies.header, ...headers } })
}

function postForm(path: string, fields: Fields, visitor: Visitor, headers: Record<string, string>) {
  const body = formBody(fields).toString()
  const formHeaders = {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': String(body.length),
  }
  return edge.send({
    method: 'POST',
    path,
    body,
    headers: { ...formHeaders, Cookie: visitor.cookies.header, ...headers },
  })
}

test('every script has the nonce of its response, and no page has inline scripts', async () => {
  const visitor = await fillCart(new Visitor(), { [await makeDownload()]: 1 })
  for (const path of ['/', '/publications', '/cart', '/nada']) {
    const { headers, body } = await sendRequest(path, { visitor })
    const [, nonce] = /'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? []
    const scripts = body.match(/<script\b[^>]*>[^<]*/g) ?? []
    expect(scripts.length).toBeGreaterThan(0)
    for (const script of scripts) {
      expect(script).toContain(`nonce="${nonce}"`)
      expect(script).toMatch(/src="[^"]+"[^>]*>$/)
    }
    expect(body).not.toMatch(/ style="| on\w+="|javascript:/)
  }
})

test('a cross-site form cannot log in, log out or change a cart', async () => {
  const { email } = await makeCustomer()
  const visitor = new Visitor()
  const id = await makePublication()
  const foreignOrigins: Record<string, string>[] = [
    { Origin: 'https://evil.test' },
    { 'Sec-Fetch-Site': 'cross-site' },
    {}, // A form without these headers is rejected like a cross-site form.
  ]
  for (const headers of foreignOrigins) {
    expect((await postForm('/login', { email, password }, visitor, headers)).status).toBe(403)
    expect((await postForm('/cart', { publication_id: id, add: 1 }, visitor, headers)).status).toBe(403)
    expect((await postForm('/cart.data', { publication_id: id, add: 1 }, visitor, headers)).status).toBe(404)
    expect((await postForm('/logout?_data=routes%2Faccount%2Flogout', {}, visitor, headers)).status).toBe(404)
  }
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('carts').selectAll().execute()).toEqual([])
})

test('no route allows a foreign page to log a customer out', async () => {
  const visitor = await loginAs(await makeCustomer())
  const foreignOrigin = { Origin: 'https://evil.test' }
  expect((await postForm('/logout', {}, visitor, foreignOrigin)).status).toBe(403)
  for (const path of ['/logout.data', '/logout?_data=routes%2Faccount%2Flogout'])
    expect((await postForm(path, {}, visitor, foreignOrigin)).status).toBe(404)
  expect((await sendRequest('/logout', { visitor })).status).toBe(303)
  expect(await db.selectFrom('sessions').selectAll().execute()).toHaveLength(1)
})

test('accepts the login form of an old browser that sends only Origin', async () => {
  const { email } = await makeCustomer()
  const reply = await postForm('/login', { email, password, redirectTo: '/orders' }, new Visitor(), {
    Origin: edge.origin,
    Host: `127.0.0.1:${edge.port}`,
  })
  expect([reply.status, reply.headers.location]).toEqual([
    303,
    expect.stringMatching(/^\/orders\?cookies=\w+$/),
  ])
  expect(String(reply.headers['set-cookie'])).toMatch(/^session=/)
})

test.each([
  '/orders',
  '/manage',
  '/checkout',
  '/cart',
  '/payment/1',
  '/orders.data',
  '/cart.data',
  '/checkout.data',
  '/manage.data',
  '/orders?_data=root',
  '/recover',
  '/change_pass/abc',
  '/change_email/abc',
  '/change_pass/abc.data',
])('forbids caching %s of a customer', async (path) => {
  const visitor = await loginAs(await makeCustomer())
  await fillCart(visitor, { [await makeDownload()]: 1 })
  const { headers } = await sendRequest(path, { visitor })
  expect(headers['cache-control']).toBe('no-store')
})

test.each(['/', '/publications', '/status', '/contact'])(
  '%s is private for a visitor with a cart, public for others, and revalidated each time',
  async (path) => {
    const visitor = await fillCart(new Visitor(), { [await makeDownload()]: 1 })
    expect((await sendRequest(path, { visitor })).headers['cache-control']).toBe('private, no-cache')
    expect((await sendRequest(path)).headers['cache-control']).toMatch(/^public, max-age=0,/)
  },
)

test('sends the boleto as a PDF with nosniff headers', async () => {
  const { orderId, userId } = await makeOrder({ [await makeDownload()]: 1 })
  await giveBoleto(orderId)
  await giveBoletoFile(orderId, Buffer.from('%PDF-1.7 invented'))
  const { status, headers, body } = await sendRequest(`/payment/${orderId}/boleto.pdf`, {
    visitor: await loginAs({ userId }),
  })
  expect([status, body]).toEqual([200, '%PDF-1.7 invented'])
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
})

test('the data request of a page has the same guard as the page', async () => {
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  const stranger = await loginAs(await makeCustomer())
  for (const path of [
    `/payment/${orderId}.data`,
    `/payment/${orderId}/_index.data`,
    `/payment/${orderId}?_data=routes%2Fpayments%2Fpayment`,
  ]) {
    const { status, body } = await sendRequest(path, { visitor: stranger })
    expect(status, path).toBe(404)
    expect(body, path).not.toContain('total_publications')
  }
})

test.each(['/__manifest?p=/orders', '/__manifest', `/__manifest?${'p=/x&'.repeat(2000)}`])(
  'the framework address %.30s reveals no server code and causes no server error',
  async (path) => {
    const { status, body } = await sendRequest(path)
    expect(status).toBeLessThan(500)
    expect(body).not.toMatch(/server\.ts|node_modules|selectFrom/)
  },
)

test('reports ready while the database answers', async () => {
  expect((await sendRequest('/readyz')).status).toBe(200)
})

test('sends a photo as an inert JPEG, and 404 to a visitor who does not own it', async () => {
  const customer = await makeCustomer()
  const bytes = await makePlainPicture(8, 8).png().toBuffer()
  const path = paths.photo(await storePhotoUpload(bytes, customer))
  const { status, headers } = await sendRequest(path, { visitor: await loginAs(customer) })
  expect([status, headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  expect(headers['x-content-type-options']).toMatch(/^nosniff/)
  expect(headers['content-security-policy']).toMatch(/default-src 'none'; sandbox$/)
  expect((await sendRequest(path)).status).toBe(404)
})
