import { logIn } from '#tests/e2e/support/checkout-steps.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const administrator = { email: 'admin@aeropub.test', password: 'demonstracao-2026' }

test('an administrator creates, tests, pauses and removes a webhook', async ({
  page,
  checkPage,
  scripts,
}) => {
  const name = `ERP ${scripts ? 'com' : 'sem'} scripts ${Date.now()}`
  await logIn(page, administrator)
  await page.goto('/admin/settings')
  await page.getByRole('link', { name: 'Alterar webhooks' }).click()
  await page.getByRole('link', { name: 'Novo webhook' }).click()
  await page.getByLabel('Descrição').fill(name)
  await page.getByLabel('Endereço').fill('http://erp.invalid/avisos')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('O endereço precisa começar com https://').first()).toBeVisible()
  await expect(page.getByText('Escolha ao menos um evento').first()).toBeVisible()
  await checkPage('webhook-wrong')

  await page.getByLabel('Endereço').fill('https://erp.invalid/avisos')
  await page.getByLabel('Pedido feito').check()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('heading', { name: 'Webhook criado' })).toBeVisible()
  await expect(page.getByText(/^whsec_/)).toBeVisible()
  await checkPage('webhook-secret')

  await page.getByRole('link', { name: 'Ir para o webhook' }).click()
  await expect(page.getByLabel('Pedido feito')).toBeChecked()
  await expect(page.getByText(/^whsec_/)).toHaveCount(0)
  await checkPage('webhook')
  await page.getByRole('button', { name: 'Enviar teste' }).click()
  await checkPage('webhook-deliveries')
  await page.getByRole('link', { name: /^Teste/ }).click()
  await expect(page.getByText('"type":"ping"')).toBeVisible()
  await checkPage('webhook-delivery')
  await page.getByRole('button', { name: 'Enviar de novo' }).click()
  await expect(page.getByText(/O aviso vai de novo|já foi posto para envio/)).toBeVisible()

  await page.goto('/admin/settings/webhooks')
  await checkPage('webhooks')
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Pausar' }).click()
  await expect(page.getByText('Em pausa', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Retomar' }).click()
  await expect(page.getByText('Em pausa', { exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'Excluir' }).click()
  await page.getByRole('button', { name: 'Excluir webhook' }).click()
  await expect(page.getByText('O webhook foi excluído.')).toBeVisible()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
})
