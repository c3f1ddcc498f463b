import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { bankAgreement } from '#db/seed/company.ts'
import { returnFile, type Told } from '../factories/return-files.ts'
import { newEmail } from './support/people.ts'
import { publications, seeded } from './support/shop.ts'
import { expect, test } from './support/test.ts'
import { buy, logIn, logOut } from './support/walk.ts'

test('the bank’s file is sent, looked at, applied, and the order is paid', async ({
  page,
  scripts,
  checkPage,
}) => {
  const order = await buy(page, [publications.index], newEmail(), scripts)
  await expect(page.getByText('Linha digitável').first()).toBeVisible({ timeout: 30_000 })
  const value = await valueToPay(page)
  await logOut(page)
  await logIn(page, seeded.staff)
  await page.goto('/admin/payments')
  await page.getByRole('link', { name: 'Retornos', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Retornos bancários')
  await send(page, Buffer.from('uma carta'))
  await expect(page.getByRole('alert').getByText(/Linha 1: /)).toBeVisible()
  await checkPage('staff-bank-files-refused')

  await send(page, Buffer.from(fileFor(order, value)))
  await expect(page.getByText('Nada foi aplicado ainda. Ao aplicar:')).toBeVisible()
  await expect(page.getByText('1 pedido é confirmado, e o comprador recebe o e-mail.')).toBeVisible()
  await expect(page.getByText('Pagamento sem boleto nosso').first()).toBeVisible()
  await checkPage('staff-bank-file')
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await expect(page.getByRole('heading', { name: 'O que aconteceu' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Pedido confirmado').first()).toBeVisible()
  await checkPage('staff-bank-file-applied')
  await page
    .getByRole('link', { name: String(order), exact: true })
    .first()
    .click()
  await expect(page.locator('.heading').getByText('Pagamento confirmado')).toBeVisible()

  await page.goto('/admin/bank_files')
  await expect(page.getByText('Aplicado', { exact: true }).first()).toBeVisible()
  await checkPage('staff-bank-files')
})

async function send(page: Page, buffer: Buffer) {
  await page
    .getByLabel('Arquivo', { exact: true })
    .setInputFiles({ name: 'CBR643.ret', mimeType: 'text/plain', buffer })
  await page.getByRole('button', { name: 'Enviar e conferir' }).click()
}

/** What the payment page asks for, in centavos. */
async function valueToPay(page: Page): Promise<number> {
  const text = await page
    .getByText(/^R\$\s[\d.]+,\d\d$/)
    .first()
    .textContent()
  return Number(text?.replace(/\D/g, ''))
}

/** A file that tells of this order and, as any does, of others and of fees; no two tests send the same. */
function fileFor(order: number, value: number): Uint8Array {
  const agreement = 'agreement' in bankAgreement ? bankAgreement.agreement : ''
  const number = String(order).padStart(10, '0')
  const told: Told[] = [
    { code: '02', number, agreement, value },
    { code: '06', number, agreement, value, paid: value },
    { code: '28', number, agreement, value },
    { code: '06', number: String(randomInt(1e9, 9e9)), agreement, paid: 12_34 },
    { code: '77', number: String(randomInt(1e9, 9e9)), agreement },
  ]
  return returnFile(told, { agreement, sequence: randomInt(1, 9_999_999) })
}
