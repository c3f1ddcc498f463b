import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from '@playwright/test'
import { expect } from '#tests/e2e/support/expect.ts'

export const findField = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Creates a download with a unique name. Returns its id. */
export async function makePublication(page: Page, name: string): Promise<number> {
  await page.goto('/admin/publications')
  await page.getByRole('link', { name: 'Nova publicação' }).click()
  await findField(page, 'Nome').fill(name)
  await findField(page, 'Aplicabilidade').fill('Aeronaves de teste')
  await findField(page, 'Versão').fill('Rev. 1')
  await findField(page, 'Data da versão').fill('2026-01-15')
  await findField(page, 'Download').check()
  await findField(page, 'Preço de compra (R$)').fill('1.234,56')
  await page.getByRole('button', { name: 'Criar publicação' }).click()
  await expect(page.getByText('As informações foram salvas com sucesso')).toBeVisible()
  return Number(new URL(page.url()).pathname.split('/').at(-1))
}

/** Returns a PDF with this number of pages. */
export async function makeManualPdf(pages: number): Promise<Buffer> {
  const document = await PDFDocument.create()
  for (let page = 0; page < pages; page++) document.addPage().drawText(`Página ${page + 1}`)
  return Buffer.from(await document.save())
}
