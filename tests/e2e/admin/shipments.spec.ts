import type { Page } from '@playwright/test'
import { completePurchase, logIn, logOut } from '#tests/e2e/support/checkout-steps.ts'
import { fetchPdf } from '#tests/e2e/support/pdf.ts'
import { changeOrderStatus, newEmail } from '#tests/e2e/support/people.ts'
import { publications } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { makeTrackingCode } from '#tests/e2e/support/waiting-shipments.ts'

const staff = { email: 'equipe@aeropub.test', password: 'demonstracao-2026' }

/** Each test includes a purchase and checks several pages. */
test.slow()

/** Creates a paid order of printed copies, then logs staff in. */
async function makePaidOrder(page: Page, scripts: boolean, email = newEmail()): Promise<number> {
  const order = await completePurchase(page, [publications.manual, publications.checklist], email, scripts)
  await changeOrderStatus(order, 'paid')
  await logOut(page)
  await logIn(page, staff)
  return order
}

test('staff pack an order manually, correct a rejected code, dispatch it and mark it delivered', {
  tag: '@main',
}, async ({ page, checkPage, scripts }) => {
  const email = newEmail()
  const order = await makePaidOrder(page, scripts, email)
  const code = makeTrackingCode()
  await page.goto('/admin/expeditions')
  await checkPage('shipments')
  await page.getByRole('link', { name: 'Nova expedição' }).click()
  await page.getByRole('searchbox', { name: /número do cliente ou do pedido/ }).fill(String(order))
  await page.getByRole('main').getByRole('button', { name: 'Buscar' }).click()
  await checkPage('shipment-clients')
  // Another client can have the same number as the order.
  const row = page.getByRole('row').filter({ hasText: email })
  await row.getByRole('link', { name: /Escolher/ }).click()
  await expect(page.getByRole('checkbox', { name: new RegExp(`Pedido nº ${order}`) })).toBeChecked()
  await checkPage('shipment-new')
  const orderBox = page.getByRole('checkbox', { name: new RegExp(`Pedido nº ${order}`) })
  await page.getByLabel('Envio direto, sem pedido').check()
  await expect(orderBox).toBeHidden()
  await page.getByLabel('Pedidos do cliente').check()
  await expect(orderBox).toBeVisible()
  await page.getByLabel('Observação').fill('Frágil')
  await page.getByRole('button', { name: 'Criar expedição' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Expedição #\d+$/)
  await expect(page.getByText('As informações foram salvas com sucesso')).toBeVisible()
  await checkPage('shipment')

  await page.getByRole('link', { name: 'Marcar como enviado' }).click()
  const codeWithWrongDigit = 'QB123456789BR'
  await page.getByLabel('Código de rastreamento').fill(codeWithWrongDigit)
  await page.getByRole('button', { name: 'Marcar como enviado' }).click()
  await expect(page.getByText(/dígito verificador precisa conferir/).first()).toBeVisible()
  await checkPage('shipment-dispatch-refused')
  await page.getByLabel('Código de rastreamento').fill(code)
  await page.getByRole('button', { name: 'Marcar como enviado' }).click()
  await expect(page.getByText(/^Enviado em/).first()).toBeVisible()

  await page.getByRole('link', { name: 'Marcar como entregue' }).click()
  await checkPage('shipment-delivery')
  await page.getByRole('button', { name: 'Marcar como entregue' }).click()
  await expect(page.getByText(/^Entregue em/).first()).toBeVisible()
  await checkPage('shipment-delivered')

  await page.goto(`/admin/expeditions?search=${code}`)
  await expect(page.getByRole('table')).toContainText(String(order))
  await expect(page.getByRole('table')).toContainText('Entregue')
})

test('staff create a shipment from a purchased copy, with the order preselected, and the copy links to it', async ({
  page,
  checkPage,
  scripts,
}) => {
  const order = await makePaidOrder(page, scripts)
  await page.goto(`/admin/signatures?search=${order}`)
  await page.getByRole('link', { name: publications.manual.name }).first().click()
  await page.getByRole('link', { name: 'Criar expedição' }).click()
  await expect(page).toHaveURL(/\/admin\/expedition\/0\/\d+$/)
  await expect(page.getByRole('checkbox', { name: new RegExp(`Pedido nº ${order}`) })).toBeChecked()
  await checkPage('shipment-of-signature')
  await page.getByRole('button', { name: 'Criar expedição' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Expedição #\d+$/)
  await page.goto(`/admin/signatures?search=${order}`)
  await page.getByRole('link', { name: publications.manual.name }).first().click()
  await expect(page.getByRole('link', { name: /^Abrir expedição #\d+$/ })).toBeVisible()
})

test('staff create a shipment from the waiting list, print its label and paste its code', async ({
  page,
  checkPage,
  scripts,
}) => {
  const order = await makePaidOrder(page, scripts)
  await page.goto('/admin/expeditions/waiting')
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: `nº ${order}`, exact: true }) })
  await checkPage('waiting')
  await row.getByRole('checkbox').check({ force: true })
  await page.getByRole('button', { name: 'Criar expedições' }).click()
  await expect(page.getByRole('heading', { name: 'Destinatários das etiquetas' })).toBeVisible()
  await checkPage('shipments-made')
  const shipmentUrl = page.url()

  const print = page.getByRole('button', { name: 'Gerar etiquetas' })
  await page.getByRole('radio', { name: /^Simples/ }).check({ force: true })
  await page.getByRole('radio', { name: /^Pimaco 6181/ }).check({ force: true })
  await page.getByLabel('Primeira etiqueta livre').fill('21')
  await print.click()
  await expect(page.getByText('A folha tem 20 etiquetas').first()).toBeVisible()
  await checkPage('shipment-labels-refused')
  await page.getByLabel('Primeira etiqueta livre').fill('2')
  const { name, texts } = await fetchPdf(page, print)
  expect(name).toMatch(/^etiqueta-expedicao-\d+\.pdf$/)
  expect(texts).toHaveLength(1)
  expect(texts[0]?.match(/CEP/g)).toHaveLength(1)

  await page.goto(shipmentUrl)
  await page.getByRole('link', { name: 'Colar códigos' }).click()
  const code = makeTrackingCode()
  await page.getByLabel('Lista').fill(`pedido ${order}\t${code}\n999999;${code}`)
  await page.getByRole('button', { name: 'Conferir' }).click()
  await expect(page.getByText('Expedição não encontrada')).toBeVisible()
  await checkPage('codes-preview')
  await page.getByRole('button', { name: 'Marcar 1 expedição como enviada' }).click()
  await expect(page.getByRole('heading', { name: '1 expedição enviada' })).toBeVisible()
  await expect(page.getByLabel('Lista: o que não foi enviado')).toHaveValue(`999999;${code}`)
  await checkPage('codes-sent')
})

test('staff cancel a shipment packed by mistake, and its copies wait again', async ({
  page,
  checkPage,
  scripts,
}) => {
  const order = await makePaidOrder(page, scripts)
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: `nº ${order}`, exact: true }) })
  await page.goto('/admin/expeditions/waiting')
  await row.getByRole('checkbox').check({ force: true })
  await page.getByRole('button', { name: 'Criar expedições' }).click()
  await page.getByRole('link', { name: /^Expedição #\d+/ }).click()
  const undoneUrl = page.url()
  await expect(page.getByRole('button', { name: 'Gerar etiquetas' })).toBeVisible()
  await page.getByRole('link', { name: 'Desfazer a expedição' }).click()
  await checkPage('shipment-undoing')
  await page.getByLabel('Motivo').fill('Endereço errado')
  await page.getByRole('button', { name: 'Desfazer a expedição' }).click()
  await expect(page).toHaveURL(undoneUrl)
  await expect(page.getByText('Endereço errado')).toBeVisible()
  await expect(page.getByText(/^Desfeita em/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Marcar como enviado' })).toHaveCount(0)
  await checkPage('shipment-undone')
  await page.goto('/admin/expeditions/waiting')
  await expect(row).toBeVisible()
})
