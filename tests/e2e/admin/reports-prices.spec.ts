import { logIn } from '#tests/e2e/support/checkout-steps.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const staff = { email: 'equipe@aeropub.test', password: 'demonstracao-2026' }

test('staff find orders of an aircraft by the first letters of its registration', async ({
  page,
  checkPage,
}) => {
  await logIn(page, staff)
  await page.goto('/admin/reports')
  await page.getByRole('link', { name: 'Pedidos por prefixo' }).click()
  const question = page.getByRole('dialog', { name: 'Escolher o prefixo' })
  await expect(question).toBeVisible()
  await expect(page.getByText('Selecione um prefixo')).toBeAttached()
  await checkPage('report-prefix-question')
  await question.getByRole('link', { name: 'Fechar' }).click()
  await expect(page).toHaveURL(/\/admin\/reports$/)
  await expect(question).toBeHidden()
  await page.getByRole('link', { name: 'Pedidos por prefixo' }).click()
  await expect(question).toBeVisible()

  await page.getByRole('textbox', { name: 'Prefixo' }).fill('p')
  await question.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByText('Prefixo incorreto').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Prefixo' })).toHaveValue('p')

  await page.getByRole('textbox', { name: 'Prefixo' }).fill('pt fa')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page).toHaveURL(/\/admin\/report\/order_prefix\/PT-FA$/)
  await expect(page.getByText('PT-FAB').first()).toBeVisible()
  await checkPage('report-prefix')
  const csv = await page.getByRole('link', { name: 'CSV' }).getAttribute('href')
  const file = await page.request.get(csv ?? '')
  expect(await file.text()).toContain('PT-FAB')

  await page.goto('/admin/report/order_prefix/ptzzz')
  await expect(page.getByText('Nenhum pedido encontrado para o prefixo PT-ZZZ')).toBeVisible()
})

// Other journeys buy at today's prices, so this one stops before the last button.
test('staff preview a change of all prices before applying it', { tag: '@enhanced' }, async ({
  page,
  checkPage,
  scripts,
}) => {
  await logIn(page, staff)
  await page.goto('/admin/reports')
  await page.getByRole('link', { name: 'Preços das publicações' }).click()
  await expect(page.getByRole('cell', { name: /R\$/ }).first()).toBeVisible()
  await checkPage('report-prices')

  await page.getByRole('link', { name: 'Reajustar preços' }).click()
  const percentage = page.getByLabel('Percentual')
  await expect(percentage).toHaveValue('100')
  await percentage.fill('112,5')
  if (!scripts) await page.getByRole('button', { name: 'Simular' }).click()
  await expect(page.getByText('R$ 80,00 → R$ 90,00')).toBeVisible()
  await checkPage('price-change')

  await percentage.fill('100')
  await page.getByRole('button', { name: 'Conferir todos os preços' }).click()
  await expect(page.getByText('nada a alterar').first()).toBeVisible()
  await checkPage('price-change-nothing')

  await percentage.fill('110')
  await page.getByRole('button', { name: 'Conferir todos os preços' }).click()
  await expect(page.getByRole('heading', { name: 'Reajustar para 110%' })).toBeVisible()
  await expect(page.getByText('CUIDADO! Tem certeza que deseja reajustar todos os valores?')).toBeVisible()
  await checkPage('price-change-review')
  await page.getByRole('button', { name: 'Reajustar todos os valores para 110%' }).click()
  await expect(page.getByText('Campo obrigatório').first()).toBeVisible()
  await checkPage('price-change-reason')
  await page.getByRole('link', { name: 'Voltar' }).click()
  await expect(percentage).toHaveValue('110')
})
