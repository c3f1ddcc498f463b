import type { Page } from '@playwright/test'
import {
  addToCart,
  confirmOrder,
  findLoginDialog,
  startCheckout,
  submitLogin,
} from '#tests/e2e/support/checkout-steps.ts'
import { copyCustomer, useNewAddress } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const { index } = publications
const findRecovery = (page: Page) => page.getByRole('dialog', { name: 'Recuperar senha' })
const findRecoveryLink = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Esqueci a senha' })
const findEmailField = (page: Page) => findRecovery(page).getByLabel('E-mail', { exact: true })

test.beforeEach(({ page }) => useNewAddress(page))

test('a link to a small form opens it in a dialog, and the keyboard focus stays inside', {
  tag: '@scripts',
}, async ({ page }) => {
  await page.goto('/login')
  await findRecoveryLink(page).focus()
  await page.keyboard.press('Enter')
  await expect(findEmailField(page)).toBeFocused()
  await expect(findEmailField(page)).toHaveAccessibleDescription('O e-mail da sua conta.')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.locator('html')).not.toHaveAttribute('data-loading')
  for (let stop = 0; stop < 6; stop++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(isOutsideDialog)).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(findRecoveryLink(page)).toBeFocused()
})

test('a click outside closes the dialog, but not after typing', {
  tag: '@scripts',
}, async ({ page }) => {
  await page.goto('/login')
  await findRecoveryLink(page).click()
  await expect(findRecovery(page)).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await findRecoveryLink(page).click()
  await findEmailField(page).fill('ninguem@exemplo.test')
  await page.mouse.click(5, 5)
  await expect(findRecovery(page)).toBeVisible()
  await findRecovery(page).getByRole('button', { name: 'Fechar' }).click()
  await expect(findRecovery(page)).toBeHidden()
  await findRecoveryLink(page).click()
  await expect(findEmailField(page)).toHaveValue('ninguem@exemplo.test')
})

test('a rejected dialog becomes a page with the typed values, and again after Back and a second attempt', {
  tag: '@scripts',
}, async ({ page }) => {
  for (const email of ['ninguem@exemplo.test', 'nenhuma@exemplo.test']) {
    await page.goto('/login?redirectTo=%2Fcheckout')
    await findRecoveryLink(page).click()
    await findEmailField(page).fill(email)
    await findRecovery(page).getByRole('button', { name: 'Enviar link' }).click()
    await expect(page).toHaveURL(/\/recover\?redirectTo=%2Fcheckout&refused=[\w-]+$/)
    await expect(page.getByRole('alert')).toContainText(
      'Não foi encontrada uma conta cadastrada com esse e-mail',
    )
    await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(email)
    await page.goBack()
    await expect(page).toHaveTitle(/^Entrar/)
    await expect(page.locator('html')).not.toHaveAttribute('data-loading')
  }
})

test('a new tab, a lost response and a browser without dialogs load the page instead', {
  tag: '@scripts',
}, async ({ page, context, noise }) => {
  await page.goto('/login')
  const opened = context.waitForEvent('page')
  await findRecoveryLink(page).click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveTitle(/^Recuperar senha/)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.route('**/recover', (route) =>
    route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
  )
  await findRecoveryLink(page).click()
  await expect(page).toHaveTitle(/^Recuperar senha/)
  await page.unroute('**/recover')
  expect(noise.splice(0)).toEqual([expect.stringContaining('net::ERR_FAILED')])

  await page.addInitScript(() => Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal'))
  await page.goto('/login')
  await findRecoveryLink(page).click()
  await expect(page).toHaveTitle(/^Recuperar senha/)
})

test('a slow dialog response is replaced by the page', { tag: '@scripts' }, async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  let isRequested = false
  await page.route('**/recover', (route) => {
    if (route.request().resourceType() !== 'fetch') return route.continue()
    isRequested = true
  })
  await findRecoveryLink(page).click()
  await expect.poll(() => isRequested).toBe(true)
  await expect(page.locator('html')).toHaveAttribute('data-loading')
  await page.clock.fastForward(10_000)
  await expect(page).toHaveTitle(/^Recuperar senha/)
})

test('the dialog shows a message without network, and sends the typed values later', {
  tag: '@scripts',
}, async ({ page, context }) => {
  await page.goto('/login')
  await findRecoveryLink(page).click()
  await findEmailField(page).fill('ninguem@exemplo.test')
  await context.setOffline(true)
  await findRecovery(page).getByRole('button', { name: 'Enviar link' }).click()
  await expect(findRecovery(page)).toContainText('Sem conexão com a internet')
  await expect(findEmailField(page)).toHaveValue('ninguem@exemplo.test')
  await context.setOffline(false)
  await findRecovery(page).getByRole('button', { name: 'Enviar link' }).click()
  await expect(page.getByRole('alert')).toContainText('Não foi encontrada uma conta')
})

test.describe('the login question at the checkout', () => {
  test.beforeEach(({ page }) => page.removeLocatorHandler(findLoginDialog(page)))

  test('a visitor chooses once between login and guest checkout, and returns after the login', {
    tag: '@scripts',
  }, async ({ page, checkPage }) => {
    const login = await copyCustomer('cliente')
    await startCheckout(page, [index])
    await expect(findLoginDialog(page)).toContainText('sua conta é criada com este pedido')
    await checkPage('checkout-login-question')
    await findLoginDialog(page).getByRole('button', { name: 'Continuar sem entrar' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Publicações' })).toBeFocused()
    await expect(page.getByText('Já tem conta?')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Já tem conta?')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await openCheckoutInNewWindow(page)
    await findLoginDialog(page).getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(page).toHaveURL('/login?redirectTo=%2Fcheckout')
    await submitLogin(page, login)
    await expect(page).toHaveURL(/\/checkout$/)
    await openCheckoutInNewWindow(page)
    await expect(page.getByRole('group', { name: 'Seus dados' })).toContainText('Helena Brandão de Almeida')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('Esc continues as guest, and the question does not appear over errors or typed values', {
    tag: '@scripts',
  }, async ({ page }) => {
    await addToCart(page, index)
    await page.goto('/checkout')
    await expect(findLoginDialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: 'Publicações' })).toBeFocused()

    await page.evaluate(() => sessionStorage.clear())
    await confirmOrder(page)
    await expect(page.getByRole('heading', { name: /Um erro foi encontrado/ })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    const answerReceived = page.waitForResponse(
      (answer) => answer.request().postData()?.includes('Ana') ?? false,
    )
    await page.getByLabel('Nome completo').fill('Ana Inventada da Silva')
    await answerReceived
    await openCheckoutInNewWindow(page)
    await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Inventada da Silva')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

/** Opens the checkout without the choice that a window stores. */
async function openCheckoutInNewWindow(page: Page) {
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/checkout')
}

/** Returns whether an element of the page below has the focus; the browser's own controls do not count. */
function isOutsideDialog() {
  const focused = document.activeElement
  return focused !== null && focused !== document.body && !focused.closest('dialog')
}
