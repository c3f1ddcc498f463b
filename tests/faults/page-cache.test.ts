import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDatabaseProxy } from '../support/fakes/tcp-proxy.ts'
import type { ShopProcess } from '../support/shop.ts'
import { type FaultHarness, startHarness } from './fault-harness.ts'
import { Buyer, publications } from './support/buyer.ts'

let harness: FaultHarness
let shop: ShopProcess
let otherShop: ShopProcess

beforeAll(async () => {
  harness = await startHarness()
  ;[shop, otherShop] = await Promise.all([harness.startWeb(), harness.startWeb()])
})
afterAll(() => harness.end())

const publicationPath = `/publications/${publications.manual}`
const cachedPaths = [
  '/',
  '/publications',
  '/publications?search=Ipanema',
  publicationPath,
  '/status',
  '/terms',
  '/privacy',
  '/contact',
]

async function fetchPage(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    headers: { 'Accept-Encoding': 'identity', ...headers },
    redirect: 'manual',
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Logs in as the demonstration's customer and adds an item to the cart. */
async function logInBuyer(url: string) {
  const buyer = new Buyer()
  await buyer.post(`${url}/login`, { email: 'cliente@aeropub.test', password: 'demonstracao-2026' })
  await buyer.post(`${url}/cart`, { publication_id: String(publications.manual), add: '1' })
  return buyer
}

test.each(cachedPaths)(
  'the cached %s contains no personal data, even with personal requests in between',
  async (path) => {
    const buyer = await logInBuyer(shop.url)
    const ownPage = await buyer.get(`${shop.url}${path}`)
    expect(ownPage.text).toContain('Sair')
    const firstPage = await fetchPage(`${shop.url}${path}`)
    await buyer.get(`${shop.url}${path}`)
    const secondPage = await fetchPage(`${shop.url}${path}`, {
      Cookie: 'device=of-somebody',
      'X-Request-Id': 'asked-by-me-123456',
    })
    expect(secondPage.text).toBe(firstPage.text)
    for (const { headers, text, status } of [firstPage, secondPage]) {
      expect(status).toBe(200)
      expect(headers.get('ETag')).toMatch(/^W\//)
      expect(headers.get('Set-Cookie')).toBeNull()
      expect(headers.get('Content-Security-Policy')).not.toContain('nonce')
      expect(text).not.toMatch(/nonce|name="(token|checkout_token|csrf)"|Sair|Código do atendimento/)
      expect(text).not.toContain(headers.get('X-Request-Id'))
      // A secret of the shop has 32 random bytes, 43 characters as text.
      expect(text.replace(/integrity="[^"]*"/g, '')).not.toMatch(/(?<![\w-])[\w-]{43}(?![\w-])/)
    }
  },
)

test('the Content-Security-Policy of a cached page allows each of its scripts by hash and by address', async () => {
  const { headers, text } = await fetchPage(`${shop.url}/publications`)
  const policy = headers.get('Content-Security-Policy') ?? ''
  const scripts = [
    ...text.matchAll(
      /<script src="([^"]+)"[^>]* integrity="([^"]+)"|<script [^>]*integrity="([^"]+)"[^>]* src="([^"]+)"/g,
    ),
  ]
  expect(scripts.length).toBeGreaterThan(0)
  for (const [, src, hash, otherHash, otherSrc] of scripts) {
    expect(policy).toContain(`'${hash ?? otherHash}'`)
    expect(policy).toContain(`${shop.url}${src ?? otherSrc}`)
  }
})

test('the next response of every process shows a new price', async () => {
  for (const price of [123_456, 234_567, 345_678]) {
    for (const { url } of [shop, otherShop]) await fetchPage(`${url}${publicationPath}`)
    await harness.db
      .updateTable('publications')
      .set({ price })
      .where('id', '=', publications.manual)
      .execute()
    const shown = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2 }).format(price / 100)
    for (const { url } of [otherShop, shop])
      for (const path of [publicationPath, '/publications?search=Ipanema'])
        expect((await fetchPage(`${url}${path}`)).text, `${path} of ${url}`).toContain(shown)
  }
})

test('the next cached page shows a new company name', async () => {
  await fetchPage(`${otherShop.url}/terms`)
  const row = await harness.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'company')
    .executeTakeFirstOrThrow()
  const value = JSON.stringify({
    ...JSON.parse(row.value),
    tradeName: 'Papelaria do Hangar',
    name: 'Papelaria do Hangar Ltda.',
  })
  await harness.db.updateTable('settings').set({ value }).where('name', '=', 'company').execute()
  for (const { url } of [shop, otherShop])
    expect((await fetchPage(`${url}/terms`)).text).toContain('Papelaria do Hangar')
})

test('cached pages are served during a database outage, and other pages receive 503', async () => {
  const line = await startDatabaseProxy(harness.environment.DATABASE_URL ?? '')
  const shopBehindProxy = await harness.startWeb({ DATABASE_URL: line.url })
  const pageBefore = await fetchPage(`${shopBehindProxy.url}/publications`)
  const buyer = await logInBuyer(shopBehindProxy.url)
  await line.close()
  const pageDuring = await fetchPage(`${shopBehindProxy.url}/publications`)
  expect([pageDuring.status, pageDuring.text]).toEqual([200, pageBefore.text])
  // A page served during an outage may be cached elsewhere for five seconds only.
  expect(pageDuring.headers.get('Cache-Control')).toContain('s-maxage=5')
  expect((await fetchPage(`${shopBehindProxy.url}/publications?page=2`)).status).toBe(503)
  expect((await buyer.get(`${shopBehindProxy.url}/publications`)).status).toBe(503)
})
