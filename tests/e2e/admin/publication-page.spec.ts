import { PDFDocument } from '@cantoo/pdf-lib'
import { logIn } from '#tests/e2e/support/checkout-steps.ts'
import { measurePictureWidth } from '#tests/e2e/support/pictures.ts'
import { seeded } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const title = { id: 51, name: 'Sistema de Pulverização e Difusores: instalação, ajuste e calibração' }
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('staff choose the contents of a publication’s page, and customers see them', async ({
  page,
  checkPage,
  layout,
}) => {
  test.slow()
  await logIn(page, seeded.staff)
  await page.goto(`/admin/publication/${title.id}`)
  await page.getByText('Mais', { exact: true }).click()
  await page.getByRole('link', { name: 'Página na loja' }).click()
  await page.getByLabel('Descrição').fill('Regulagem de bicos e comporta.')
  await page.getByLabel('Modelos e números de série').fill('EMB-203: 9 a 1')
  await page.getByRole('button', { name: 'Salvar página' }).click()
  await expect(page.getByText('Linha 1: o primeiro número de série passa do último').first()).toBeVisible()
  await expect(page.getByLabel('Descrição')).toHaveValue('Regulagem de bicos e comporta.')
  await checkPage('admin-publication-page-wrong')
  await page.getByLabel('Modelos e números de série').fill('EMB-203: 20300001 em diante')
  await page.getByRole('button', { name: 'Salvar página' }).click()
  await expect(page.getByText('As informações foram salvas com sucesso')).toBeVisible()

  await page
    .getByRole('link', { name: 'Enviar capa' })
    .or(page.getByRole('link', { name: 'Trocar capa' }))
    .click()
  await checkPage('admin-publication-cover')
  await page.getByLabel('Arquivo').setInputFiles({ name: 'capa.png', mimeType: 'image/png', buffer: pixel })
  await page.getByRole('button', { name: 'Enviar arquivo' }).click()
  await expect(page.getByText(/^capa\.jpg, /)).toBeVisible()

  const document = await PDFDocument.create()
  document.addPage().drawText('Página de amostra')
  const sample = {
    name: 'amostra.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(await document.save()),
  }
  await page
    .getByRole('link', { name: 'Enviar amostra' })
    .or(page.getByRole('link', { name: 'Trocar amostra' }))
    .click()
  await page.getByLabel('Arquivo').setInputFiles(sample)
  await page.getByRole('button', { name: 'Enviar arquivo' }).click()
  await expect(page.getByText(/^amostra\.pdf, /)).toBeVisible()

  await page.goto(`/admin/publication/${title.id}`)
  await page
    .getByRole('row', { name: /v\.5\.3/ })
    .getByRole('link', { name: /^(Alterar|Dizer o que mudou)/ })
    .click()
  await page.getByLabel('O que mudou').fill('Nova tabela de bicos.')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByText('As informações foram salvas com sucesso')).toBeVisible()

  await page.goto(`/publications/${title.id}`)
  await expect(page.getByText('Regulagem de bicos e comporta.')).toBeVisible()
  await expect(page.getByText('Nova tabela de bicos.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ver páginas de amostra (PDF' })).toBeVisible()
  // The uploaded cover is one pixel wide.
  const cover = page.getByRole('img', { name: `Capa: ${title.name}, 5.3` })
  expect(await measurePictureWidth(cover, layout)).toBe(1)
})
