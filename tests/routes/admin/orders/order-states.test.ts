import { beforeEach, expect, test } from 'vitest'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { recordRefund } from '#app/models/payments/refund.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { markReturned, markSent } from '#app/models/shipments/shipment-status.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrderWithBoleto } from '#tests/factories/boletos.ts'
import {
  makePaidOrder,
  makeShipment,
  makeStaff,
  otherTrackCode,
  trackCode,
} from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

const thirdTrackCode = 'AA123456771BR'
let staff: Visitor

beforeEach(async () => {
  await openShop()
  staff = await loginAs({ userId: await makeStaff() })
})

/** Creates a returned shipment of which one copy was sent again in another shipment. */
async function makeReturnedOrder() {
  const order = await makePaidOrder()
  const returnedId = await makeShipment(order)
  await markSent(returnedId, { date: '2026-11-05', trackCode }, byStaff)
  await markReturned(returnedId, '2026-11-12', byStaff)
  const [lineId = 0] = order.lineIds
  const resentId = await makeShipment(order, { contents: { orderIds: [order.orderId], lineIds: [lineId] } })
  await markSent(resentId, { date: '2026-11-13', trackCode: otherTrackCode }, byStaff)
  return { ...order, returnedId, resentId }
}

async function refundHalf(orderId: number) {
  const { total } = await db
    .selectFrom('orders')
    .select('total')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const refund = { orderId, paymentId: null, refundedOn: '2026-11-20', document: 'TED', note: null }
  const actor = { ...byStaff, actorUserId: 1 }
  await recordRefund({ ...refund, value: Math.floor(total / 2), token: String(orderId) }, actor)
}

test('the order page shows location and shipment of each copy', async () => {
  const { orderId, returnedId, resentId } = await makeReturnedOrder()
  await refundHalf(orderId)
  const { text, html } = await fetchPage(staff, `/admin/order/${orderId}`)
  expect(text).toContain('Pagamento confirmado Reembolsado em parte')
  expect(text).toMatch(new RegExp(`nº \\d+ Enviado ?, #${resentId}`))
  expect(text.match(new RegExp(`Voltou ?, #${returnedId}`, 'g'))).toHaveLength(2)
  expect(html).toContain(`href="/admin/expedition/${resentId}"`)
})

