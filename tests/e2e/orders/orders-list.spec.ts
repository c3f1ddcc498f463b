import { logIn } from '#tests/e2e/support/checkout-steps.ts'
import { seeded } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('a customer views the status of every order', async ({ page, checkPage }) => {
  await logIn(page, seeded.customer)
  await page.goto('/orders')
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
  await expect(page.getByText('Pagina 1 de 2')).toBeVisible()
  await expect(rows).toHaveCount(10)
  await checkPage('orders')

  const pendingRows = rows.filter({ hasText: 'Pagamento pendente' })
  await expect(pendingRows).toHaveCount(1)
  await expect(pendingRows).toContainText('SEDEX')
  await expect(rows.filter({ hasText: 'Em análise' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'Pagamento confirmado' }).first()).toBeVisible()
  // Only an order waiting for payment links to its boleto.
  const boletos = page.getByRole('link', { name: /^Pagar até .*pedido nº/ })
  await expect(boletos).toHaveCount(1)
  await expect(pendingRows.getByRole('link', { name: /^Pagar até .*pedido nº/ })).toHaveAttribute(
    'href',
    /^\/payment\/\d+$/,
  )

  const rejected = rows.filter({ hasText: 'Cancelado / Reprovado' })
  await expect(rejected).toContainText('Motivo')
  await expect(rejected).toContainText('A foto do painel está desfocada e não permite ler os placares.')

  await page.getByRole('link', { name: 'Próxima' }).click()
  await expect(page.getByText('Pagina 2 de 2')).toBeVisible()
  await expect(boletos).toHaveCount(0)
  await checkPage('orders-2')
  await page.getByRole('link', { name: 'Anterior' }).click()

  await boletos.click()
  await expect(page.locator('#linha-digitavel')).toBeVisible()
  await page.goto('/manage')
  await expect(page.getByRole('heading', { name: 'Minhas publicações' })).toBeVisible()
  await checkPage('manage')
})
