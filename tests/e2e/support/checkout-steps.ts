import type { Page } from '@playwright/test'
import { formatReais } from '#app/text/platform/format.ts'
import { expect } from '#tests/e2e/support/expect.ts'
import type { Login, Publication } from './shop.ts'

export const password = 'senha-de-teste-2026'

/** Returns a pattern for an amount, with any kind of space. */
export function matchReais(centavos: number): RegExp {
  return new RegExp(formatReais(centavos).replace(/[$.]/g, '\\$&').replace(/\s/g, '\\s'))
}

/** Returns the menu's link to the cart, with the number of items. */
export function findCartLink(page: Page, count?: number) {
  const quantity = count === 1 ? '1 item' : `${count} itens`
  const quantityPattern = count === undefined ? '' : `.*\\(${quantity}\\)`
  return page
    .getByRole('navigation', { name: 'Principal' })
    .getByRole('link', { name: new RegExp(`^Carrinho${quantityPattern}`) })
}

/** Opens the menu if it is folded, as on a phone. */
export async function openMenu(page: Page) {
  const fold = page.getByRole('banner').locator('summary')
  if ((await fold.isVisible()) && (await fold.locator('..').getAttribute('open')) === null) await fold.click()
}

export async function addToCart(page: Page, publication: Publication) {
  await page.goto(`/publications/${publication.id}`)
  await page.getByRole('button', { name: `Adicionar ao carrinho ${publication.name}`, exact: true }).click()
  await expect(page.getByRole('link', { name: 'Ir para o carrinho' })).toBeVisible()
}

/** Returns the login dialog before the checkout, which needs scripts (F39). */
export function findLoginDialog(page: Page) {
  return page.getByRole('dialog', { name: 'Já tem conta?' })
}

/** Continues without a login whenever the dialog opens. */
export async function continueWithoutLogin(page: Page) {
  const question = findLoginDialog(page)
  await page.addLocatorHandler(question, () =>
    question.getByRole('button', { name: 'Continuar sem entrar' }).click(),
  )
}

/** Fills the cart from publications' pages and opens the checkout. */
export async function startCheckout(page: Page, publications: Publication[]) {
  for (const publication of publications) await addToCart(page, publication)
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { name: 'Finalizar pedido' })).toBeVisible()
}

export async function fillPerson(page: Page, email: string) {
  await page.getByLabel('Nome completo').fill('Ana Inventada da Silva')
  await page.getByLabel('CPF').fill('529.982.247-25')
  await page.getByLabel('Telefone', { exact: true }).fill('14 99999-0000')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
}

export async function fillBilling(page: Page) {
  await fillAddress(page, 'Endereço de cobrança', {
    CEP: '18600-000',
    Rua: 'Rua das Hélices',
    Número: '100',
    Bairro: 'Centro',
    Cidade: 'Botucatu',
    UF: 'SP',
  })
}

export async function fillAddress(page: Page, group: string, texts: Record<string, string>) {
  const fields = page.getByRole('group', { name: group })
  for (const [label, text] of Object.entries(texts)) {
    const field = fields.getByLabel(label, { exact: true })
    await (label === 'UF' ? field.selectOption(text) : field.fill(text))
  }
}

/** Loads the freight for the postal code: automatically with scripts, otherwise by a button. */
export async function quoteFreight(page: Page, scripts: boolean) {
  if (!scripts) await page.getByRole('button', { name: 'Calcular frete' }).click()
  await expect(page.getByRole('radio', { name: /SEDEX/ })).toBeVisible()
}

/** Fills the aircraft fields of one copy. */
export async function fillAircraft(
  page: Page,
  block: string,
  { registration, serial, fuel }: { registration: string; serial: string; fuel: string },
) {
  const fields = page.getByRole('group', { name: block })
  await fields.getByLabel('Prefixo (matrícula)').fill(registration)
  await fields.getByLabel('Número de série').fill(serial)
  await fields.getByLabel('Combustível').selectOption({ label: fuel })
}

export async function confirmOrder(page: Page) {
  await page.getByLabel('Li e aceito os termos de compra').check()
  await page.getByRole('button', { name: 'Confirmar pedido e gerar boleto' }).click()
}

/** Waits for the payment page and returns the number of its order. */
export async function readOrderNumber(page: Page): Promise<number> {
  await expect(page).toHaveURL(/\/payment\/\d+$/)
  return Number(new URL(page.url()).pathname.split('/')[2])
}

/**
 * Completes the purchase of a new private customer: cart, checkout, confirmation. Returns the order number.
 */
export async function completePurchase(
  page: Page,
  publications: Publication[],
  email: string,
  scripts: boolean,
) {
  await startCheckout(page, publications)
  await fillPerson(page, email)
  await fillBilling(page)
  const needsFreight = await page.getByRole('group', { name: 'Forma de envio' }).isVisible()
  if (needsFreight) await quoteFreight(page, scripts)
  await page.getByLabel('Crie uma senha').fill(password)
  await confirmOrder(page)
  return readOrderNumber(page)
}

/** Opens the filters of a staff list; a desk with a current engine shows them without their fold. */
export async function openFilters(page: Page): Promise<void> {
  const fold = page.getByText('Filtros', { exact: true })
  if (await fold.isVisible()) await fold.click()
}

/** Fills the visible login form and sends it. */
export async function submitLogin(page: Page, login: Login) {
  await page.getByLabel('E-mail', { exact: true }).fill(login.email)
  await page.getByLabel('Senha').fill(login.password)
  await page.getByRole('main').getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('banner').getByText(login.email).first()).toBeAttached()
}

export async function logIn(page: Page, login: Login) {
  await page.goto('/login')
  await submitLogin(page, login)
}

export async function logOut(page: Page) {
  const button = page.getByRole('button', { name: 'Sair' })
  // A narrow header folds the menu.
  if (!(await button.isVisible())) await page.getByRole('banner').locator('summary').first().click()
  await button.click()
  await expect(page.locator('#avisos').getByText('Você saiu da sua conta.')).toBeVisible()
}
