import { copyOfCustomer } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

// The page of another origin may send no header of its own.
test.use({ extraHTTPHeaders: {} })

const client = () => process.env.E2E_CLIENT_URL ?? ''

const storageOf = (page: { evaluate<T>(read: () => T): Promise<T> }) =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))

test('a client written from the specification buys through the API: login, cart, checkout, boleto, lists', {
  tag: '@once',
}, async ({ page }) => {
  const { email, password } = await copyOfCustomer('cliente')
  await page.goto(`${client()}/publications`)
  for (const { name } of [publications.checklist, publications.subscription]) {
    await page.goto(`${client()}/publications?search=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `Adicionar ${name}`, exact: true }).click()
  }
  await page.getByRole('link', { name: /Carrinho \(2\)/ }).click()
  await expect(page.getByText('Total R$ 1.291,80')).toBeVisible()
  await page.getByRole('button', { name: 'Finalizar pedido' }).click()

  const alerts: string[] = []
  page.on('dialog', async (dialog) => {
    alerts.push(dialog.message())
    await dialog.accept()
  })
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByText('username: Esse campo precisa ser preenchido')).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha').fill('errada')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect.poll(() => alerts).toEqual(['Usuário ou senha inválidos'])
  await page.getByLabel('Senha').fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()

  await page.getByRole('radio', { name: /^SEDEX/ }).check()
  await page.getByRole('button', { name: 'Confirmar e gerar boleto' }).click()
  await expect(page).toHaveURL(/\/payment\/\d+$/)
  // While it is being made the answer says so, and the buyer asks again.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Boleto gerado.')).toBeVisible({ timeout: 5_000 })
    await page.getByRole('button', { name: 'Imprimir boleto' }).click()
    await expect(page.getByText('application/pdf recebido')).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 40_000 })
  expect(Object.keys(await storageOf(page)).sort()).toEqual(['checkout', 'token', 'user'])

  await page.getByRole('link', { name: 'Pedidos' }).click()
  await expect(page.getByText(/^Pedido \d+: Pagamento pendente, R\$ 1\.\d{3},\d\d$/)).toHaveCount(1)
  await page.getByRole('link', { name: 'Gerenciar' }).click()
  await expect(page.getByText('Nenhuma publicação encontrada')).toBeVisible()
})

test('a call raises the sign that the client waits, the quote of freight raises none', {
  tag: '@once',
}, async ({ page }) => {
  const { email, password } = await copyOfCustomer('cliente')
  const sign = page.getByText('Carregando…')
  /** Holds the answer back until something was looked at. */
  const beforeAnswer = (path: RegExp, check: () => Promise<void>) =>
    page.route(path, async (route) => {
      await check()
      await route.continue()
    })
  const seen: string[] = []
  await beforeAnswer(/\/publication\//, async () => {
    await expect(sign).toBeVisible()
    seen.push('publications')
  })
  await beforeAnswer(/get_shipping_price/, async () => {
    await expect(sign).toBeHidden()
    seen.push('freight')
  })
  await page.goto(`${client()}/publications?search=${encodeURIComponent(publications.checklist.name)}`)
  await page
    .getByRole('button', { name: /^Adicionar/ })
    .first()
    .click()
  await expect(sign).toBeHidden()
  await page.goto(`${client()}/login`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha').fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('radio', { name: /^SEDEX/ })).toBeVisible()
  expect(seen).toEqual(['publications', 'freight'])
})

test('the stored user "undefined" logs out, and a token that ended leads to the login', {
  tag: '@once',
}, async ({ page }) => {
  const { email, password } = await copyOfCustomer('empresa')
  await page.goto(`${client()}/login`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha').fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByText(email)).toBeVisible()
  await page.reload()
  await expect(page.getByText(email)).toBeVisible()

  await page.evaluate(() => localStorage.setItem('token', 'ended'))
  await page.goto(`${client()}/orders`)
  await expect(page).toHaveURL(/\/login$/)
  expect(await storageOf(page)).not.toHaveProperty('token')

  await page.evaluate(() => localStorage.setItem('user', 'undefined'))
  await page.goto(`${client()}/manage`)
  await expect(page.getByText('Você precisa estar logado')).toBeVisible()
  expect(await storageOf(page)).toEqual({})
})
