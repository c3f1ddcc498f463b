import { beforeEach, expect, test } from 'vitest'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { closePdfBrowser } from '#app/gateways/pdf.server.ts'
import { issueBoleto } from '#app/jobs/charges/issue-boleto.server.ts'
import { renderBoletoPdf } from '#app/jobs/charges/render-boleto.server.ts'
import { findCurrentBoleto } from '#app/models/charges/boleto.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { receivePayment } from '#app/models/payments/payment.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { createShipment } from '#app/models/shipments/shipment.server.ts'
import { loadSheets } from '#app/reports/sheets.server.ts'
import { messages } from '#app/text/platform/messages.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { getProfileId, makeOrder } from '#tests/factories/orders.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { callAs } from '#tests/support/api-client.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { confirmCheckout, fillCart, fillPersonForm } from '#tests/support/checkout-form.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

beforeEach(openShop)

const today = toCivilDate(new Date())
const highestTotal = 99_999_999_99
const lastPriceForHighest = highestTotal - 99 * 999_999_99 - 999_000_00 - 22_50
const formattedHighest = 'R$ 99.999.999,99'

/** Fills a cart with ninety-nine copies at the highest price, two others, and freight of R$ 22,50. */
async function fillHighestCart(lastPrice: number): Promise<Visitor> {
  const makePricedPublication = (price: number) => makePublication({ price, weight: 1 })
  return fillCart(new Visitor(), {
    [await makePricedPublication(999_999_99)]: 99,
    [await makePricedPublication(999_000_00)]: 1,
    [await makePricedPublication(lastPrice)]: 1,
  })
}

async function placeHighestOrder() {
  const visitor = await fillHighestCart(lastPriceForHighest)
  const answer = await confirmCheckout(visitor, await fillPersonForm(visitor))
  expect([answer.status, answer.location]).toEqual([303, expect.stringMatching(/^\/payment\/\d+/)])
  const order = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  const { user_id: userId } = await db
    .selectFrom('profiles')
    .select('user_id')
    .where('id', '=', order.profile_id)
    .executeTakeFirstOrThrow()
  return { orderId: order.id, total: order.total, userId, visitor: await loginAs({ userId }) }
}

const toPlainSpaces = (text: string) => text.replaceAll('\u00a0', ' ')

async function placePaidOrder() {
  const order = await placeHighestOrder()
  await issueBoleto.run(String(order.orderId), { id: 1 })
  const boleto = await findCurrentBoleto(order.orderId)
  const origin = { source: 'bank-file', paidOn: today, creditedOn: today } as const
  const amount = { eventKey: 'bank/1', boletoId: boleto?.id ?? 0, value: highestTotal, fee: 1_99 }
  const byFile = { actorUserId: null, source: 'bank-file' }
  expect(await receivePayment({ ...origin, ...amount }, byFile, today)).toBe('confirmed')
  return order
}

test('places, shows and charges an order of R$ 99.999.999,99 (D136)', async () => {
  const { orderId, total, visitor } = await placeHighestOrder()
  expect(total).toBe(highestTotal)
  await issueBoleto.run(String(orderId), { id: 1 })
  await renderBoletoPdf.run(String(orderId), { id: 1 }).finally(closePdfBrowser)
  const boleto = await findCurrentBoleto(orderId)
  expect(boleto).toMatchObject({ value: highestTotal, pdf_file: expect.any(String) })
  // Ten digits of the barcode are the value in centavos.
  expect(boleto?.barcode.slice(9, 19)).toBe('9999999999')
  for (const path of [`/orders/${orderId}`, `/payment/${orderId}`, '/orders']) {
    const page = await fetchPage(visitor, path)
    expect([path, page.status]).toEqual([path, 200])
    expect([path, toPlainSpaces(page.text).includes(formattedHighest)]).toEqual([path, true])
  }
})

test('rejects an order of one centavo more with a message and writes nothing', async () => {
  const visitor = await fillHighestCart(lastPriceForHighest + 1)
  const page = await fetchPage(visitor, '/checkout', {
    ...(await fillPersonForm(visitor)),
    intent: 'confirm',
  })
  expect(page.status).toBe(400)
  expect(page.text).toContain(messages.totalTooHigh)
  expect(await db.selectFrom('orders').select('id').execute()).toEqual([])
})

