import { logIn, logOut } from '#tests/e2e/support/checkout-steps.ts'
import { seeded } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('a customer’s boleto is hidden from other customers, and visitors have to log in', async ({
  page,
  checkPage,
}) => {
  await logIn(page, seeded.customer)
  await page.goto('/orders')
  const href = await page.getByRole('link', { name: /^Pagar até .*pedido nº/ }).getAttribute('href')
  const payment = href ?? 'no boleto in the seeded orders'
  expect((await page.goto(payment))?.status()).toBe(200)
  await logOut(page)

  await logIn(page, seeded.other)
  expect((await page.goto(payment))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Não encontrado' })).toBeVisible()
  await checkPage('not-mine')
  expect((await page.request.get(`${payment}/boleto.pdf`)).status()).toBe(404)
  expect((await page.goto('/payment/99999999'))?.status()).toBe(404)
  await logOut(page)

  await page.goto(payment)
  await expect(page).toHaveURL(`/login?redirectTo=${encodeURIComponent(payment)}`)
  const file = await page.request.get(`${payment}/boleto.pdf`, { maxRedirects: 0 })
  expect(file.status()).toBe(302)
  expect(file.headers().location).toMatch(/^\/login\?redirectTo=/)
})
