import type { Page } from '@playwright/test'
import { logIn, startCheckout } from '#tests/e2e/support/checkout-steps.ts'
import { copyCustomer, useNewAddress } from '#tests/e2e/support/people.ts'
import { publications, seeded } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

/** Labels of buttons that only search or calculate, so that Enter may press them. */
const harmlessLabels = ['Buscar', 'Simular', 'Mostrar', 'Filtrar', 'Ir', 'Conferir', 'Calcular frete']

/**
 * For each form with a text field, finds the button that Enter presses (the first in the page) and the main button
 * (in the accent colour).
 */
function readForms() {
  const fieldSelector =
    'input:not([type=hidden]):not([type=checkbox]):not([type=radio]):not([type=file]), select'
  return [...document.forms].flatMap((form) => {
    const controls = [...form.elements]
    const buttons = controls.filter(
      (control): control is HTMLButtonElement =>
        control instanceof HTMLButtonElement && control.type === 'submit',
    )
    if (buttons.length === 0 || !controls.some((control) => control.matches(fieldSelector))) return []
    const describeButton = (button: HTMLButtonElement | undefined) =>
      button && [button.name, button.value, button.getAttribute('formaction') ?? form.getAttribute('action')]
    const [first] = buttons
    return [
      {
        words: first?.textContent?.trim() ?? '',
        first: describeButton(first),
        main: describeButton(buttons.find((button) => button.classList.contains('button-main'))) ?? null,
      },
    ]
  })
}

/** Returns true for the hidden button that Enter presses; the server then runs the main action or looks up a CEP. */
function isEnterButton(button: (string | null)[] | undefined): boolean {
  return button?.[0] === 'intent' && button[1] === 'enter'
}

/** Expects at least `count` forms, in each of which Enter presses the main, the hidden or a harmless button. */
async function expectGoodDefaults(page: Page, place: string, count = 1) {
  const forms = await page.evaluate(readForms)
  expect(forms.length, place).toBeGreaterThanOrEqual(count)
  for (const { words, first, main } of forms)
    if (!harmlessLabels.includes(words) && main !== null)
      expect.soft(isEnterButton(first) ? main : first, `${place}: ${words}`).toEqual(main)
}

test('Enter submits a visitor’s checkout, on a fresh page and after errors', { tag: '@engine' }, async ({
  page,
}) => {
  await startCheckout(page, [publications.photoAndAircraft, publications.manual])
  await expectGoodDefaults(page, 'checkout')
  await page.getByLabel('Nome completo').fill('Ana Inventada da Silva')
  for (const label of ['Nome completo', 'CPF', 'Crie uma senha']) {
    await page.getByLabel(label).press('Enter')
    await expect(page).toHaveURL(/\/checkout\?refused=[\w-]+$/)
    await expect(page.getByRole('heading', { name: /Um erro foi encontrado/ })).toBeVisible()
    await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Inventada da Silva')
    await expectGoodDefaults(page, `checkout after errors, ${label}`)
  }
  await page.getByRole('main').getByRole('button', { name: 'Entrar' }).first().click()
  await expect(page).toHaveURL(/\/login\?redirectTo=/)
})

test('Enter presses the main button or a harmless one in the shop’s forms', {
  tag: '@engine',
}, async ({ page }) => {
  await useNewAddress(page)
  for (const path of ['/login', '/recover', '/contact', '/acompanhar']) {
    await page.goto(path)
    await expectGoodDefaults(page, path)
    await page.getByRole('main').locator('form .button-main').first().click()
    await expectGoodDefaults(page, `${path} after errors`)
  }
  await logIn(page, await copyCustomer('cliente'))
  await startCheckout(page, [publications.perAircraft])
  await expectGoodDefaults(page, 'checkout of a customer')
  for (const path of ['/account/addresses', '/account/profile', '/account/password', '/account/email']) {
    await page.goto(path)
    await expectGoodDefaults(page, path)
  }
  await page.goto('/account/addresses')
  await page.getByLabel('CEP').first().fill('')
  await page.getByLabel('Rua').first().press('Enter')
  await expect(page.getByRole('heading', { name: /Um erro foi encontrado/ })).toBeVisible()
  await expectGoodDefaults(page, '/account/addresses after errors')
})

test('Enter presses the main button or a harmless one in the staff’s forms', {
  tag: '@engine',
}, async ({ page }) => {
  await useNewAddress(page)
  await logIn(page, seeded.staff)
  for (const path of [
    '/admin/orders',
    '/admin/users',
    '/admin/user/0',
    '/admin/publication/0',
    '/admin/publication/62',
    '/admin/order/1001',
    '/admin/signature/1',
    '/admin/expedition/0?client=1',
    '/admin/expeditions/codes',
    '/admin/create_order?client=1&search=manual',
    '/admin/create_order?client=1&add=62',
    '/admin/report/publication_price/change',
    '/admin/report/publication_clients/56',
    '/admin/settings/company',
    '/admin/settings/shop',
    '/admin/settings/status_file',
  ]) {
    const answer = await page.goto(path)
    if (answer?.status() === 403) continue
    expect.soft(answer?.status(), path).toBe(200)
    await expectGoodDefaults(page, path)
  }
  await page.goto('/admin/user/0')
  await page.getByLabel('E-mail', { exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: /erro/i }).first()).toBeVisible()
  await expectGoodDefaults(page, '/admin/user/0 after errors')
})
