import { logIn } from '#tests/e2e/support/checkout-steps.ts'
import { seeded } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const fleet = { email: 'empresa@aeropub.test', password: seeded.customer.password }

test('a customer filters purchases by state and aircraft, and sees validity and shipment', async ({
  page,
  checkPage,
}) => {
  await logIn(page, fleet)
  await page.goto('/manage')
  const cards = page.locator('.fleet-card')
  await expect(cards.filter({ hasText: 'PT-FAB' })).toHaveCount(1)
  await expect(page.getByText(/^até \d\d\/\d\d\/\d{4}$/).first()).toBeVisible()
  await checkPage('manage')

  await page.getByLabel('Ver', { exact: true }).selectOption({ label: 'Em lista, mais novas primeiro' })
  await page.getByRole('button', { name: 'Filtrar' }).click()
  await expect(page).toHaveURL(/order=newest/)
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  await checkPage('manage-table')
  const rowCount = await rows.count()

  await page.getByLabel('Buscar por nome ou aeronave').fill('pt-fab')
  await page.getByRole('button', { name: 'Filtrar' }).click()
  await expect(page).toHaveURL(/search=pt-fab/)
  await expect(rows.filter({ hasText: 'PT-FAB' }).first()).toBeVisible()
  expect(await rows.count()).toBeLessThan(rowCount)

  await page.getByLabel('Situação').selectOption({ label: 'Vencida' })
  await page.getByRole('button', { name: 'Filtrar' }).click()
  await expect(page).toHaveURL(/status=4/)
})

test('an order has its own page', async ({ page, checkPage }) => {
  await logIn(page, seeded.customer)
  await page.goto('/orders')
  const firstOrderLink = page.getByRole('rowheader').getByRole('link').first()
  const name = (await firstOrderLink.textContent()) ?? ''
  await firstOrderLink.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Pedido ${name}`)
  await expect(page.getByRole('heading', { name: 'Andamento' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Comprar novamente' })).toBeVisible()
  await checkPage('order')
})
