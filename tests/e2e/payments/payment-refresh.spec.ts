import { buy } from '#tests/e2e/support/checkout-steps.ts'
import { delayBoleto, newEmail, offerAgain, takeBoletoAway } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('the payment page says that it waits and refreshes itself', async ({
  page,
  scripts,
  checkPage,
  noise,
}) => {
  const order = await buy(page, [publications.index], newEmail(), scripts)
  const boleto = page.getByRole('link', { name: 'Imprimir boleto' })
  await expect(boleto).toBeVisible({ timeout: 30_000 })

  await takeBoletoAway(order)
  await page.reload()
  await expect(page.getByText('Seu boleto está sendo gerado…')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Atualizar' })).toBeVisible()
  await expect(boleto).toHaveCount(0)
  if (scripts) {
    // Nothing may change under the eyes of the check; the focus stays where it is through the refreshes.
    await page.route(`**/payment/${order}`, (route) => route.abort())
    await checkPage('payment-generating')
    await page.unroute(`**/payment/${order}`)
    noise.splice(0)
    const refresh = page.getByRole('link', { name: 'Atualizar' })
    await refresh.focus()
    await page.waitForResponse((answer) => answer.url().endsWith(`/payment/${order}`))
    await expect(refresh).toBeFocused()
  }

  await offerAgain(order, 'issue-boleto')
  await expect(page.locator('#linha-digitavel')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('O PDF ficará pronto em instantes.')).toBeVisible()
  await expect(boleto).toHaveCount(0)
  await offerAgain(order, 'render-boleto')
  await expect(boleto).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('link', { name: 'Atualizar' })).toHaveCount(0)
})

test('a boleto that takes long is announced by mail, and the page shows it when it has come', async ({
  page,
  scripts,
  checkPage,
  noise,
}) => {
  const order = await buy(page, [publications.index], newEmail(), scripts)
  const boleto = page.getByRole('link', { name: 'Imprimir boleto' })
  await expect(boleto).toBeVisible({ timeout: 30_000 })

  await delayBoleto(order)
  await page.reload()
  await expect(page.getByText('Não conseguimos gerar o boleto ainda; enviaremos por e-mail.')).toBeVisible()
  await expect(page.getByText('Seu boleto está sendo gerado…')).toHaveCount(0)
  if (scripts) {
    // Nothing may change under the eyes of the check.
    await page.route(`**/payment/${order}`, (route) => route.abort())
    await checkPage('payment-delayed')
    await page.unroute(`**/payment/${order}`)
    noise.splice(0)
  }

  await offerAgain(order, 'issue-boleto')
  await expect(async () => {
    await page.getByRole('link', { name: 'Atualizar' }).click({ timeout: 1_000 })
    await expect(page.locator('#linha-digitavel')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await offerAgain(order, 'render-boleto')
  await expect(boleto).toBeVisible({ timeout: 30_000 })
})
