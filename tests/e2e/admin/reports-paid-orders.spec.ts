import { readFile } from 'node:fs/promises'
import { addDays } from '#app/domain/platform/calendar.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { logIn } from '#tests/e2e/support/checkout-steps.ts'
import { fetchPdf } from '#tests/e2e/support/pdf.ts'
import { seeded } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('staff filter paid orders by period, and export them as CSV and PDF', { tag: '@enhanced' }, async ({
  page,
  scripts,
  checkPage,
}) => {
  await logIn(page, seeded.staff)
  await page.goto('/admin/')
  const opener = page.getByText('Menu', { exact: true })
  if (await opener.isVisible()) await opener.click()
  const menu = page.getByRole('navigation', { name: 'Administração' })
  await menu.getByRole('link', { name: 'Relatórios' }).click()
  await checkPage('reports')
  await page.getByRole('main').getByRole('link', { name: 'Pedidos pagos' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pedidos pagos')
  await checkPage('report-paid-orders')

  await page.getByRole('link', { name: 'Escolher o período' }).click()
  const form = page.getByRole('dialog', { name: 'Escolher o período' })
  await expect(form.getByLabel('Data inicial')).toBeFocused()
  await checkPage('report-paid-orders-period')
  if (scripts) {
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await page.getByRole('link', { name: 'Escolher o período' }).click()
  }
  await form.getByLabel('Data inicial').fill('2026-12-31')
  await form.getByLabel('Data final').fill('2020-01-01')
  await form.getByRole('button', { name: 'Buscar' }).click()
  await expect(page).toHaveTitle(/^Erro: Pedidos pagos/)
  await expect(form.getByLabel('Data final')).toHaveValue('2020-01-01')
  await checkPage('report-paid-orders-error')
  // A period of its own, because the shop would reuse the other project's PDF of the same period.
  const start = addDays('2000-01-01', Math.floor(Date.now() / 1000) % 6_000)
  await form.getByLabel('Data inicial').fill(start)
  await form.getByLabel('Data final').fill('2037-12-31')
  await form.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByText(`De ${formatDate(start)} a 31/12/2037, por data do pedido.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeVisible({ visible: scripts })

  const firstOrderLink = page.getByRole('rowheader').getByRole('link').first()
  const order = (await firstOrderLink.textContent()) ?? '-'
  const arrived = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Exportar CSV' }).click()
  const file = await arrived
  expect(file.suggestedFilename()).toBe(`pedidos-pagos_${start}_2037-12-31.csv`)
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv).toContain(
    '\ufeffData do pedido;Pedido;Cliente;Publicações;Valor;NF;Recebido;Tarifas;Líquido;Reembolsado;Sem o reembolsado\r\n',
  )
  expect(csv).toContain(`;${order};`)

  const { name, texts } = await fetchPdf(page, page.getByRole('button', { name: 'PDF' }))
  expect(name).toBe(`pedidos-pagos_${start}_2037-12-31.pdf`)
  expect(texts.join('\n')).toContain(order)
  expect(texts.at(-1)).toContain('Total acumulado')
})
