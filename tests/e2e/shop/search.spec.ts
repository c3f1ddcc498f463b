import { logIn } from '#tests/e2e/support/checkout-steps.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const staff = { email: 'equipe@aeropub.test', password: 'demonstracao-2026' }

test('staff find a client by the second name, in the order list and in the quick search', async ({
  page,
  scripts,
  checkPage,
}) => {
  await logIn(page, staff)
  await page.goto('/admin/orders')
  const searchField = page.getByLabel('Número, cliente, e-mail, telefone, documento, NF-e ou prefixo')
  await searchField.fill('Brandão')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByRole('row', { name: /Helena Brandão de Almeida/ }).first()).toBeVisible()
  await expect(page.getByText(/^\d+ resultados$/)).toBeVisible()
  await expect(searchField).toHaveValue('Brandão')
  await searchField.fill('brandao zeppelin')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByText('Nenhum resultado pode ser encontrado')).toBeVisible()
  await checkPage('orders-nothing-found')
  await page.getByRole('link', { name: 'Limpar a busca' }).click()
  await expect(searchField).toHaveValue('')

  const quickSearch = page.getByLabel('Buscar em tudo (nº, nome, e-mail, matrícula)')
  if (scripts) await page.keyboard.press('Control+k')
  else await quickSearch.focus()
  await page.keyboard.type('almeida brandao cliente@aeropub')
  await page.keyboard.press('Enter')
  // Only one client matches, so that the jump opens its page.
  await expect(page).toHaveURL(/\/admin\/client\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Helena Brandão de Almeida')
  await expect(page.getByRole('link', { name: 'cliente@aeropub.test' })).toBeVisible()
})

test('a visitor finds a model despite a typing error, and sees a suggestion', async ({ page, checkPage }) => {
  await page.goto('/publications')
  const searchField = page.getByRole('searchbox', { name: 'Buscar por nome ou aplicabilidade' })
  await searchField.fill('emb203')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByRole('row', { name: /EMB-203/ }).first()).toBeVisible()
  await expect(searchField).toHaveValue('emb203')

  await searchField.fill('ipanemma')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByText('Nenhum resultado pode ser encontrado')).toBeVisible()
  await expect(page.getByText('Você quis dizer Ipanema?')).toBeVisible()
  await checkPage('publications-near-miss')
  await page.getByRole('link', { name: 'Ipanema', exact: true }).click()
  await expect(searchField).toHaveValue('Ipanema')
  await expect(page.getByRole('row', { name: /Ipanema/ }).first()).toBeVisible()
})
