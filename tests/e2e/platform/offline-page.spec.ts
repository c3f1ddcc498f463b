import type { Page } from '@playwright/test'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test.use({ serviceWorkers: 'allow' })

const { index } = publications

/** Waits until the service worker controls this page. */
async function waitForWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

test('the shop’s offline page appears without network, and reloads when the network returns', {
  tag: '@scripts',
}, async ({ page, context, checkPage, noise }) => {
  await page.goto('/')
  await waitForWorker(page)
  await context.setOffline(true)
  await page.goto(`/publications/${index.id}?de=busca`)
  await expect(page.getByRole('heading', { name: 'Sem conexão com a internet' })).toBeVisible()
  await checkPage('offline-page')
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Tentar de novo' }).click()
  await expect(page).toHaveURL(`/publications/${index.id}?de=busca`)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sem conexão com a internet')
  noise.splice(0, noise.length, ...noise.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED')))
})

test('the cache contains the offline page and fingerprinted files, never a visited page', {
  tag: '@scripts',
}, async ({ page }) => {
  await page.goto('/')
  await waitForWorker(page)
  await page.goto('/cart')
  await page.goto('/publications')
  const cachedUrls = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cachedUrls).toContain('/offline')
  expect(
    cachedUrls.filter((path) => path !== '/offline' && !/^\/assets\/.+-[\w-]{8}\.\w+$/.test(path)),
  ).toEqual([])
})

test('a service worker whose file was removed deletes its caches', { tag: '@scripts' }, async ({
  page,
  context,
  noise,
}) => {
  await page.goto('/')
  await waitForWorker(page)
  await context.route('**/offline-worker.js', (route) => route.fulfill({ status: 410, body: '' }))
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(() => {
    const self = globalThis as unknown as { fetch: (input: unknown) => Promise<unknown> }
    const originalFetch = self.fetch
    self.fetch = (input) =>
      String(input).endsWith('/offline-worker.js')
        ? Promise.resolve(new Response('', { status: 410 }))
        : originalFetch(input)
  })
  await page.goto('/terms')
  await page.waitForFunction(async () => (await caches.keys()).length === 0)
  noise.splice(0, noise.length, ...noise.filter((line) => !line.includes('offline-worker.js')))
})
