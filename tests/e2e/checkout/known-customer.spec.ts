import {
  confirmOrder,
  logIn,
  orderOnPaymentPage,
  reais,
  startCheckout,
} from '#tests/e2e/support/checkout-steps.ts'
import { copyOfCustomer } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const { manual } = publications
const freight = 55_90

test('a company that has an account orders with what the shop knows already', { tag: '@enhanced' }, async ({
  page,
  scripts,
  checkPage,
}) => {
  const login = await copyOfCustomer('empresa')
  await logIn(page, login)
  await startCheckout(page, [manual])

  const identity = page.getByRole('group', { name: 'Seus dados' })
  await expect(identity).toContainText('Fazenda Asa Branca Aviação Agrícola Ltda. (fictícia)')
  await expect(identity).toContainText('99.900.200/0001-68')
  await expect(identity).toContainText(login.email)
  // The telephone and the number of their own order are all there is to type.
  await expect(identity.getByRole('textbox')).toHaveCount(2)
  await expect(identity.getByRole('textbox', { name: 'Telefone' })).toHaveValue('(66) 3800-0202')
  await expect(page.getByRole('radio', { name: 'Pessoa jurídica' })).toHaveCount(0)
  await expect(page.getByLabel('Crie uma senha')).toHaveCount(0)
  const billing = page.getByRole('group', { name: 'Endereço de cobrança' })
  await expect(billing.getByLabel('CEP')).toHaveValue('78550-001')
  await expect(billing.getByLabel('Rua')).toHaveValue('Avenida das Sementes')
  await expect(page.getByRole('radio', { name: 'Em outro endereço' })).toBeChecked()
  await checkPage('checkout-known')

  await page.getByRole('radio', { name: /SEDEX/ }).check()
  if (scripts)
    await expect(page.getByRole('region', { name: 'Resumo' })).toContainText(reais(manual.price + freight))
  await confirmOrder(page)
  const order = await orderOnPaymentPage(page)
  await page.goto('/orders')
  const row = page.getByRole('row').filter({ hasText: `nº ${order}` })
  await expect(row).toContainText('SEDEX')
  await expect(row).toContainText(reais(manual.price + freight))
})
