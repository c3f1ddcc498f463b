import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { logIn } from '#tests/e2e/support/checkout-steps.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const administrator = { email: 'admin@aeropub.test', password: 'demonstracao-2026' }
const head = 'Código;Nome;Aplicabilidade;Versão;Data da versão;Preço de compra;Peso;Ativa'

test('staff upload a CSV file, review each line, and import it', async ({ page, checkPage }) => {
  const code = randomInt(1_000_000, 4_000_000_000)
  await logIn(page, administrator)
  await page.goto('/admin/publications')
  await page.getByRole('link', { name: 'Importar CSV' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Importar publicações')
  await checkPage('staff-csv-upload')
  await uploadCsv(page, 'Nome;Cor\nManual;azul\n')
  await expect(page.getByRole('alert').getByText('Colunas desconhecidas: “Cor”')).toBeVisible()

  await uploadCsv(
    page,
    [
      head,
      `${code};Manual importado;EMB-000;Rev. 1;15/01/2026;1.180,00;1,25;não`,
      `${code};Outra linha;EMB-000;Rev. 1;15/01/2026;10,00;1;não`,
      `${code + 1};Com erro;EMB-000;Rev. 1;15/01/2026;12.90;;não`,
    ].join('\r\n'),
  )
  await expect(page.getByText('Novas: 1. Mudam: 0. Com erro, ficam de fora: 2.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'linha 4' })).toContainText(
    'Preço de compra: Valor incorreto',
  )
  await checkPage('staff-csv-lines')
  await page.getByRole('button', { name: 'Gravar' }).click()
  await expect(page.getByText('Criadas: 1. Alteradas: 0. Iguais: 0. Com erro: 2.')).toBeVisible()
  await checkPage('staff-csv-written')
  await page.getByRole('link', { name: String(code), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manual importado')
  await expect(page.getByText('Importado', { exact: true }).first()).toBeVisible()
})

test('the worker checks a long file while the page shows the progress', async ({ page, checkPage }) => {
  await logIn(page, administrator)
  await page.goto('/admin/settings/imports/csv/publications')
  const lines = Array.from({ length: 400 }, (_, line) => `${4_000_000_001 + line};1,00`)
  await uploadCsv(page, ['Número;Compra', ...lines].join('\n'))
  await expect(page.getByText('Nada a gravar: nenhuma linha é nova nem muda algo.')).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByText('400 linhas')).toBeVisible()
  await checkPage('staff-csv-long')
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect(page.getByText('O arquivo foi descartado. Nada foi gravado.')).toBeVisible()
})

async function uploadCsv(page: Page, content: string): Promise<void> {
  const file = { name: 'publicacoes.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
  await page.getByLabel('Arquivo CSV').setInputFiles(file)
  await page.getByRole('button', { name: 'Enviar e conferir' }).click()
}
