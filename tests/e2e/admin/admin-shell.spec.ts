import { logIn, openFilters } from '#tests/e2e/support/checkout-steps.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const staff = { email: 'equipe@aeropub.test', password: 'demonstracao-2026' }
const admin = { email: 'admin@aeropub.test', password: 'demonstracao-2026' }

test('staff find records by search, and open the history, mail and job pages', {
  tag: '@width',
}, async ({ page, checkPage }) => {
  await logIn(page, staff)
  await page.goto('/admin/search')
  await page.getByLabel('Buscar em tudo (nº, nome, e-mail, matrícula)').fill('empresa@')
  await page.getByRole('button', { name: 'Ir', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/client\/\d+$/)
  await expect(page.getByRole('link', { name: 'empresa@aeropub.test' })).toBeVisible()
  await checkPage('admin-client')
  await page.goto('/admin/search?q=aeropub.test')
  await expect(page.getByRole('heading', { name: 'Usuários' })).toBeVisible()
  await checkPage('admin-search')

  await page.goto('/admin/history')
  await openFilters(page)
  await page.getByLabel('Registro').selectOption({ label: 'Pedido' })
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page).toHaveURL(/entity=order/)
  await expect(page.getByRole('row').nth(1)).toContainText('Pedido nº')
  await checkPage('admin-history')

  await page.goto('/admin/mails')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('E-mails')
  await checkPage('admin-mails')

  await page.goto('/admin/jobs')
  await expect(page.getByRole('heading', { name: 'Processos' })).toBeVisible()
  await expect(page.getByText(/processo \d+/).first()).toBeVisible()
  await checkPage('admin-jobs')
})

test('the back link of a record returns to the filtered list', { tag: '@width' }, async ({
  page,
  scripts,
}) => {
  await logIn(page, staff)
  await page.goto('/admin/orders?status=2&search=fazenda')
  await page.getByRole('rowheader').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/admin\/order\/\d+$/)
  if (scripts) await page.locator('a.back').click()
  else await page.goBack()
  await expect(page).toHaveURL(/\/admin\/orders\?status=2&search=fazenda$/)
})

test('an administrator opens the settings, and a rejected CNPJ shows an error', {
  tag: '@width',
}, async ({ page, checkPage }) => {
  await logIn(page, admin)
  await page.goto('/admin/settings')
  await checkPage('admin-settings')
  await page.goto('/admin/settings/bank')
  await checkPage('admin-settings-bank')
  await page.goto('/admin/settings/freight?region=NE&service=SEDEX')
  await checkPage('admin-settings-freight')
  await page.goto('/admin/settings/status_file')
  await checkPage('admin-settings-status-file')
  await page.goto('/admin/settings/company')
  await page.getByLabel('CNPJ').fill('1')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('alert')).toContainText('CNPJ incorreto')
  await checkPage('admin-settings-company')
})

test('Ctrl+K opens the quick search on any page, and Enter opens the record', { tag: '@width' }, async ({
  page,
  scripts,
}) => {
  await logIn(page, staff)
  await page.goto('/admin/jobs')
  const quickSearch = page.getByLabel('Buscar em tudo (nº, nome, e-mail, matrícula)')
  if (scripts) await page.keyboard.press('Control+k')
  else await quickSearch.focus()
  await expect(quickSearch).toBeFocused()
  await page.keyboard.type('empresa@')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/client\/\d+$/)
  await expect(page.getByRole('link', { name: 'empresa@aeropub.test' })).toBeVisible()
})

test('one press opens a section with a visible heading, and the skip link leads to its content', {
  tag: '@width',
}, async ({ page, scripts, layout }) => {
  await logIn(page, staff)
  await page.goto('/admin/orders')
  const menu = page.getByText('Menu', { exact: true })
  if (await menu.isVisible()) await menu.click()
  const sections = page.getByRole('navigation', { name: 'Administração' })
  await expect(sections.getByRole('link', { name: 'Pedidos' })).toHaveAttribute('aria-current', 'page')
  await sections.getByRole('link', { name: 'Expedições' }).click()
  await expect(page).toHaveURL(/\/admin\/expeditions$/)
  if (layout) {
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect(heading?.y).toBeLessThan(240)
  }
  if (!scripts) return
  // The first stop is the skip link.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
})

test('a click anywhere in a row opens its record, except while text is selected', { tag: '@width' }, async ({
  page,
  scripts,
}) => {
  await logIn(page, staff)
  await page.goto('/admin/orders')
  const row = page.getByRole('row').nth(2)
  const id = ((await row.getByRole('rowheader').textContent()) ?? '').trim()
  if (scripts) {
    const client = row.getByRole('cell').nth(1)
    await client.selectText()
    // Only dispatches the click event that ends a selection; a real click would begin another selection.
    await client.dispatchEvent('click')
    await expect(page).toHaveURL(/\/admin\/orders$/)
    await page.evaluate(() => window.getSelection()?.removeAllRanges())
  }
  if (scripts) await row.getByRole('cell').nth(3).click()
  else await row.getByRole('rowheader').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/admin/order/${id}$`))
})
