import {
  confirmOrder,
  fillBilling,
  fillPerson,
  password,
  quoteFreight,
  readOrderNumber,
} from '#tests/e2e/support/checkout-steps.ts'
import { listMailsTo } from '#tests/e2e/support/mails.ts'
import { newEmail } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const { manual } = publications

test('a buyer requests a quote, orders from its address with their own number, and tracks it without login', async ({
  page,
  scripts,
  checkPage,
}) => {
  await page.goto(`/publications/${manual.id}`)
  await page.getByRole('button', { name: `Adicionar ao carrinho ${manual.name}`, exact: true }).click()
  await expect(page.getByRole('link', { name: 'Ir para o carrinho' })).toBeVisible()
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Gerar orçamento' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Orçamento nº \d+$/)
  await expect(page.getByText(/Orçamento em vigor até/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Orçamento em PDF' })).toBeVisible({ timeout: 30_000 })
  await checkPage('price-quote')
  const address = page.url()

  await page.context().clearCookies()
  await page.goto(address)
  await page.getByRole('button', { name: 'Colocar no carrinho' }).click()
  await expect(page.locator('#avisos')).toContainText('com os preços do orçamento até')
  await page.goto('/checkout')
  const email = newEmail()
  await fillPerson(page, email)
  await page.getByLabel('Nº do pedido de compra').fill('PC-4500123')
  await fillBilling(page)
  await quoteFreight(page, scripts)
  await page.getByLabel('Crie uma senha').fill(password)
  await confirmOrder(page)
  const order = await readOrderNumber(page)
  await page.goto(`/orders/${order}`)
  await expect(page.getByText('PC-4500123')).toBeVisible()
  await expect
    .poll(async () => (await listMailsTo(email)).map(({ text }) => /PC-4500123/.test(text)), {
      timeout: 30_000,
    })
    .toEqual([true])
  const [mail] = await listMailsTo(email)
  expect(mail?.text).toContain('O boleto em PDF segue anexo.')

  await page.context().clearCookies()
  await page.goto('/acompanhar')
  await page.getByRole('button', { name: 'Acompanhar' }).click()
  await expect(page.getByRole('alert')).toContainText('Número do pedido: Campo obrigatório')
  await checkPage('tracking-refused')
  await page.getByLabel('Número do pedido').fill(`nº ${order}`)
  await page.getByLabel('E-mail da compra').fill(email)
  await page.getByRole('button', { name: 'Acompanhar' }).click()
  await expect(page.getByRole('heading', { name: `Pedido nº ${order}` })).toBeVisible()
  await expect(page.getByText('Pagamento pendente').first()).toBeVisible()
  await expect(page.getByText('PC-4500123')).toHaveCount(0)
  await checkPage('tracking')
})
