import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { JSDOM } from 'jsdom'
import { beforeEach, expect as expectValue, test } from 'vitest'
import { calculateTrackingCheckDigit } from '#app/domain/checkout/carriers/correios.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { db } from '#app/models/platform/db.server.ts'
import { expect } from '#tests/e2e/support/expect.ts'
import { makeOrderUnderReview } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makePaidOrder, makeShipment, makeStaff, trackCode } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { loginAs } from '#tests/support/request.ts'
import { walkAs } from '#tests/support/walk.ts'

const staffScript = readFileSync(new URL('../../../app/enhance/staff.js', import.meta.url), 'utf8')

/** Walks through a day of staff without scripts and counts loaded pages and pressed buttons. */
let page: Page
let counts: { loads: number; presses: number }
let press: (target: Locator) => Promise<void>

beforeEach(async () => {
  await openShop()
  ;({ page, counts, press } = await walkAs(await loginAs({ userId: await makeStaff() })))
})

const findButton = (name: string | RegExp) => page.getByRole('button', { name }).first()
const findLink = (name: string | RegExp) => page.getByRole('link', { name }).first()

function makeTrackCode(shipmentId: number): string {
  const serial = String(40_000_000 + shipmentId)
  return `QB${serial}${calculateTrackingCheckDigit(serial)}BR`
}

test('staff approve 10 photos with 10 clicks in 11 page loads', {
  meta: { slow: 'places ten orders' },
}, async () => {
  for (let index = 0; index < 10; index++) await makeOrderUnderReview()
  await page.goto('/admin/review')
  for (let approvedCount = 0; approvedCount < 10; approvedCount++) await press(findButton(/^Aprovar/))
  expectValue(counts).toEqual({ presses: 10, loads: 11 })
  const ordersUnderReview = await db
    .selectFrom('orders')
    .where('status', '=', orderStatus.underReview)
    .select('id')
    .execute()
  expectValue(ordersUnderReview).toEqual([])
})

/** Presses a key where the back-office's script runs. Returns the element that it clicks. */
async function findElementClickedBy(key: string, styles = '') {
  const content = `${await page.content()}<style>${styles}</style>`
  const { window } = new JSDOM(content, { runScripts: 'outside-only' })
  const clicked: HTMLElement[] = []
  window.document.addEventListener('click', (event) => {
    event.preventDefault()
    if (event.target instanceof window.HTMLElement) clicked.push(event.target)
  })
  window.eval(staffScript)
  window.document.body.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true }))
  return clicked[0]
}

async function pressKey(key: string) {
  const target = await findElementClickedBy(key)
  const role = target?.tagName === 'A' ? 'link' : 'button'
  await press(page.getByRole(role, { name: target?.textContent?.trim() ?? '', exact: true }).first())
}

test('10 photos are approved by 10 keys in 11 loads, and further keys skip and reject one', {
  meta: { slow: 'places twelve orders' },
}, async () => {
  for (let index = 0; index < 12; index++) await makeOrderUnderReview()
  await page.goto('/admin/review')
  for (let approvedCount = 0; approvedCount < 10; approvedCount++) await pressKey('a')
  expectValue(counts).toEqual({ presses: 10, loads: 11 })
  const firstHeading = await page.getByRole('heading', { level: 1 }).textContent()
  await pressKey('j')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(firstHeading ?? '')
  await pressKey('k')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(firstHeading ?? '')
  await pressKey('r')
  await page.getByLabel('Motivo').fill('A placa está fora de foco.')
  await press(findButton('Reprovar'))
  const orders = await db.selectFrom('orders').select('status').orderBy('id').execute()
  expectValue(orders.map(({ status }) => status)).toEqual([
    ...Array(10).fill(orderStatus.pendingPayment),
    orderStatus.cancelled,
    orderStatus.underReview,
  ])
})

test('the review keys do nothing where the styles hide their explanation', async () => {
  await makeOrderUnderReview()
  await page.goto('/admin/review')
  expectValue(await findElementClickedBy('a', '[data-review-keys] { display: none }')).toBeUndefined()
  expectValue((await findElementClickedBy('a'))?.textContent).toContain('Aprovar')
})

test('28 shipments are sent and delivered by at most 12 presses', {
  meta: { slow: 'makes and sends 28 shipments' },
}, async () => {
  for (let index = 0; index < 28; index++) await makePaidOrder()
  await page.goto('/admin/today')
  await press(findLink('Preparar expedições'))
  await press(findLink(/Todos os 28/))
  await press(findButton(/^Criar 28/))
  await press(findLink('Colar códigos'))
  const shipments = await db.selectFrom('shipments').select('id').execute()
  await page.getByLabel('Lista').fill(shipments.map(({ id }) => `${id};${makeTrackCode(id)}`).join('\n'))
  await press(findButton('Conferir'))
  await press(findButton(/^Marcar 28/))
  await page.goto('/admin/expeditions')
  await press(findLink('A caminho'))
  await press(findLink('Selecionar todas desta página'))
  await press(findButton('Marcar como entregues'))
  const deliveredShipments = await db
    .selectFrom('shipments')
    .where('status', '=', shipmentStatus.delivered)
    .select('id')
    .execute()
  expectValue(deliveredShipments).toHaveLength(28)
  expectValue(counts.presses).toBeLessThanOrEqual(12)
})

