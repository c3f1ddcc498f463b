import type { Page } from '@playwright/test'
import {
  addToCart,
  confirmOrder,
  continueWithoutLogin,
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
const findConfirmButton = (page: Page) => page.locator('button.button-main[value="confirm"]')

test('confirming an order twice, in a second tab or after going back, creates one order', {
  tag: '@enhanced',
}, async ({ page, context, scripts }) => {
  const email = newEmail()
  await startCheckout(page, [index])
  await fillCheckout(page, email)
  const secondTab = await context.newPage()
  if (scripts) await continueWithoutLogin(secondTab)
  await secondTab.goto('/checkout')
  await fillCheckout(secondTab, email)

  let confirmationCount = 0
  page.on('request', (request) => {
    if (request.postData()?.includes('intent=confirm')) confirmationCount += 1
  })
  if (scripts) {
    const { words, submits } = await findConfirmButton(page).evaluate(clickTwice)
    expect(words).toBe('Enviando…')
    expect(submits).toEqual(['sent', 'prevented'])
  } else await findConfirmButton(page).dblclick({ noWaitAfter: true })
  const order = await readOrderNumber(page)
  if (scripts) expect(confirmationCount).toBe(1)

  await confirmOrder(secondTab)
  expect(await readOrderNumber(secondTab)).toBe(order)

  await page.reload()
  expect(await readOrderNumber(page)).toBe(order)
  await page.goBack()
  await expect(page.getByText('Seu carrinho está vazio')).toBeVisible()
  await expect(page.getByText(`Este pedido já foi feito: nº ${order}`)).toBeVisible()

  await page.goto('/orders')
  await expect(page.getByRole('rowheader')).toHaveText([`nº ${order}`])
})

test('a form sent again without cookies redirects to the payment of its order', async ({ page, request }) => {
  const email = newEmail()
  await startCheckout(page, [index])
  await fillCheckout(page, email)
  const [sent] = await Promise.all([
    // The page also sends drafts, so only confirmations are counted.
    page.waitForRequest((each) => each.postData()?.includes('intent=confirm') ?? false),
    confirmOrder(page),
  ])
  const order = await readOrderNumber(page)
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: new URL(page.url()).origin }
  const secondAnswer = await request.post('/checkout', {
    headers,
    data: sent.postData() ?? '',
    maxRedirects: 0,
  })
  expect(secondAnswer.status()).toBe(303)
  expect(secondAnswer.headers().location).toMatch(new RegExp(`^/payment/${order}\\?cookies=\\w+$`))
})

test('the browser retries adding to the cart after a lost connection', { tag: '@enhanced' }, async ({
  page,
  scripts,
  noise,
}) => {
  if (scripts) {
    await page.goto(`/publications/${index.id}`)
    await page.route('**/cart', (route) => route.abort(), { times: 1 })
  }
  await addToCart(page, index)
  if (!scripts) return
  // The console reports the aborted request.
  await expect.poll(() => noise).toEqual([expect.stringContaining('ERR_FAILED')])
  noise.splice(0)
})

/** Presses a button twice. Returns its text between the presses and the result of each submission. */
function clickTwice(button: HTMLElement) {
  const submits: ('sent' | 'prevented')[] = []
  addEventListener('submit', (event) => submits.push(event.defaultPrevented ? 'prevented' : 'sent'))
  button.click()
  const textBetween = button.textContent
  button.click()
  return { words: textBetween, submits }
}

async function fillCheckout(page: Page, email: string) {
  await fillPerson(page, email)
  await fillBilling(page)
  await page.getByLabel('Crie uma senha').fill(password)
  await page.getByLabel('Li e aceito os termos de compra').check()
}
