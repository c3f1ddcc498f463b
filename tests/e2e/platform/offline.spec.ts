import {
  confirmOrder,
  fillBilling,
  fillPerson,
  password,
  readOrderNumber,
  startCheckout,
} from '#tests/e2e/support/checkout-steps.ts'
import { newEmail } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const { index } = publications
const offlineMessage = 'Sem conexão com a internet. O que você digitou continua aqui'

test('a lost network shows a message, loses no typed value, and the order succeeds afterwards', {
  tag: '@scripts',
}, async ({ page, context, checkPage, noise }) => {
  await startCheckout(page, [index])
  await fillPerson(page, newEmail())
  await fillBilling(page)
  await page.getByLabel('Crie uma senha').fill(password)
  await context.setOffline(true)
  await confirmOrder(page)
  await expect(page.locator('#avisos').getByText(offlineMessage)).toBeVisible()
  await expect(page.locator('#anuncio')).toContainText(offlineMessage)
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Inventada da Silva')
  await context.setOffline(false)
  await checkPage('checkout-offline')
  await confirmOrder(page)
  await readOrderNumber(page)
  // The page may have saved the draft while there was no network.
  noise.splice(0, noise.length, ...noise.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED')))
})
