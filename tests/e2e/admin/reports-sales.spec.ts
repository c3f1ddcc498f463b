import { logIn } from '#tests/e2e/support/checkout-steps.ts'
import { copyCustomer, giveSubscription } from '#tests/e2e/support/people.ts'
import { publications, seeded } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('staff open the expiring subscriptions from the month’s numbers, and compare kinds of sales', {
  tag: '@enhanced',
}, async ({ page, scripts, checkPage }) => {
  const customer = await copyCustomer('empresa')
  await giveSubscription(customer, { publicationId: publications.subscription.id, endsIn: 9 })
  await logIn(page, seeded.staff)
  await page.goto('/admin/')
  const chart = page.getByRole('img', { name: 'A vencer nos próximos 90 dias' })
  await expect(chart).toBeVisible()
  await page.locator('summary').filter({ hasText: 'A vencer nos próximos 90 dias' }).click()
  const table = page.getByRole('table', { name: 'A vencer nos próximos 90 dias' })
  await checkPage('admin-dashboard')
  // A due date nine days from now is in the second week.
  await table.getByRole('link').nth(1).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Assinaturas vencidas')
  await expect(
    page.getByRole('row').filter({ hasText: publications.subscription.name }).first(),
  ).toContainText('A vencer')
  await checkPage('admin-report-expired')

  await page.goto('/admin/')
  await page.getByRole('link', { name: /Assinaturas$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Assinaturas')
  // The script that follows a choice runs before the load event ends.
  if (scripts) await page.waitForLoadState()
  await page.getByLabel('Tipo').selectOption({ label: 'Renovações' })
  if (!scripts) await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page).toHaveURL(/\/admin\/report\/renews\/\?/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Renovações')
  if (scripts) await expect(page.getByLabel('Tipo')).toBeFocused()
  await page.getByLabel('Data final').fill('2001-01-01')
  if (!scripts) await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByText('A data final é anterior à inicial.').first()).toBeVisible()
  await checkPage('admin-report-renews-refused')
})

test('staff search for a client, select it and view its shipments', async ({ page, checkPage }) => {
  const customer = await copyCustomer('empresa')
  await logIn(page, seeded.staff)
  await page.goto('/admin/report/expedition_list/')
  await expect(page.getByText('todos os clientes')).toBeVisible()
  await page.getByLabel('Cliente', { exact: true }).fill('zzz ninguém')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByText('Nenhum cliente encontrado').first()).toBeVisible()
  await page.getByLabel('Cliente', { exact: true }).fill(customer.email)
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByLabel('Clientes encontrados')).toContainText(customer.email)
  await checkPage('admin-report-shipments-choose')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page).toHaveURL(/client=\d+/)
  await expect(page.getByText('Nenhum resultado pode ser encontrado')).toBeVisible()
  await checkPage('admin-report-shipments')
})
