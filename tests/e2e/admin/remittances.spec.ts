import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { completePurchase, logIn, logOut } from '#tests/e2e/support/checkout-steps.ts'
import { runWithNamedLock } from '#tests/e2e/support/named-lock.ts'
import { newEmail } from '#tests/e2e/support/people.ts'
import { publications, seeded } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const admin = { email: 'admin@aeropub.test', password: 'demonstracao-2026' }

test('the form of the agreement lists what remittances need, and each error is shown at its field', async ({
  page,
  checkPage,
}) => {
  await logIn(page, admin)
  await page.goto('/admin/settings/bank')
  const variation = page.getByLabel('Variação da carteira (3 números)')
  await expect(variation).toHaveValue('019')
  await variation.fill('19')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('alert')).toContainText('Digite os 3 números da variação')
  await checkPage('admin-settings-bank-refused')
  await variation.fill('019')
  const nextNumberField = page.locator('[name="b001.nextNumber"]')
  await nextNumberField.fill('1')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('alert')).toContainText('Os números até este já foram usados')
  await expect(nextNumberField).toHaveValue('1')
  await expect(page.getByRole('heading', { name: 'Nosso número dos boletos' })).toBeVisible()
  await checkPage('admin-settings-bank-number-refused')

  await page.goto('/admin/settings/issuer')
  await expect(page.getByLabel('Convênio com o banco')).toBeChecked()
  await checkPage('admin-settings-issuer')
})

test('staff send boletos to the bank in a file, and a boleto with a new due date replaces the sent one', async ({
  page,
  scripts,
  checkPage,
}) => {
  test.slow()
  await runWithNamedLock('remittances', async () => {
    await logIn(page, seeded.staff)
    await sendWaitingBoletos(page)
    await logOut(page)
    const order = await completePurchase(page, [publications.index], newEmail(), scripts)
    await expect(page.getByText('Linha digitável').first()).toBeVisible({ timeout: 30_000 })
    await logOut(page)
    await logIn(page, seeded.staff)
    const [firstNumber = ''] = await listNumbers(page, order)
    await openRemittances(page)
    const row = findWaiting(page, order)
    await expect(row).toContainText(firstNumber)
    await expect(row).toContainText('Registrar')
    await checkPage('staff-remittances')
    const file = await makeFile(page, 400)
    expect(file.every((record) => record.length === 400)).toBe(true)
    expect(file[0]).toMatch(/^01REMESSA/)
    expect(file.filter((record) => record.includes(firstNumber))).toHaveLength(1)
    await expect(row).toHaveCount(0)
    await checkPage('staff-remittances-made')
    await expectSent(page, firstNumber)
    await checkPage('staff-boletos')

    await changeDueDate(page, order, checkPage)
    const secondNumber = await waitForNewNumber(page, order)
    await checkPage('staff-order-boletos')
    await openRemittances(page)
    await expect(row.filter({ hasText: firstNumber })).toContainText('Baixar')
    await expect(row.filter({ hasText: secondNumber })).toContainText('Registrar')
    const otherFile = await makeFile(page, 240)
    expect(otherFile.every((record) => record.length === 240)).toBe(true)
    expect(otherFile[0]).toMatch(/^00100000/)
    for (const number of [firstNumber, secondNumber])
      expect(otherFile.some((record) => record.includes(number))).toBe(true)
    await page.goto(`/admin/order/${order}`)
    await expect(findBoleto(page, secondNumber)).toContainText('Enviado ao banco')
    await expect(findBoleto(page, firstNumber)).toContainText('Cancelado pela loja')
  })
})

/** Sends boletos of earlier journeys, so that the list contains only new ones. */
async function sendWaitingBoletos(page: Page) {
  await openRemittances(page)
  await expect(page.getByText('Falta para gerar remessas')).toHaveCount(0)
  if (await page.getByRole('button', { name: 'Gerar remessa' }).isVisible()) await makeFile(page, 400)
}

async function openRemittances(page: Page) {
  await page.goto('/admin/payments')
  await page.getByRole('link', { name: 'Remessas', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Remessas')
}

function findWaiting(page: Page, order: number) {
  return page
    .getByRole('table', { name: 'Boletos que vão na próxima remessa' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: `nº ${order}`, exact: true }) })
}

/** Creates a file of the waiting boletos. Returns its records. */
async function makeFile(page: Page, format: 240 | 400): Promise<string[]> {
  await page.getByLabel(`CNAB ${format}`).check()
  await page.getByRole('button', { name: 'Gerar remessa' }).click()
  await expect(page.locator('#avisos').getByText(/^Remessa gerada com \d+ boletos?\./)).toBeVisible()
  const arrived = page.waitForEvent('download')
  await page
    .getByRole('link', { name: /^Baixar CB\d{6}\.REM$/ })
    .first()
    .click()
  const download = await arrived
  expect(download.suggestedFilename()).toMatch(/^CB\d{6}\.REM$/)
  const text = await readFile(await download.path(), 'latin1')
  return text.split('\r\n').filter((record) => record.length > 1)
}

async function expectSent(page: Page, number: string) {
  await page.goto('/admin/boletos')
  await page.getByLabel('Nosso número, pedido ou cliente').fill(number)
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(findBoleto(page, number)).toContainText('Enviado ao banco')
}

async function changeDueDate(page: Page, order: number, checkPage: (name: string) => Promise<void>) {
  await page.goto(`/admin/order/${order}`)
  await page.getByRole('link', { name: 'Novo vencimento' }).click()
  await checkPage('staff-boleto-due-date')
  await page.getByLabel('Vencimento').fill('2020-01-01')
  await page.getByRole('button', { name: 'Gerar novo boleto' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await checkPage('staff-boleto-due-date-refused')
  await page.goto(`/admin/order/${order}/due_date`)
  await page.getByRole('button', { name: 'Gerar novo boleto' }).click()
  await expect(page.locator('#avisos').getByText(/^Novo boleto pedido, com vencimento em /)).toBeVisible()
}

/** Returns the row of a boleto, on its order's page or in the list of boletos. */
function findBoleto(page: Page, number: string) {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: number, exact: true }) })
}

/** Returns the numbers of an order's boletos, newest first. */
async function listNumbers(page: Page, order: number): Promise<string[]> {
  await page.goto(`/admin/order/${order}`)
  const boletos = page.getByRole('table', { name: /^Boletos do pedido/ })
  return boletos.getByRole('rowheader').allTextContents()
}

/** Waits for the boleto that replaces the first one. */
async function waitForNewNumber(page: Page, order: number): Promise<string> {
  await expect.poll(async () => (await listNumbers(page, order)).length, { timeout: 30_000 }).toBe(2)
  const [newest = ''] = await listNumbers(page, order)
  return newest
}