test('pays, reports, exports, returns by API and refunds an order of the highest total', async () => {
  const { orderId, userId } = await placePaidOrder()
  const staff = await loginAs({ userId: await makeStaff() })
  for (const path of [
    `/admin/order/${orderId}`,
    '/admin/orders',
    '/admin/payments',
    '/admin/boletos',
    `/admin/client/${(await db.selectFrom('profiles').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()).id}`,
  ]) {
    const page = await fetchPage(staff, path)
    expect([path, page.status]).toEqual([path, 200])
    expect([path, toPlainSpaces(page.text).includes(formattedHighest)]).toEqual([path, true])
  }
  const file = await fetchPage(staff, '/admin/orders.csv')
  expect(file.html).toContain('99999999,99')

  const query = `start=${today}&end=${today}&day=${today}`
  for (const { slug, page } of await loadSheets()) {
    if (!page || page.place) continue
    const reportPage = await fetchPage(staff, `/admin/report/${slug}/?${query}`)
    expect([slug, reportPage.status]).toEqual([slug, 200])
    for (const format of ['csv', 'xlsx'])
      expect([
        slug,
        format,
        (await fetchPage(staff, `/admin/report/${slug}/file/${format}?${query}`)).status,
      ]).toEqual([slug, format, 200])
  }
  for (const slug of ['paid_orders', 'day_closing', 'client', 'product', 'invoice_items']) {
    const { text } = await fetchPage(staff, `/admin/report/${slug}/?${query}`)
    // Some of these reports exclude the freight of R$ 22,50.
    expect([slug, /99\.999\.9(99,99|77,49)/.test(text)]).toEqual([slug, true])
  }

  const apiClient = await callAs({ userId })
  const { status, body } = await apiClient.get(`/order/${orderId}/`)
  expect([status, body]).toMatchObject([200, { total: 99_999_999.99, total_publications: 99_999_977.49 }])

  const payment = await db.selectFrom('payments').select('id').executeTakeFirstOrThrow()
  const path = `/admin/payments/${payment.id}/refund`
  const form = await fetchPage(staff, path)
  const [, token = ''] = /name="token" value="([0-9a-f]{32})"/.exec(form.html) ?? []
  const refund = { value: '99.999.999,99', refunded_on: today, document: 'E1', note: '', token }
  expect((await fetchPage(staff, path, { ...refund, value: '100.000.000,00' })).status).toBe(400)
  expect((await fetchPage(staff, path, refund)).status).toBe(303)
  const closingText = toPlainSpaces((await fetchPage(staff, `/admin/report/day_closing/?day=${today}`)).text)
  expect(closingText).toContain('99.999.999,99')
  expect(await db.selectFrom('refunds').select('value').execute()).toEqual([{ value: highestTotal }])
})

test('a shipment and its label accept freight of almost the highest total', async () => {
  const { orderId, profileId } = await makeMovedInOrder()
  const staffId = await makeStaff()
  const shipment = { type: 'PAC', value: null, note: null, creationDate: today } as const
  const id = await createShipment(
    { ...shipment, profileId, ownerUserId: staffId, contents: { orderIds: [orderId] } },
    { actorUserId: staffId, source: 'staff' },
  )
  const staff = await loginAs({ userId: staffId })
  for (const path of [`/admin/expedition/${id}`, '/admin/expeditions', `/admin/expeditions/labels?e=${id}`])
    expect([path, (await fetchPage(staff, path)).status]).toEqual([path, 200])
  expect(await db.selectFrom('shipments').select('value').execute()).toEqual([{ value: 99_999_919_99 }])
  const tomorrow = addDays(today, 1)
  expect(
    (await fetchPage(staff, `/admin/report/expedition_list/?start=${today}&end=${tomorrow}`)).status,
  ).toBe(200)
})

/** Creates an order as in the former system: most of its total is freight. */
async function makeMovedInOrder() {
  const { orderId, userId } = await makeOrder({ [await makePublication({ price: 80_00 })]: 1 })
  await confirmPayment(orderId, byStaff, today)
  await db
    .updateTable('orders')
    .set({ shipping_value: highestTotal - 80_00, total: highestTotal })
    .where('id', '=', orderId)
    .execute()
  return { orderId, profileId: await getProfileId(userId) }
}
