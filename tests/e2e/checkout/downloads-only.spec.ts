import {
  confirmOrder,
  fillBilling,
  fillPerson,
  matchReais,
  password,
  readOrderNumber,
  startCheckout,
} from '#tests/e2e/support/checkout-steps.ts'
import { newEmail } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const { index, equipmentList } = publications

test('the checkout of downloads has no delivery fields, and is not sent by typing a postal code', {
  tag: '@enhanced',
}, async ({ page, scripts, checkPage }) => {
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.postData() ?? '')
  })
  await startCheckout(page, [index, equipmentList])
  await expect(page.getByRole('group', { name: 'Forma de envio' })).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Endereço de entrega' })).toHaveCount(0)
  const summary = page.getByRole('region', { name: 'Resumo' })
  await expect(summary).toContainText('Download, sem frete')
  await expect(summary).toContainText(matchReais(index.price + equipmentList.price))

  // A complete form must not be sent by typing a postal code.
  if (scripts) await page.clock.install()
  await fillPerson(page, newEmail())
  await page.getByLabel('Crie uma senha').fill(password)
  await fillBilling(page)
  await page.getByLabel('CEP').fill('18600-001')
  if (scripts) await page.clock.runFor(2_000)
  expect(posts.join()).not.toContain('intent=confirm')
  await checkPage('checkout-downloads')
  await confirmOrder(page)

  const order = await readOrderNumber(page)
  await page.goto('/orders')
  const row = page.getByRole('row').filter({ hasText: `nº ${order}` })
  await expect(row).toContainText('Download')
  await expect(row).toContainText(matchReais(index.price + equipmentList.price))
})
