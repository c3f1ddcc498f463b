import {
  confirmOrder,
  fillAircraft,
  logIn,
  matchReais,
  readOrderNumber,
  startCheckout,
} from '#tests/e2e/support/checkout-steps.ts'
import { copyCustomer } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const { manual, perAircraft } = publications
const freight = 55_90

test('a company with an account orders with its stored data filled in', { tag: '@enhanced' }, async ({
  page,
  scripts,
  checkPage,
}) => {
  const login = await copyCustomer('empresa')
  await logIn(page, login)
  await startCheckout(page, [manual])

  const identity = page.getByRole('group', { name: 'Seus dados' })
  await expect(identity).toContainText('Fazenda Asa Branca Aviação Agrícola Ltda. (fictícia)')
  await expect(identity).toContainText('99.900.200/0001-68')
  await expect(identity).toContainText(login.email)
  const billing = page.getByRole('group', { name: 'Endereço de cobrança' })
  await expect(billing).toContainText('Avenida das Sementes')
  await expect(billing.getByLabel('Rua')).toBeHidden()
  for (const storedPart of [identity, billing]) await storedPart.getByText('Alterar').click()
  // The buyer types only the phone and their own order number.
  await expect(identity.getByRole('textbox')).toHaveCount(2)
  await expect(identity.getByRole('textbox', { name: 'Telefone' })).toHaveValue('(66) 3800-0202')
  await expect(page.getByRole('radio', { name: 'Pessoa jurídica' })).toHaveCount(0)
  await expect(page.getByLabel('Crie uma senha')).toHaveCount(0)
  await expect(billing.getByLabel('CEP')).toHaveValue('78550-001')
  await expect(billing.getByLabel('Rua')).toHaveValue('Avenida das Sementes')
  await expect(page.getByRole('radio', { name: 'Em outro endereço' })).toBeChecked()
  await checkPage('checkout-known')

  await page.getByRole('radio', { name: /SEDEX/ }).check()
  if (scripts)
    await expect(page.getByRole('region', { name: 'Resumo' })).toContainText(
      matchReais(manual.price + freight),
    )
  await confirmOrder(page)
  const order = await readOrderNumber(page)
  await page.goto('/orders')
  const row = page.getByRole('row').filter({ hasText: `nº ${order}` })
  await expect(row).toContainText('SEDEX')
  await expect(row).toContainText(matchReais(manual.price + freight))
})

test('three completed copies are collapsed in the checkout on a phone', { tag: '@once' }, async ({
  page,
}) => {
  await logIn(page, await copyCustomer('cliente'))
  await page.setViewportSize({ width: 320, height: 640 })
  await startCheckout(page, [perAircraft])
  const increaseButton = page.getByRole('button', { name: `Aumentar a quantidade de ${perAircraft.name}` })
  for (const copy of [2, 3]) {
    await increaseButton.click()
    await expect(page.getByRole('group', { name: `Unidade ${copy} de ${copy}` })).toBeVisible()
  }
  for (const [at, registration] of ['PT-VGO', 'PT-UPA', 'PT-VZA'].entries())
    await fillAircraft(page, `Unidade ${at + 1} de 3`, {
      registration,
      serial: `20148${at}`,
      fuel: 'Gasolina',
    })
  await page.getByRole('button', { name: 'Confirmar pedido e gerar boleto' }).click()
  await expect(page.locator('[data-error-summary]')).toBeVisible()
  await page.goto('/checkout')

  await expect(page.locator('.unit > details')).toHaveCount(3)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height, 'height of the checkout at 320 pixels').toBeLessThanOrEqual(3_500)
})
