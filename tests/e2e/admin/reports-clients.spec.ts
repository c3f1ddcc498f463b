import { logIn } from '#tests/e2e/support/checkout-steps.ts'
import { fetchPdf } from '#tests/e2e/support/pdf.ts'
import { copyCustomer, giveSubscription } from '#tests/e2e/support/people.ts'
import { publications, seeded } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const { subscription } = publications

test('staff print labels and a list of the subscribers of a publication', { tag: '@enhanced' }, async ({
  page,
  scripts,
  checkPage,
}) => {
  test.slow()
  const customer = await copyCustomer('empresa')
  await giveSubscription(customer, { publicationId: subscription.id, endsIn: 100, registration: 'PT-FAB' })
  await giveSubscription(await copyCustomer('cliente'), { publicationId: subscription.id, endsIn: 50 })
  await logIn(page, seeded.staff)
  await page.goto(`/admin/publication/${subscription.id}`)
  await page.getByRole('link', { name: 'Clientes da publicação' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Publicação × clientes')
  const row = page.getByRole('row').filter({ hasText: customer.email })
  const box = row.getByRole('checkbox')
  await expect(box).toBeChecked()
  await checkPage('admin-publication-clients')

  if (scripts) {
    const selectAll = page.getByLabel('Selecionar todos')
    await expect(selectAll).toBeChecked()
    await selectAll.uncheck()
    await expect(box).not.toBeChecked()
    await box.check()
    await expect(selectAll).not.toBeChecked()
  } else {
    await page.getByRole('link', { name: 'Desmarcar todos' }).click()
    await expect(box).not.toBeChecked()
    await box.check()
  }
  await page.getByLabel('Folha de etiquetas').selectOption({ label: 'Pimaco 6183, 10 por folha' })
  await page.getByLabel('Primeira etiqueta livre').fill('11')
  await page.getByRole('button', { name: 'Etiquetas simples' }).click()
  await expect(page.getByText('A folha tem 10 etiquetas').first()).toBeVisible()
  await expect(box).toBeChecked()
  await page.getByLabel('Primeira etiqueta livre').fill('3')
  const address = page.url()
  const labels = await fetchPdf(page, page.getByRole('button', { name: 'Etiquetas completas' }))
  expect(labels.name).toMatch(/^manual-de-manutencao-do-ipanema-.*-etiquetas\.pdf$/)
  expect(labels.texts).toHaveLength(1)
  expect(labels.texts[0]).toContain('Remetente:')

  await page.goto(`${address.split('?')[0]}?selected=none`)
  await box.check()
  const list = await fetchPdf(page, page.getByRole('button', { name: 'PDF de assinantes' }))
  expect(list.name).toMatch(/-assinantes\.pdf$/)
  // PDFium returns U+FFFE for the hyphen of an address that continues on the next line.
  expect(list.texts.join('\n').replaceAll('\uFFFE', '-')).toContain(customer.email)
  expect(list.texts.join('\n')).toContain('PT-FAB')
})

test('staff view the purchases of each client and the sales', async ({ page, checkPage }) => {
  await logIn(page, seeded.staff)
  await page.goto('/admin/reports')
  await page.getByRole('main').getByRole('link', { name: 'Clientes', exact: true }).click()
  await page.getByLabel('Data inicial').fill('2024-01-01')
  await page.getByLabel('Nome do cliente').fill('aviacao agricola')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page).toHaveURL(/clientName=aviacao/)
  await expect(page.getByRole('heading', { name: /Aviação Agrícola/ }).first()).toBeVisible()
  await expect(page.getByText(/Cliente nº \d+/).first()).toBeVisible()
  await expect(page.getByText('Soma dos valores, sem frete')).toBeVisible()
  await checkPage('admin-report-clients')
  const { name, texts } = await fetchPdf(page, page.getByRole('button', { name: 'PDF' }))
  expect(name).toMatch(/^clientes_aviacao-agricola_2024-01-01_.*\.pdf$/)
  expect(texts.join('\n')).toMatch(/Aviação Agrícola/)

  await page.goto('/admin/reports')
  await page.getByRole('link', { name: 'Produtos', exact: true }).click()
  await page.getByLabel('Data inicial').fill('2026-12-31')
  await page.getByLabel('Data final').fill('2026-01-01')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByText('A data final é anterior à inicial.').first()).toBeVisible()
  await checkPage('admin-report-products-refused')
  await page.getByLabel('Data inicial').fill('2024-01-01')
  await page.getByLabel('Data final').fill('2030-12-31')
  await page.getByLabel('Nome do produto').fill('manual')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByText('Total vendido, sem frete')).toBeVisible()
  await checkPage('admin-report-products')
})
