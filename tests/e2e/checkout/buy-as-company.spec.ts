import {
  confirmOrder,
  fillAddress,
  fillBilling,
  matchReais,
  password,
  quoteFreight,
  readOrderNumber,
  startCheckout,
} from '#tests/e2e/support/checkout-steps.ts'
import { listMailsTo } from '#tests/e2e/support/mails.ts'
import { newEmail } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const { manual203 } = publications

test('a company with an alphanumeric CNPJ orders to another address, with freight to be agreed', {
  tag: '@main',
}, async ({ page, scripts, checkPage }) => {
  const email = newEmail()
  await startCheckout(page, [manual203])
  await page.getByLabel('Nome completo').fill('Bruno Comprador')
  await page.getByRole('radio', { name: 'Pessoa jurídica' }).check()
  await expect(page.getByLabel('CPF')).toBeHidden()
  await page.getByLabel('Razão social').fill('Aviação Fictícia de Teste Ltda.')
  await page.getByLabel('CNPJ').fill('12.abc.345/01de-35')
  await page.getByLabel('Inscrição estadual', { exact: true }).fill('isento')
  await page.getByLabel('Telefone', { exact: true }).fill('6633330000')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await fillBilling(page)

  await page.getByRole('radio', { name: 'Em outro endereço' }).check()
  await fillAddress(page, 'Endereço de entrega', {
    Rua: 'Estrada do Aeródromo',
    Número: 'km 12',
    Bairro: 'Zona Rural',
    Cidade: 'Sinop',
    UF: 'MT',
    CEP: '78550099',
  })
  await quoteFreight(page, scripts)
  // From Botucatu to Mato Grosso, not to the nearby billing address.
  await expect(page.getByRole('radio', { name: /SEDEX/ }).locator('xpath=..')).toContainText(
    matchReais(55_90),
  )
  await page.getByRole('radio', { name: /À Combinar/ }).check()
  if (!scripts) await page.getByRole('button', { name: 'Calcular frete' }).click()
  const summary = page.getByRole('region', { name: 'Resumo' })
  await expect(summary).toContainText('a combinar')
  await expect(summary).toContainText(matchReais(manual203.price))
  await expect(page.getByLabel('Razão social')).toHaveValue('Aviação Fictícia de Teste Ltda.')
  await page.getByLabel('Crie uma senha').fill(password)
  await checkPage('checkout-company')
  await confirmOrder(page)

  const order = await readOrderNumber(page)
  await expect(page.getByRole('banner')).toContainText('Aviação Fictícia de Teste Ltda.')
  await page.goto('/orders')
  const row = page.getByRole('row').filter({ hasText: `nº ${order}` })
  await expect(row).toContainText('À Combinar')
  await expect(row).toContainText(matchReais(manual203.price))
  await expect.poll(async () => (await listMailsTo(email)).length).toBe(1)
  const [mail] = await listMailsTo(email)
  expect(mail?.text).toContain('À Combinar: Prazo e valor combinados por e-mail ou telefone')

  // The new account contains the typed data.
  await startCheckout(page, [manual203])
  await expect(page.getByRole('group', { name: 'Seus dados' })).toContainText('12.ABC.345/01DE-35')
  await expect(page.getByRole('radio', { name: 'Em outro endereço' })).toBeChecked()
  const delivery = page.getByRole('group', { name: 'Endereço de entrega' })
  await expect(delivery.getByLabel('CEP')).toHaveValue('78550-099')
})
