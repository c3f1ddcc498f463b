import {
  confirmOrder,
  fillBilling,
  fillPerson,
  findCartLink,
  password,
  quoteFreight,
  readOrderNumber,
  startCheckout,
  submitLogin,
} from '#tests/e2e/support/checkout-steps.ts'
import { copyCustomer } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const { manual } = publications

test('a buyer with a forgotten account logs in at the checkout and loses no input', async ({
  page,
  scripts,
  checkPage,
}) => {
  const login = await copyCustomer('cliente')
  await startCheckout(page, [manual])
  await fillPerson(page, login.email)
  await fillBilling(page)
  await quoteFreight(page, scripts)
  await page.getByRole('radio', { name: /SEDEX/ }).check()
  await page.getByLabel('Crie uma senha').fill(password)
  await confirmOrder(page)

  const alert = page.getByRole('alert')
  await expect(alert).toContainText('ATENÇÃO: Não foi possivel criar seu usuário')
  await expect(alert.getByRole('link', { name: 'E-mail: Já existe uma conta com este e-mail' })).toBeVisible()
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveAccessibleDescription(
    /Já existe uma conta com este e-mail/,
  )
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(login.email)
  await checkPage('checkout-known-email')

  await page.getByRole('group', { name: 'Sua conta' }).getByRole('button', { name: 'Entrar' }).click()
  await submitLogin(page, login)
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(findCartLink(page, 1)).toBeVisible()
  const identity = page.getByRole('group', { name: 'Seus dados' })
  await expect(identity).toContainText('Helena Brandão de Almeida')
  await expect(identity).toContainText('123.456.789-09')
  await expect(page.getByLabel('CPF')).toHaveCount(0)
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveCount(0)
  await expect(page.getByLabel('Telefone', { exact: true })).toHaveValue(/^\(?14\)? 99999-0000$/)
  await expect(page.getByLabel('Rua').first()).toHaveValue('Rua das Hélices')
  await expect(page.getByRole('radio', { name: /SEDEX/ })).toBeChecked()

  await confirmOrder(page)
  const order = await readOrderNumber(page)
  await page.goto('/orders')
  await expect(page.getByRole('row').filter({ hasText: `nº ${order}` })).toContainText('SEDEX')
})
