import { fillAircraft, logIn, matchReais, openFilters } from '#tests/e2e/support/checkout-steps.ts'
import { copyCustomer, giveSubscription } from '#tests/e2e/support/people.ts'
import { publications, seeded } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('staff find a purchased unit and correct it', async ({ page, checkPage }) => {
  const customer = await copyCustomer('empresa')
  await giveSubscription(customer, {
    publicationId: publications.subscription.id,
    endsIn: -3,
    registration: 'PT-FAB',
  })
  await logIn(page, seeded.staff)
  await page.goto('/admin/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gerenciar Andamento')
  await checkPage('admin-signatures')

  await page.getByLabel('Buscar por pedido').fill(customer.email)
  await openFilters(page)
  await page.getByRole('combobox', { name: 'Situação' }).selectOption({ label: 'Vencida' })
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page).toHaveURL(/status=4/)
  await expect(page.getByText('1 resultado', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: publications.subscription.name }).click()

  await expect(page.getByLabel('Situação')).toBeDisabled()
  await checkPage('admin-signature-expired')
  await page.getByLabel('Prefixo (matrícula)').fill('PT-QQQ')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Prefixo incorreto').first()).toBeVisible()
  await checkPage('admin-signature-refused')

  const nextYear = `${new Date().getFullYear() + 1}-10-05`
  await page.getByLabel('Prefixo (matrícula)').fill('PT-FAC')
  await page.getByLabel('Vencimento').fill(nextYear)
  await page.getByLabel('Observações').fill('Prazo estendido por telefone')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('As informações foram salvas com sucesso')).toBeVisible()
  await expect(page.getByLabel('Situação')).toBeEnabled()
  await expect(page.getByText('Prefixo: PT-FAB → PT-FAC')).toBeVisible()
  await checkPage('admin-signature')
})

test('staff enter an order by telephone, step by step', async ({ page, checkPage }) => {
  const customer = await copyCustomer('cliente')
  await logIn(page, seeded.staff)
  await page.goto('/admin/create_order')
  await page.getByLabel(/^Nome, empresa, parte do e-mail/).fill(customer.email)
  await page.getByRole('button', { name: 'Buscar' }).click()
  await checkPage('admin-create-order-client')
  await page.getByRole('table').getByRole('link').first().click()

  await page.getByLabel('Buscar publicação').fill('peso e balanceamento')
  await page.getByRole('button', { name: 'Buscar' }).click()
  const { name } = publications.needsAircraft
  await page.getByRole('button', { name: `Adicionar ${name}` }).click()
  await page.getByRole('button', { name: `Novo item de ${name}` }).click()
  await fillAircraft(page, 'Item 1 de 2', { registration: 'PT-ABC', serial: '200512', fuel: 'Não informado' })
  await page.getByRole('button', { name: 'Revisar pedido' }).click()
  await expect(page.getByText('Campo obrigatório').first()).toBeVisible()
  await checkPage('admin-create-order-items')

  await fillAircraft(page, 'Item 2 de 2', { registration: 'PT-ABD', serial: '200513', fuel: 'Etanol' })
  await page
    .getByRole('group', { name: 'Item 2 de 2' })
    .getByLabel('Preço')
    .selectOption({ label: 'Grátis · R$ 0,00' })
  await page.getByRole('button', { name: 'Revisar pedido' }).click()
  await expect(page.getByRole('table')).toContainText('PT-ABD')
  await expect(page.getByRole('table')).toContainText(matchReais(publications.needsAircraft.price))
  await checkPage('admin-create-order-review')
  await page.getByRole('button', { name: 'Confirmar pedido' }).click()
  await expect(page).toHaveURL(/\/admin\/order\/\d+$/)
})
