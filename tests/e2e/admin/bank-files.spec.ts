import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { bankAgreement } from '#db/seed/company.ts'
import { completePurchase, logIn, logOut } from '#tests/e2e/support/checkout-steps.ts'
import { runWithNamedLock } from '#tests/e2e/support/named-lock.ts'
import { newEmail } from '#tests/e2e/support/people.ts'
import { publications, seeded } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { makeReturnFile, type ReturnRecord } from '#tests/factories/return-files.ts'

test('staff upload a bank file, review and apply it, and the order is paid', { tag: '@main' }, async ({
  page,
  scripts,
  checkPage,
}) => {
  test.slow()
  const order = await completePurchase(page, [publications.index], newEmail(), scripts)
  await expect(page.getByText('Linha digitável').first()).toBeVisible({ timeout: 30_000 })
  const value = await readAmountDue(page)
  await logOut(page)
  await logIn(page, seeded.staff)
  const number = await sendToBank(page, order)
  await page.goto('/admin/payments')
  await page.getByRole('link', { name: 'Retornos', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Retornos bancários')
  await uploadFile(page, Buffer.from('uma carta'))
  await expect(page.getByRole('alert').getByText(/Linha 1: /)).toBeVisible()
  await checkPage('staff-bank-files-refused')

  await uploadFile(page, Buffer.from(makeFile({ order, number, value })))
  await expect(page.getByText('Nada foi aplicado ainda. Ao aplicar:')).toBeVisible()
  await expect(page.getByText('1 pedido é confirmado, e o comprador recebe o e-mail.')).toBeVisible()
  await expect(page.getByText('Pagamento sem boleto nosso').first()).toBeVisible()
  const doubtful = page.getByRole('row').filter({ hasText: 'Documento: banco NF7781-A' })
  await expect(doubtful).toContainText('Pagamento que não confere com o boleto')
  await expect(doubtful).toContainText('Vencimento: banco 20/10/2025')
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
  await checkDoubtfulFile(page)
  await checkPage('staff-payment-doubt')
})

/** Sends the boleto of an order to its bank unless it was sent before. Returns its number. */
async function sendToBank(page: Page, order: number): Promise<string> {
  await runWithNamedLock('remittances', async () => {
    await page.goto('/admin/remittances')
    const createButton = page.getByRole('button', { name: 'Gerar remessa' })
    if (await createButton.isVisible()) await createButton.click()
    await expect(page.getByText('Nada aguarda envio.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Nosso número dos boletos' })).toBeVisible()
  })
  await page.goto(`/admin/order/${order}`)
  const boletos = page.getByRole('table', { name: /^Boletos do pedido/ })
  const printedNumber = await boletos.getByRole('rowheader').first().textContent()
  return (printedNumber ?? '').slice(-10)
}

/** Checks a payment with the number of another boleto, whose page shows both sides. */
async function checkDoubtfulFile(page: Page) {
  await page.goto('/admin/payments')
  const row = page.getByRole('row').filter({ hasText: 'Não confere com o boleto' }).first()
  await row.getByRole('link', { name: /^nº/ }).first().click()
  const sides = page.getByRole('table', { name: 'O que o retorno do banco diz e o que diz o boleto' })
  await expect(sides.getByRole('row').filter({ hasText: 'Documento' })).toContainText('NF7781-A')
  await expect(sides.getByRole('row').filter({ hasText: 'Vencimento' })).toContainText('não confere')
  await expect(page.getByRole('button', { name: 'Atribuir e confirmar o pedido' })).toBeVisible()
}

async function uploadFile(page: Page, buffer: Buffer) {
  await page
    .getByLabel('Arquivo', { exact: true })
    .setInputFiles({ name: 'CBR643.ret', mimeType: 'text/plain', buffer })
  await page.getByRole('button', { name: 'Enviar e conferir' }).click()
}

/** Returns the amount on the payment page, in centavos. */
async function readAmountDue(page: Page): Promise<number> {
  const text = await page
    .getByText(/^R\$\s[\d.]+,\d\d$/)
    .first()
    .textContent()
  return Number(text?.replace(/\D/g, ''))
}

/**
 * Returns a file that reports this order and, as every file does, other records and fees. Each test sends a
 * different file, and the foreign payment has a unique amount, because a repeated payment counts once.
 */
function makeFile({ order, number, value }: { order: number; number: string; value: number }): Uint8Array {
  const agreement = 'agreement' in bankAgreement ? bankAgreement.agreement : ''
  const ours = { number, agreement, value, document: String(order) }
  const foreignRecord = { agreement, document: 'NF7781-A', due: '2025-10-20' }
  const reported: ReturnRecord[] = [
    { ...ours, code: '02' },
    { ...ours, code: '06', paid: value },
    { ...ours, code: '28' },
    { ...foreignRecord, code: '06', number: '0000000001', paid: randomInt(1_00, 50_000_000) },
    { code: '06', number: String(randomInt(1e9, 9e9)), agreement, paid: 12_34 },
    { code: '77', number: String(randomInt(1e9, 9e9)), agreement },
  ]
  return makeReturnFile(reported, { agreement, sequence: randomInt(1, 9_999_999) })
}
