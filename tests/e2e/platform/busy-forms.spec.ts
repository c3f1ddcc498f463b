import type { Locator } from '@playwright/test'
import { startCheckout } from '#tests/e2e/support/checkout-steps.ts'
import { newEmail, useNewAddress } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const { index, photoOfPanel } = publications
const sending = { text: 'Enviando…', isBusy: true, icons: 0 }

test('forms show that they are being sent, before their click ends', { tag: '@scripts' }, async ({
  page,
}) => {
  await useNewAddress(page)
  await page.goto('/publications')
  const search = page.getByRole('button', { name: 'Buscar' })
  expect(await clickAndRead(search)).toEqual({ text: 'Buscando…', isBusy: true, icons: 1 })
  await expect(page).toHaveURL(/\/publications\?/)

  await page.goto('/publications')
  // A search may be sent again before the page has loaded.
  expect(await search.evaluate(repeatAndRead)).toEqual({ isRepeated: true })
  await expect(page).toHaveURL(/\/publications\?/)

  await page.goto('/publications')
  const add = page.getByRole('button', { name: /^Adicionar ao carrinho/ }).first()
  expect(await clickAndRead(add)).toEqual({ ...sending, icons: 1 })
  await expect(page.getByRole('link', { name: 'Ir para o carrinho' })).toBeVisible()

  await page.goto(`/publications/${index.id}`)
  expect(await clickAndRead(page.getByRole('button', { name: /^Adicionar/ }))).toEqual(sending)
  await expect(page.getByRole('link', { name: 'Ir para o carrinho' })).toBeVisible()

  await page.goto('/contact')
  await page.getByLabel('E-mail', { exact: true }).fill(newEmail())
  expect(await clickAndRead(page.getByRole('button', { name: 'Enviar mensagem' }))).toEqual(sending)
  await expect(page.getByRole('alert')).toBeVisible()

  await page.goto('/login')
  await page.getByLabel('E-mail', { exact: true }).fill(newEmail())
  const login = page.getByRole('main').getByRole('button', { name: 'Entrar' })
  expect(await clickAndRead(login)).toEqual(sending)
  await expect(page.getByRole('alert')).toBeVisible()
})

test('a chosen photo and an order sent by Enter are shown as being sent at once', {
  tag: '@scripts',
}, async ({ page }) => {
  await startCheckout(page, [photoOfPanel])
  const file = page.getByLabel('Arquivo da foto')
  expect(await file.evaluate(choosePhotoAndRead)).toBe('Enviando a foto…')
  await expect(page.locator('.photo .field-error')).toBeVisible()

  const button = page.getByRole('button', { name: 'Confirmar pedido e gerar boleto' })
  expect(await button.evaluate(pressEnterAndRead)).toBe('Enviando…')
  await expect(page.getByRole('alert')).toBeVisible()
})

/** Sends the button's form twice, and returns whether the second sending proceeds. */
function repeatAndRead(button: Element) {
  if (button instanceof HTMLElement) button.click()
  const submission = new Event('submit', { bubbles: true, cancelable: true })
  button.closest('form')?.dispatchEvent(submission)
  return { isRepeated: !submission.defaultPrevented }
}

/** Clicks and reads in one call, because the browser answers no further calls during a navigation. */
function clickAndRead(button: Locator) {
  return button.evaluate((element) => {
    if (element instanceof HTMLElement) element.click()
    const icons = element.querySelectorAll('svg').length
    return { text: element.textContent, isBusy: element.getAttribute('aria-busy') === 'true', icons }
  })
}

function choosePhotoAndRead(field: HTMLElement | SVGElement) {
  if (!(field instanceof HTMLInputElement)) return undefined
  const transfer = new DataTransfer()
  transfer.items.add(new File(['no picture'], 'placa.jpg', { type: 'image/jpeg' }))
  field.files = transfer.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
  return field.closest('[data-region]')?.querySelector('[data-upload-words]')?.textContent
}

/** Presses the hidden button, as Enter does. Returns the text of the visible one. */
function pressEnterAndRead(button: HTMLElement | SVGElement) {
  document.querySelector<HTMLButtonElement>('button[aria-hidden][form=finalizar]')?.click()
  return button.textContent
}
