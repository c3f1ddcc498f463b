import { copyCustomer } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { clientUrl, logInToClient } from '#tests/e2e/support/spec-client.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

// A page of another origin cannot send headers of its own.
test.use({ extraHTTPHeaders: {} })

const readStorage = (page: { evaluate<T>(read: () => T): Promise<T> }) =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))

test('the client of another site shows “Carregando…” during a call, but not during a freight quote', {
  tag: '@once',
}, async ({ page }) => {
  await logInToClient(page, await copyCustomer('cliente'))
  const sign = page.getByText('Carregando…')
  /** Delays the response until `check` has run. */
  const checkBeforeAnswer = (path: RegExp, check: () => Promise<void>) =>
    page.route(path, async (route) => {
      await check()
      await route.continue()
    })
  const checkedCalls: string[] = []
  await checkBeforeAnswer(/\/publication\//, async () => {
    await expect(sign).toBeVisible()
    checkedCalls.push('publications')
  })
  await checkBeforeAnswer(/get_shipping_price/, async () => {
    await expect(sign).toBeHidden()
    checkedCalls.push('freight')
  })
  await page.goto(`${clientUrl()}/publications?search=${encodeURIComponent(publications.checklist.name)}`)
  await page.getByRole('button', { name: `Adicionar ${publications.checklist.name}` }).click()
  await page.getByRole('link', { name: 'Ir para o carrinho' }).click()
  await expect(sign).toBeHidden()
  await page.getByRole('button', { name: 'Finalizar pedido' }).click()
  await expect(page.getByRole('radio', { name: /^SEDEX/ })).toBeVisible()
  expect([...new Set(checkedCalls)]).toEqual(['publications', 'freight'])
})

test('the stored user "undefined" logs out, and an expired token redirects to the login', {
  tag: '@once',
}, async ({ page }) => {
  const { email, password } = await copyCustomer('empresa')
  await logInToClient(page, { email, password })
  await page.reload()
  await expect(page.getByText(email)).toBeVisible()

  await page.evaluate(() => localStorage.setItem('token', 'ended'))
  await page.goto(`${clientUrl()}/orders`)
  await expect(page).toHaveURL(/\/login$/)
  expect(await readStorage(page)).not.toHaveProperty('token')

  await page.evaluate(() => localStorage.setItem('user', 'undefined'))
  await page.goto(`${clientUrl()}/manage`)
  await expect(page.getByText('Você precisa estar logado')).toBeVisible()
  expect(await readStorage(page)).toEqual({})
})
