import {
  confirmOrder,
  findCartLink,
  logIn,
  matchReais,
  readOrderNumber,
} from '#tests/e2e/support/checkout-steps.ts'
import { copyCustomer, giveSubscription } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

/** Publications of the seeded catalogue; `year` is the price of a renewal. */
const download = {
  id: 67,
  name: 'Manual de Manutenção do Ipanema EMB-203 em formato eletrônico',
  year: 698_25,
}
const printedPublication = {
  id: 34,
  name: 'Ação Corretiva: coletânea de boletins e diretrizes por aeronave',
  year: 278_95,
}

test('a customer renews an expiring download in one step and sees its boleto', { tag: '@main' }, async ({
  page,
  checkPage,
}) => {
  const login = await copyCustomer('cliente')
  await giveSubscription(login, { publicationId: download.id, endsIn: 10 })
  await logIn(page, login)
  await page.goto('/manage')
  await checkPage('manage-renewable')
  await page.getByRole('link', { name: `Renovar ${download.name}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Renovar assinatura')
  await expect(page.getByRole('table')).toContainText(matchReais(download.year))
  await expect(page.getByRole('table')).toContainText(/\d\d\/\d\d\/(\d{4}) → \d\d\/\d\d\/\d{4}/)
  await checkPage('renew-one')

  const confirm = page.getByRole('button', { name: 'Confirmar renovação e gerar boleto' })
  await confirm.click()
  await expect(page.getByText('Aceite os termos de compra para confirmar o pedido').first()).toBeVisible()
  await checkPage('renew-refused')
  await page.getByLabel('Li e aceito os termos de compra').check()
  await confirm.click()
  const order = await readOrderNumber(page)
  await page.goto('/manage')
  await page.getByRole('link', { name: `Renovação no pedido nº ${order}` }).click()
  await expect(page.getByRole('table')).toContainText(`Renovação: ${download.name}`)
})

test('a customer selects two printed subscriptions and renews them together with freight', async ({
  page,
  checkPage,
}) => {
  const login = await copyCustomer('empresa')
  await giveSubscription(login, { publicationId: printedPublication.id, endsIn: 10, registration: 'PT-FAB' })
  await giveSubscription(login, { publicationId: printedPublication.id, endsIn: 20, registration: 'PR-FBC' })
  await giveSubscription(login, { publicationId: download.id, endsIn: -3 })
  await logIn(page, login)
  await page.goto('/manage')
  await expect(page.getByRole('button', { name: `Comprar novamente ${download.name}` })).toBeVisible()
  await page.getByLabel(`Escolher ${printedPublication.name} (PT-FAB)`).check()
  await page.getByLabel(`Escolher ${printedPublication.name} (PR-FBC)`).check()
  await checkPage('manage-chosen')
  await page.getByRole('button', { name: 'Renovar as selecionadas' }).click()
  await expect(page.getByRole('table')).toContainText(matchReais(2 * printedPublication.year))
  await checkPage('renew-several')
  await page.getByRole('button', { name: 'Levar ao carrinho e finalizar' }).click()

  await expect(page).toHaveURL(/\/checkout$/)
  await expect(findCartLink(page, 2)).toBeVisible()
  const items = page.getByRole('group', { name: 'Publicações' })
  await expect(items).toContainText(/Renovação de PT-FAB, vence \d\d\/\d\d\/\d{4} → \d\d\/\d\d\/\d{4}/)
  await expect(items.getByRole('textbox')).toHaveCount(0)
  await checkPage('checkout-renewals')
  await page.goto('/cart')
  await expect(page.getByRole('table')).toContainText('Renovação de PR-FBC')
  await checkPage('cart-renewals')
  await page.getByRole('link', { name: 'Finalizar pedido' }).click()
  await page.getByRole('radio', { name: /SEDEX/ }).check()
  await confirmOrder(page)
  const order = await readOrderNumber(page)
  await page.goto(`/orders/${order}`)
  await expect(
    page.getByRole('row').filter({ hasText: `Renovação: ${printedPublication.name}` }),
  ).toHaveCount(2)
  await expect(page.getByRole('table')).toContainText('PR-FBC')
  await checkPage('order-renewals')
})

test('a customer buys an expired subscription again with its aircraft filled in', async ({ page }) => {
  const login = await copyCustomer('cliente')
  await giveSubscription(login, { publicationId: printedPublication.id, endsIn: -3, registration: 'PT-FAB' })
  await logIn(page, login)
  await page.goto('/manage')
  await page.getByRole('button', { name: `Comprar novamente ${printedPublication.name} (PT-FAB)` }).click()
  await page.getByRole('link', { name: 'Finalizar pedido' }).click()
  await expect(page.getByLabel('Prefixo (matrícula)')).toHaveValue('PT-FAB')
  await expect(page.getByLabel('Número de série')).toHaveValue('200512')
})