test('staff record a refund in at most 3 page loads, with the value filled in', async () => {
  const { orderId } = await makePaidOrder()
  await page.goto(`/admin/order/${orderId}`)
  await press(findLink(/reembolso/i))
  await expect(page.getByLabel('Valor')).toHaveValue(/\d,\d\d/)
  await page.getByLabel('Comprovante').fill('TED 4711')
  await press(findButton('Registrar reembolso'))
  expectValue(counts.loads).toBeLessThanOrEqual(3)
  expectValue(await db.selectFrom('refunds').select('order_id').execute()).toEqual([{ order_id: orderId }])
})

test('the closing of a month is one page with its days, sums and files', async () => {
  await makePaidOrder('2026-10-05')
  await page.goto('/admin/report/day_closing/?start=2026-10-01&end=2026-10-31')
  for (const heading of ['Por dia', 'Vendido', 'Recebido ao todo'])
    await expect(page.getByText(heading, { exact: true }).first()).toBeVisible()
  for (const format of ['PDF', 'Excel', 'CSV']) await expect(page.getByText(format).first()).toBeVisible()
  expectValue(counts.loads).toBe(1)
})

test('staff open the holders of a revision in two page loads from its publication', async () => {
  const order = await makePaidOrder()
  await page.goto(`/admin/publication/${order.manual}`)
  const loadsBefore = counts.loads
  await press(findLink('Clientes da publicação'))
  await press(page.getByRole('navigation', { name: 'Por revisão' }).getByRole('link').first())
  expectValue(counts.loads - loadsBefore).toBe(2)
  await expect(page.getByRole('table').first()).toBeVisible()
})

test('staff find an order by surname, with its tracking code, in one page load', async () => {
  const order = await makePaidOrder()
  const shipment = await makeShipment(order)
  await db
    .updateTable('shipments')
    .set({ track_code: trackCode, status: shipmentStatus.sent, send_date: toCivilDate(new Date()) })
    .where('id', '=', shipment)
    .execute()
  await page.goto('/admin/search?q=inventada')
  expectValue(counts.loads).toBe(1)
  await expect(page.getByText(new RegExp(trackCode)).first()).toBeVisible()
})

test('staff enter an internal order of 21 lines in at most 10 page loads', async () => {
  const { email } = await makeCustomer()
  const ids: number[] = []
  for (let index = 0; index < 7; index++) ids.push(await makePublication({ name: `Caderneta ${index}` }))
  await page.goto('/admin/create_order')
  await page.getByLabel(/^Nome, empresa/).fill(email)
  await press(findButton('Buscar'))
  await press(page.getByRole('table').getByRole('link').first())
  await page.getByLabel('Buscar publicação').fill('caderneta')
  await press(findButton('Buscar'))
  for (let index = 0; index < 7; index++) await page.getByLabel(`Quantidade de Caderneta ${index}`).fill('3')
  await press(findButton('Adicionar as quantidades'))
  await expect(page.getByText('Total até aqui (21 exemplares)')).toBeVisible()
  await page.getByLabel('Preço de cada Caderneta 0').selectOption({ label: 'Grátis · R$ 0,00' })
  await press(findButton('Revisar pedido'))
  await press(findButton('Confirmar pedido'))
  await expect(page).toHaveURL(/\/admin\/order\/\d+$/)
  expectValue(counts.loads).toBeLessThanOrEqual(10)
  expectValue(await db.selectFrom('order_lines').select('id').execute()).toHaveLength(21)
})

/** Tasks of staff, each with its menu entry and the link or button on that page. */
const menuPlaces: [string, string, RegExp][] = [
  ['a new order by telephone', 'Pedidos', /^Novo pedido$/],
  ['copies to send', 'Expedições', /^Aguardando envio/],
  ['tracking codes to paste', 'Expedições', /^Colar códigos$/],
  ['a new client', 'Clientes', /^Novo usuário$/],
  ['a file for the bank', 'Recebimentos', /^Remessas/],
  ['a return of the bank', 'Recebimentos', /^Retornos/],
  ['the books', 'Relatórios', /^Fechamento/],
  ['price changes', 'Relatórios', /^Preços/],
  ['mails that were sent', 'Configurações', /E-mails/],
  ['the freight table', 'Configurações', /Frete/i],
  ['a colleague’s account', 'Configurações', /usuários e acessos/],
  ['the books of the month', 'Relatórios', /^Fechamento do mês$/],
]

test.each(menuPlaces)('staff find %s under %s at the first attempt', async (_, menuEntry, linkText) => {
  await page.goto('/admin/today')
  await press(
    page.getByRole('navigation', { name: 'Administração' }).getByRole('link', { name: menuEntry }).first(),
  )
  await expect(findLink(linkText)).toBeVisible()
  await press(findLink(linkText))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The page Hoje, the page of the menu entry and the page of the link.
  expectValue(counts.loads).toBe(3)
})
