import {
  confirmOrder,
  fillBilling,
  fillPerson,
  orderOnPaymentPage,
  password,
  startCheckout,
} from '#tests/e2e/support/checkout-steps.ts'
import { newEmail } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const { index } = publications
const words = 'Sem conexão com a internet. O que você digitou continua aqui'

test('a lost network shows a message, loses no typed value, and the order succeeds afterwards', {
  tag: '@scripts',
}, async ({ page, context, checkPage, noise }) => {
  await startCheckout(page, [index])
  await fillPerson(page, newEmail())
  await fillBilling(page)
  await page.getByLabel('Crie uma senha').fill(password)
  await context.setOffline(true)
  await confirmOrder(page)
  await expect(page.locator('#avisos').getByText(words)).toBeVisible()
  await expect(page.locator('#anuncio')).toContainText(words)
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Inventada da Silva')
  await context.setOffline(false)
  await checkPage('checkout-offline')
  await confirmOrder(page)
  await orderOnPaymentPage(page)
  // The page may have saved the draft while there was no network.
  noise.splice(0, noise.length, ...noise.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED')))
})
