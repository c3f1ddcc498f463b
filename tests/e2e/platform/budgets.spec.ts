import { get } from 'node:http'
import type { Page } from '@playwright/test'
import { addToCart, completePurchase } from '#tests/e2e/support/checkout-steps.ts'
import { newEmail } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const KB = 1024
const { manual, index } = publications

type Weights = { document: number; stylesheet: number; script: number; scripts: string[] }

test('public pages stay within their size budgets and load no client bundle', { tag: '@once' }, async ({
  page,
}) => {
  await addToCart(page, manual)
  const addresses = [
    '/',
    '/publications',
    `/publications/${manual.id}`,
    '/status',
    '/contact',
    '/acompanhar',
    '/cart',
    '/login',
  ]
  for (const address of addresses) {
    const { document, stylesheet, script, scripts } = await measureWeights(page, () => page.goto(address))
    expect.soft(document, `HTML of ${address}`).toBeLessThanOrEqual(14 * KB)
    expect.soft(stylesheet, `CSS of ${address}`).toBeLessThanOrEqual(12 * KB)
    expect.soft(script, `JavaScript of ${address}`).toBeLessThanOrEqual(10 * KB)
    expect.soft(stylesheet, `CSS of ${address} was seen`).toBeGreaterThan(0)
    const names = scripts.map((script) => /^\/assets\/([a-z]+)-[\w-]+\.js$/.exec(script)?.[1])
    // The recovery of a password opens in a dialog over the login (D97).
    const expectedScripts = address === '/login' ? ['enhance', 'dialog'] : ['enhance']
    expect.soft(names, `scripts of ${address}`).toEqual(expectedScripts)
  }
})

test('checkout, payment and orders stay within their size budgets', { tag: '@once' }, async ({ page }) => {
  await addToCart(page, manual)
  const checkout = await measureWeights(page, () => page.goto('/checkout'))
  expect.soft(checkout.script).toBeLessThanOrEqual(110 * KB)
  expect.soft(checkout.document).toBeLessThanOrEqual(14 * KB)
  const order = await completePurchase(page, [index], newEmail(), true)
  for (const address of [`/payment/${order}`, '/orders', '/manage']) {
    const { script, document } = await measureWeights(page, () => page.goto(address))
    expect.soft(script, `JavaScript of ${address}`).toBeLessThanOrEqual(110 * KB)
    expect.soft(document, `HTML of ${address}`).toBeLessThanOrEqual(14 * KB)
  }
})

/** Returns the gzipped bytes of a page: the responses to all requests until it has loaded. */
async function measureWeights(page: Page, open: () => Promise<unknown>): Promise<Weights> {
  const weights: Weights = { document: 0, stylesheet: 0, script: 0, scripts: [] }
  const requestedFiles: { kind: string; url: URL }[] = []
  const recordRequest = (request: { resourceType(): string; url(): string }) =>
    requestedFiles.push({ kind: request.resourceType(), url: new URL(request.url()) })
  page.on('request', recordRequest)
  await open()
  page.off('request', recordRequest)
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  for (const { kind, url } of requestedFiles) {
    if (kind !== 'document' && kind !== 'stylesheet' && kind !== 'script') continue
    weights[kind] += await countGzippedBytes(url, cookie)
    if (kind === 'script') weights.scripts.push(url.pathname)
  }
  return weights
}

function countGzippedBytes(url: URL, cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'gzip', Cookie: cookie } }, (answer) => {
      if (answer.headers['content-encoding'] !== 'gzip') reject(new Error(`not gzipped: ${url}`))
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('end', () => resolve(bytes))
    }).on('error', reject)
  })
}
