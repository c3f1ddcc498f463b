import type { Page } from '@playwright/test'
import { newEmail } from '#tests/e2e/support/people.ts'
import { publications, seeded } from '#tests/e2e/support/shop.ts'
import { test as base, expect } from '#tests/e2e/support/test.ts'

/** A page of a browser that stores no cookies. */
const test = base.extend<{ refusing: Page }>({
  refusing: async ({ page, context }, use) => {
    await page.route('**', async (route) => {
      const kind = route.request().resourceType()
      if (kind !== 'document' && kind !== 'fetch') return route.continue()
      const response = await route.fetch({ maxRedirects: 0 })
      // The context stores cookies of its own requests.
      await context.clearCookies()
      const { 'set-cookie': _, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    })
    await use(page)
  },
})

const cookieWarning = 'Seu navegador está bloqueando cookies'

test('warns a visitor without cookies after adding to the cart', { tag: '@engine' }, async ({
  refusing: page,
}) => {
  await page.goto(`/publications/${publications.manual.id}`)
  await expect(page.getByText(cookieWarning)).toHaveCount(0)
  await page
    .getByRole('button', { name: /^Adicionar ao carrinho/ })
    .first()
    .click()
  await expect(page.locator('#avisos').getByText(cookieWarning)).toBeVisible()
  await expect(page.locator('#avisos').getByText('Permita cookies para este site')).toBeVisible()
  await page.goto('/publications')
  await expect(page.getByText(cookieWarning)).toHaveCount(0)
  await page
    .getByRole('button', { name: /^Adicionar ao carrinho/ })
    .first()
    .click()
  await expect(page.locator('#avisos').getByText(cookieWarning)).toBeVisible()
})

test('warns a visitor without cookies after the login', {
  tag: '@engine',
}, async ({ refusing: page }) => {
  for (const path of ['/login', '/login?redirectTo=%2Fcheckout']) {
    await page.setExtraHTTPHeaders({ 'X-Forwarded-For': '10.9.8.7' })
    await page.goto(path)
    await page.getByLabel('E-mail', { exact: true }).fill(seeded.other.email)
    await page.getByLabel('Senha').fill(seeded.other.password)
    await page.getByRole('main').getByRole('button', { name: 'Entrar' }).click()
    await expect(page.locator('#avisos').getByText(cookieWarning)).toBeVisible()
  }
})

test('confirms a contact message without cookies', {
  tag: '@engine',
}, async ({ refusing: page }) => {
  await page.goto('/contact')
  await page.getByLabel('Nome').fill('Ana Inventada')
  await page.getByLabel('E-mail').fill(newEmail())
  await page.getByLabel('Mensagem').fill('Vocês têm o manual do Tuiuiú?')
  await page.getByRole('button', { name: 'Enviar mensagem' }).click()
  await expect(page.locator('#avisos').getByText('Recebemos sua mensagem')).toBeVisible()
  await expect(page.locator('#avisos').getByText(cookieWarning)).toBeVisible()
})

test('a browser that stores cookies shows no warning and no mark in the address', async ({ page }) => {
  await page.goto('/publications?search=manual')
  await page
    .getByRole('button', { name: /^Adicionar ao carrinho/ })
    .first()
    .click()
  await expect(page.getByText('Publicação adicionada ao carrinho.').first()).toBeVisible()
  await expect(page.getByText(cookieWarning)).toHaveCount(0)
  expect(page.url()).not.toContain('cookies=')
  expect(await page.content()).not.toContain('cookies=')
})
