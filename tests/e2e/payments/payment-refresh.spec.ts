import type { Page, Route } from '@playwright/test'
import { completePurchase } from '#tests/e2e/support/checkout-steps.ts'
import { delayBoleto, deleteBoleto, newEmail, queueAgain } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

/** Places an order and waits for its PDF. Returns the order and the link to the PDF. */
async function buyWithBoleto(page: Page, scripts: boolean) {
  const order = await completePurchase(page, [publications.index], newEmail(), scripts)
  const boleto = page.getByRole('link', { name: 'Imprimir boleto' })
  await expect(boleto).toBeVisible({ timeout: 30_000 })
  return { order, boleto }
}

/** Delays the refreshes so that nothing changes during a check, and releases them afterwards. */
async function delayRefreshesDuring(page: Page, order: number, check: () => Promise<void>) {
  const delayedRoutes: Route[] = []
  let isDelaying = true
  await page.route(`**/payment/${order}`, async (route) => {
    if (isDelaying) delayedRoutes.push(route)
    else await route.continue()
  })
  await check()
  isDelaying = false
  for (const route of delayedRoutes) await route.continue()
}

test('the payment page shows that the boleto is being issued, and refreshes until line and PDF appear', {
  tag: '@enhanced',
}, async ({ page, scripts, checkPage }) => {
  const { order, boleto } = await buyWithBoleto(page, scripts)

  await deleteBoleto(order)
  await page.reload()
  await expect(page.getByText('Seu boleto está sendo gerado…')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Atualizar' })).toBeVisible()
  await expect(boleto).toHaveCount(0)
  if (scripts) {
    await delayRefreshesDuring(page, order, () => checkPage('payment-generating'))
    // The refreshes preserve the focus.
    const refresh = page.getByRole('link', { name: 'Atualizar' })
    await refresh.focus()
    await page.waitForResponse((answer) => answer.url().endsWith(`/payment/${order}`))
    await expect(refresh).toBeFocused()
  }

  await queueAgain(order, 'issue-boleto')
  await expect(page.locator('#linha-digitavel')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('O PDF ficará pronto em instantes.')).toBeVisible()
  await expect(boleto).toHaveCount(0)
  await queueAgain(order, 'render-boleto')
  await expect(boleto).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('link', { name: 'Atualizar' })).toHaveCount(0)
})

test('the payment page announces a slow boleto by mail, and shows it when it is ready', async ({
  page,
  scripts,
  checkPage,
}) => {
  const { order, boleto } = await buyWithBoleto(page, scripts)

  await delayBoleto(order)
  await page.reload()
  await expect(
    page.getByText('Ainda não conseguimos gerar o boleto; vamos enviá-lo por e-mail.'),
  ).toBeVisible()
  await expect(page.getByText('Seu boleto está sendo gerado…')).toHaveCount(0)
  if (scripts) await delayRefreshesDuring(page, order, () => checkPage('payment-delayed'))

  await queueAgain(order, 'issue-boleto')
  await expect(async () => {
    await page.getByRole('link', { name: 'Atualizar' }).click({ timeout: 1_000 })
    await expect(page.locator('#linha-digitavel')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await queueAgain(order, 'render-boleto')
  await expect(boleto).toBeVisible({ timeout: 30_000 })
})
