import type { Locator, Page } from '@playwright/test'
import {
  findCartLink,
  findLoginDialog,
  matchReais,
  password,
  readOrderNumber,
} from '#tests/e2e/support/checkout-steps.ts'
import { newEmail } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const { manual } = publications
const MAX_STOPS = 120

test('a buyer completes a purchase with Tab, Space, Enter and typing', { tag: '@scripts' }, async ({
  page,
}) => {
  await page.removeLocatorHandler(findLoginDialog(page))
  await test.step('the skip link jumps past the menu', async () => {
    await page.goto('/')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Ir para o conteúdo' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('searchbox', { name: 'Buscar publicação' })).toBeFocused()
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Comprar publicação' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveTitle(/^Publicações/)
  })

  await test.step('search, add and add again; the focus stays in place', async () => {
    await tabTo(page, page.getByRole('searchbox'))
    await page.keyboard.type('ipanema emb-202a')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/search=ipanema/)
    await expect(page.getByText(/^\d publicações$/)).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: `Adicionar ao carrinho ${manual.name}`, exact: true }))
    await page.keyboard.press('Space')
    await expect(findCartLink(page, 1)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Ir para o carrinho' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveTitle(/^Carrinho/)

    const increaseButton = page.getByRole('button', { name: /^Aumentar/ })
    const decreaseButton = page.getByRole('button', { name: /^Diminuir/ })
    await tabTo(page, increaseButton)
    await page.keyboard.press('Space')
    await expect(findCartLink(page, 2)).toBeVisible()
    await expect(increaseButton).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(decreaseButton).toBeFocused()
    await page.keyboard.press('Enter')
    // "Fewer" is disabled at one, so the focus moves to the remaining button.
    await expect(findCartLink(page, 1)).toBeVisible()
    await expect(increaseButton).toBeFocused()
    await tabTo(page, page.getByRole('button', { name: /^Remover/ }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Desfazer' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(findCartLink(page, 1)).toBeVisible()
    await tabTo(page, page.getByRole('link', { name: 'Finalizar pedido' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveTitle(/^Finalizar pedido/)
    await expect(findLoginDialog(page)).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Continuar sem entrar' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Publicações' })).toBeFocused()
  })

  await test.step('the error summary receives the focus, and its links focus the fields', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Confirmar pedido e gerar boleto' }))
    await page.keyboard.press('Enter')
    const summary = page.getByRole('alert')
    await expect(summary).toBeFocused()
    const links = summary.getByRole('link')
    expect(await links.count()).toBeGreaterThan(8)
    for (const link of await links.all()) {
      const target = page.locator((await link.getAttribute('href')) ?? 'none')
      await expect(target).toBeVisible()
      await tabTo(page, link)
      await page.keyboard.press('Enter')
      await expect(target).toBeFocused()
      await summary.focus()
    }
    await tabTo(page, summary.getByRole('link', { name: /^Nome completo/ }))
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Nome completo')).toBeFocused()
  })

  await test.step('fill in the form in the order of its fields', async () => {
    const billing = page.getByRole('group', { name: 'Endereço de cobrança' })
    await page.keyboard.type('Clara das Teclas')
    const typedFields: [Locator, string][] = [
      [page.getByLabel('CPF'), '52998224725'],
      [page.getByLabel('Telefone', { exact: true }), '14999990000'],
      [page.getByLabel('E-mail', { exact: true }), newEmail()],
      [page.getByLabel('Crie uma senha'), password],
      [billing.getByLabel('CEP'), '18600000'],
      [billing.getByLabel('Rua'), 'Rua das Hélices'],
      [billing.getByLabel('Número'), '100'],
      [billing.getByLabel('Bairro'), 'Centro'],
      [billing.getByLabel('Cidade'), 'Botucatu'],
      [billing.getByLabel('UF'), 'SP'],
    ]
    for (const [field, text] of typedFields) {
      await tabTo(page, field)
      await page.keyboard.type(text)
    }
    // A number typed without separators is formatted when the field loses focus.
    await expect(page.getByLabel('CPF')).toHaveValue('529.982.247-25')
    await expect(page.getByLabel('Telefone', { exact: true })).toHaveValue('(14) 99999-0000')
    await expect(billing.getByLabel('CEP')).toHaveValue('18600-000')
    const cheapest = page.getByRole('radio', { name: /PAC/ })
    await expect(cheapest).toBeChecked()
    await tabTo(page, cheapest)
    await expect(page.getByRole('region', { name: 'Resumo' })).toContainText(matchReais(manual.price + 24_90))
    await tabTo(page, page.getByLabel('Li e aceito os termos de compra'))
    await page.keyboard.press('Space')
    await tabTo(page, page.getByRole('button', { name: 'Confirmar pedido e gerar boleto' }))
    await page.keyboard.press('Enter')
  })

  await readOrderNumber(page)
  const boleto = page.getByRole('link', { name: 'Imprimir boleto' })
  await expect(boleto).toBeVisible({ timeout: 30_000 })
  await tabTo(page, boleto)
})

/** Presses Tab until `target` has the focus. All elements on the way must show their focus. */
async function tabTo(page: Page, target: Locator) {
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    await page.keyboard.press('Tab')
    const { shown, html } = await page.evaluate(readFocus)
    expect(shown, `focus is not seen on: ${html}`).toBe(true)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab never comes to ${target}`)
}

/**
 * Returns, in the page, whether the focused element (for a styled radio, its label) is outlined and visible.
 */
function readFocus() {
  const focused = document.activeElement
  if (!focused || focused === document.body) return { shown: true, html: 'the browser' }
  const label = focused.matches('.option-input') ? focused.nextElementSibling : null
  const style = label ? getComputedStyle(label, '::before') : getComputedStyle(focused)
  const { top, bottom, left, right } = (label ?? focused).getBoundingClientRect()
  const isInWindow = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
  const hasOutline = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2
  return { shown: isInWindow && hasOutline, html: focused.outerHTML.slice(0, 200) }
}
