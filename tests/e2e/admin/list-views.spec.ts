import { randomBytes } from 'node:crypto'
import { logIn, openFilters } from '#tests/e2e/support/checkout-steps.ts'
import { seeded } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('staff save a list view, open, rename and delete it, and choose its columns', async ({
  page,
  checkPage,
}) => {
  const name = `Pagos ${randomBytes(4).toString('hex')}`
  await logIn(page, seeded.staff)
  await page.goto('/admin/orders?columns=date.nfe')
  await expect(page.getByRole('columnheader', { name: 'Cliente', includeHidden: true })).toHaveCount(0)
  await openFilters(page)
  await page.getByRole('combobox', { name: 'Situação' }).selectOption({ label: 'Pagamento confirmado' })
  await page.getByRole('main').getByRole('button', { name: 'Buscar' }).click()
  await expect(page).toHaveURL(/columns=date\.nfe/)
  await page.getByText('Colunas e visões').click()
  await page.getByLabel('Guardar esta visão com o nome').fill(name)
  await checkPage('list-views')
  await page.getByRole('button', { name: 'Guardar visão' }).click()
  await expect(page.getByText(`A visão “${name}” foi guardada.`)).toBeVisible()

  await page.goto('/admin/orders')
  const views = page.getByRole('navigation', { name: 'Visões' })
  await views.getByRole('link', { name }).click()
  await expect(page).toHaveURL(/columns=date\.nfe&status=2/)
  await expect(views.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')

  await page.getByText('Colunas e visões').click()
  await page.getByRole('link', { name: 'Renomear ou excluir visões' }).click()
  const ownViews = page.getByRole('region', { name })
  await ownViews.getByLabel('Nome').fill(' ')
  await ownViews.getByRole('button', { name: `Renomear ${name}` }).click()
  await expect(page.getByText('Um erro foi encontrado. Verifique os campos')).toBeVisible()
  await checkPage('views-refused')
  await ownViews.getByLabel('Nome').fill(`${name} bis`)
  await ownViews.getByRole('button', { name: `Renomear ${name}` }).click()
  await page.getByRole('button', { name: `Excluir ${name} bis` }).click()
  await expect(page.getByText('A visão foi excluída.')).toBeVisible()
  await expect(page.getByRole('link', { name: `${name} bis` })).toHaveCount(0)
})
