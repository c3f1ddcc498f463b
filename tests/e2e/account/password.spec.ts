import type { Locator, Page } from '@playwright/test'
import {
  confirmOrder,
  fillBilling,
  fillPerson,
  findCartLink,
  password,
  startCheckout,
  submitLogin,
} from '#tests/e2e/support/checkout-steps.ts'
import { listMailsTo } from '#tests/e2e/support/mails.ts'
import { copyCustomer, useNewAddress } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const newPassword = 'outra senha bem comprida'

async function requestLink(form: Page | Locator, email: string) {
  await form.getByLabel('E-mail', { exact: true }).fill(email)
  await form.getByRole('button', { name: 'Enviar link' }).click()
}

/** Returns the form to request a link: a dialog with scripts, otherwise a page (F23). */
function findRecoveryForm(page: Page, scripts: boolean) {
  return scripts ? page.getByRole('dialog', { name: 'Recuperar senha' }) : page.getByRole('main')
}

/** Returns the links that were mailed to this person so far, oldest first. */
async function listLinks(email: string): Promise<string[]> {
  const mails = await listMailsTo(email)
  return mails.flatMap(({ text }) => /\/change_pass\/[\w-]{43}/.exec(text)?.[0] ?? [])
}

async function fillNewPassword(page: Page, first: string, second: string) {
  await page.getByLabel('Nova senha', { exact: true }).fill(first)
  await page.getByLabel('Confirme a nova senha').fill(second)
  await page.getByRole('button', { name: 'Alterar senha' }).click()
}

test('a person who forgot the password receives a link, sets a new one and logs in', {
  tag: '@main',
}, async ({ page, scripts, checkPage }) => {
  const login = await copyCustomer('cliente')
  await useNewAddress(page)
  await page.goto('/login')
  await page.getByRole('main').getByRole('link', { name: 'Esqueci a senha' }).click()
  const recoveryForm = findRecoveryForm(page, scripts)
  await expect(recoveryForm.getByRole('heading', { name: 'Recuperar senha' })).toBeVisible()
  await expect(page).toHaveURL(scripts ? /\/login$/ : /\/recover$/)
  await checkPage('recover')

  await page.getByRole('button', { name: 'Enviar link' }).click()
  await expect(page.getByRole('alert')).toContainText('O e-mail precisa ser preenchido')
  await requestLink(page, 'ninguem@exemplo.test')
  await expect(page.getByRole('alert')).toContainText(
    'Não foi encontrada uma conta cadastrada com esse e-mail',
  )
  await checkPage('recover-unknown')
  await requestLink(page, login.email)
  await expect(page).toHaveTitle(/^Entrar/)
  await expect(page.locator('#avisos')).toContainText('Enviamos um e-mail para recuperação da senha.')

  await expect.poll(() => listLinks(login.email), { timeout: 30_000 }).toHaveLength(1)
  const [link = ''] = await listLinks(login.email)
  // A mail scanner opens the link before the reader does.
  expect((await page.request.get(link)).status()).toBe(200)
  await page.goto(link)
  await checkPage('change-password')
  await fillNewPassword(page, newPassword, 'outra coisa')
  await expect(page.getByRole('alert')).toContainText('As senhas precisam ser iguais')
  await expect(page.getByLabel('Nova senha', { exact: true })).toHaveValue('')
  await checkPage('change-password-refused')
  await fillNewPassword(page, newPassword, newPassword)
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.locator('#avisos')).toContainText('Senha alterada com sucesso')

  await page.getByLabel('E-mail', { exact: true }).fill(login.email)
  await page.getByLabel('Senha').fill(login.password)
  await page.getByRole('main').getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('alert')).toContainText('Usuário ou senha inválidos')
  await submitLogin(page, { ...login, password: newPassword })

  expect((await page.goto(link))?.status()).toBe(410)
  await expect(page.getByRole('heading', { name: 'Este link venceu' })).toBeVisible()
  await checkPage('change-password-over')
  await page.getByRole('link', { name: 'Pedir um novo link' }).click()
  await expect(page).toHaveTitle(/^Recuperar senha/)
})

test('a new password logs other devices out, and a second link replaces the first', async ({
  page,
  browser,
}) => {
  const login = await copyCustomer('cliente')
  const elsewhere = await browser.newPage()
  await elsewhere.goto('/login')
  await submitLogin(elsewhere, login)

  await useNewAddress(page)
  for (const count of [1, 2]) {
    await page.goto('/recover')
    await requestLink(page, login.email)
    await expect.poll(() => listLinks(login.email), { timeout: 30_000 }).toHaveLength(count)
  }
  const answers = await Promise.all((await listLinks(login.email)).map((link) => page.request.get(link)))
  expect(answers.map((answer) => answer.status()).toSorted()).toEqual([200, 410])
  await page.goto(answers.find((answer) => answer.ok())?.url() ?? '')
  await fillNewPassword(page, newPassword, newPassword)
  await expect(page).toHaveURL(/\/login$/)

  await elsewhere.goto('/orders')
  await expect(elsewhere.getByText('Você precisa estar logado')).toBeVisible()
  await elsewhere.close()
})

test('a buyer with an account recovers the password at the checkout without losing the draft', {
  tag: '@enhanced',
}, async ({ page, scripts }) => {
  const login = await copyCustomer('cliente')
  await useNewAddress(page)
  await startCheckout(page, [publications.index])
  await fillPerson(page, login.email)
  await fillBilling(page)
  await page.getByLabel('Crie uma senha').fill(password)
  await confirmOrder(page)
  await page.getByRole('group', { name: 'Sua conta' }).getByRole('link', { name: 'Esqueci a senha' }).click()
  await requestLink(findRecoveryForm(page, scripts), login.email)
  await expect(page).toHaveURL('/login?redirectTo=%2Fcheckout')
  await submitLogin(page, login)
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(findCartLink(page, 1)).toBeVisible()
  await expect(page.getByRole('group', { name: 'Seus dados' })).toContainText('Helena Brandão de Almeida')
  await expect(page.getByLabel('Rua').first()).toHaveValue('Rua das Hélices')
})