test.each([
  ['/admin/orders', 'orderId'],
  ['/admin/signatures', 'orderId'],
  ['/admin/users', 'profileId'],
] as const)('%s filters by payment and goods state, and links preserve the filter', async (path, key) => {
  const returnedOrder = await makeReturnedOrder()
  const waitingOrder = await makePaidOrder()
  await refundHalf(returnedOrder.orderId)
  const link = key === 'orderId' ? '/admin/order/' : '/admin/client/'
  const listMatches = async (query: string) => {
    const { html } = await fetchPage(staff, `${path}?${query}`)
    return [returnedOrder, waitingOrder].filter((order) => html.includes(`href="${link}${order[key]}"`))
  }
  expect(await listMatches('goods=returned')).toEqual([returnedOrder])
  expect(await listMatches('goods=to-send')).toEqual([waitingOrder])
  expect(await listMatches('payment=partly-refunded')).toEqual([returnedOrder])
  expect(await listMatches('payment=paid&goods=to-send')).toEqual([waitingOrder])
  expect(await listMatches('payment=paid&goods=returned')).toEqual([])
  expect(await listMatches('payment=zeppelin')).toEqual([returnedOrder, waitingOrder])
  const page = await fetchPage(staff, `${path}?goods=returned`)
  expect(page.text).toContain('Voltou')
  expect(page.html).toMatch(/<option value="returned" selected="">Voltou</)
  expect(page.html).toMatch(/href="[^"]*goods=returned[^"]*sort=/)
})

test('the client page shows the tracking code of the copy in transit, not of the returned shipment', async () => {
  const { profileId } = await makeReturnedOrder()
  const { html } = await fetchPage(staff, `/admin/client/${profileId}`)
  const ordersSection = /<section[^>]*aria-labelledby="pedidos"[\s\S]*?<\/section>/.exec(html)?.[0] ?? ''
  expect(ordersSection).toContain(otherTrackCode)
  expect(ordersSection).not.toContain(trackCode)
  expect(ordersSection).toContain('Voltou (2)')
})

test('shows the typeable line of the boleto only for an unpaid order', async () => {
  const [paidOrder, openOrder] = [await makeOrderWithBoleto(), await makeOrderWithBoleto()]
  await confirmPayment(paidOrder.orderId, byStaff, '2026-11-21')
  expect((await fetchPage(staff, `/admin/order/${paidOrder.orderId}`)).text).toContain(
    'Nenhum: o pedido já está pago',
  )
  expect((await fetchPage(staff, `/admin/order/${paidOrder.orderId}`)).text).not.toContain('Abrir o PDF')
  expect((await fetchPage(staff, `/admin/order/${openOrder.orderId}`)).text).toMatch(
    /\d{5}\.\d{5} \d{5}\.\d{6}/,
  )
})

test('offers to resend the copies of a returned shipment that no other shipment has, and links the other', async () => {
  const { returnedId, resentId } = await makeReturnedOrder()
  const page = await fetchPage(staff, `/admin/expedition/${returnedId}`)
  expect(page.text).toContain('Enviar outra vez')
  expect(page.text).toContain('1 exemplar já em outra expedição')
  expect(page.html).toContain(`href="/admin/expedition/${resentId}"`)
  expect((await fetchPage(staff, `/admin/expedition/${returnedId}/dispatch`)).text).toContain(
    'Saem 2 exemplares',
  )
})

test('an order offers to send returned shipments again, until other shipments contain their copies', async () => {
  const { orderId, returnedId, resentId } = await makeReturnedOrder()
  const findOffers = async (id: number) => {
    const { html } = await fetchPage(staff, `/admin/order/${id}`)
    return [...html.matchAll(/<a href="([^"]+)"[^>]*>Enviar outra vez: expedição #\d+</g)].map(
      ([, href]) => href,
    )
  }
  expect(await findOffers(orderId)).toEqual([`/admin/expedition/${returnedId}`])
  await markReturned(resentId, '2026-11-20', byStaff)
  expect(await findOffers(orderId)).toEqual([
    `/admin/expedition/${resentId}`,
    `/admin/expedition/${returnedId}`,
  ])
  const otherOrder = await makePaidOrder()
  const otherReturnedId = await makeShipment(otherOrder)
  await markSent(otherReturnedId, { date: '2026-11-05', trackCode: thirdTrackCode }, byStaff)
  await markReturned(otherReturnedId, '2026-11-12', byStaff)
  expect(await findOffers(otherOrder.orderId)).toEqual([`/admin/expedition/${otherReturnedId}`])
  await makeShipment(otherOrder)
  expect(await findOffers(otherOrder.orderId)).toEqual([])
})

test('a returned shipment offers no dispatch when another shipment contains all its copies, and links to it', async () => {
  const order = await makePaidOrder()
  const returnedId = await makeShipment(order)
  await markSent(returnedId, { date: '2026-11-05', trackCode }, byStaff)
  await markReturned(returnedId, '2026-11-12', byStaff)
  const resentId = await makeShipment(order)
  const page = await fetchPage(staff, `/admin/expedition/${returnedId}`)
  expect(page.text).not.toContain('Enviar outra vez')
  expect(page.html).toContain(`href="/admin/expedition/${resentId}"`)
  const dispatchPage = await fetchPage(staff, `/admin/expedition/${returnedId}/dispatch`)
  expect(dispatchPage.html).not.toContain('name="track_code"')
  expect(dispatchPage.html).toContain(`href="/admin/expedition/${resentId}"`)
})

test('a search for a number after # redirects to the shipment', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  const foundPage = await fetchPage(staff, `/admin/search?${new URLSearchParams({ q: `#${id}` })}`)
  expect(foundPage.location).toBe(`/admin/expedition/${id}`)
})
