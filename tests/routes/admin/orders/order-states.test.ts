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

/** Creates a returned shipment; one of its copies was sent again in another. */
async function makeReturnedOrder() {
  const order = await makePaidOrder()
  const first = await makeShipment(order)
  await markSent(first, { date: '2026-11-05', trackCode }, byStaff)
  await markReturned(first, '2026-11-12', byStaff)
  const [lineId = 0] = order.lineIds
  const second = await makeShipment(order, { contents: { orderIds: [order.orderId], lineIds: [lineId] } })
  await markSent(second, { date: '2026-11-13', trackCode: otherTrackCode }, byStaff)
  return { ...order, first, second }
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
  const { orderId, first, second } = await makeReturnedOrder()
  await refundHalf(orderId)
  const { text, html } = await fetchPage(staff, `/admin/order/${orderId}`)
  expect(text).toContain('Pagamento confirmado Reembolsado em parte')
  expect(text).toMatch(new RegExp(`nº \\d+ Enviado ?, #${second}`))
  expect(text.match(new RegExp(`Voltou ?, #${first}`, 'g'))).toHaveLength(2)
  expect(html).toContain(`href="/admin/expedition/${second}"`)
})

test.each([
  ['/admin/orders', 'orderId'],
  ['/admin/signatures', 'orderId'],
  ['/admin/users', 'profileId'],
] as const)('%s filters by both states, and its links preserve them', async (path, key) => {
  const returned = await makeReturnedOrder()
  const waiting = await makePaidOrder()
  await refundHalf(returned.orderId)
  const link = key === 'orderId' ? '/admin/order/' : '/admin/client/'
  const listListed = async (query: string) => {
    const { html } = await fetchPage(staff, `${path}?${query}`)
    return [returned, waiting].map((order) => html.includes(`href="${link}${order[key]}"`))
  }
  expect(await listListed('goods=returned')).toEqual([true, false])
  expect(await listListed('goods=to-send')).toEqual([false, true])
  expect(await listListed('payment=partly-refunded')).toEqual([true, false])
  expect(await listListed('payment=paid&goods=to-send')).toEqual([false, true])
  expect(await listListed('payment=paid&goods=returned')).toEqual([false, false])
  expect(await listListed('payment=zeppelin')).toEqual([true, true])
  const page = await fetchPage(staff, `${path}?goods=returned`)
  expect(page.text).toContain('Voltou')
  expect(page.html).toMatch(/<option value="returned" selected="">Voltou</)
  expect(page.html).toMatch(/href="[^"]*goods=returned[^"]*sort=/)
})

test('the client page shows the tracking code in transit, not the returned one', async () => {
  const { profileId } = await makeReturnedOrder()
  const { html } = await fetchPage(staff, `/admin/client/${profileId}`)
  const orders = /<section[^>]*aria-labelledby="pedidos"[\s\S]*?<\/section>/.exec(html)?.[0] ?? ''
  expect(orders).toContain(otherTrackCode)
  expect(orders).not.toContain(trackCode)
  expect(orders).toContain('Voltou (2)')
})

test('shows the payment line only for an unpaid order', async () => {
  const [paid, open] = [await makeOrderWithBoleto(), await makeOrderWithBoleto()]
  await confirmPayment(paid.orderId, byStaff, '2026-11-21')
  expect((await fetchPage(staff, `/admin/order/${paid.orderId}`)).text).toContain(
    'Nenhum: o pedido já está pago',
  )
  expect((await fetchPage(staff, `/admin/order/${paid.orderId}`)).text).not.toContain('Abrir o PDF')
  expect((await fetchPage(staff, `/admin/order/${open.orderId}`)).text).toMatch(/\d{5}\.\d{5} \d{5}\.\d{6}/)
})

test('offers to send free copies again and shows the location of the others', async () => {
  const { first, second } = await makeReturnedOrder()
  const page = await fetchPage(staff, `/admin/expedition/${first}`)
  expect(page.text).toContain('Enviar outra vez')
  expect(page.text).toContain('1 exemplar já em outra expedição')
  expect(page.html).toContain(`href="/admin/expedition/${second}"`)
  expect((await fetchPage(staff, `/admin/expedition/${first}/dispatch`)).text).toContain('Saem 2 exemplares')
})

test('an order offers in its head to send again what came back, until another shipment has it', async () => {
  const { orderId, first, second } = await makeReturnedOrder()
  const findOffers = async (id: number) => {
    const { html } = await fetchPage(staff, `/admin/order/${id}`)
    return [...html.matchAll(/<a href="([^"]+)"[^>]*>Enviar outra vez: expedição #\d+</g)].map(
      ([, href]) => href,
    )
  }
  expect(await findOffers(orderId)).toEqual([`/admin/expedition/${first}`])
  await markReturned(second, '2026-11-20', byStaff)
  expect(await findOffers(orderId)).toEqual([`/admin/expedition/${second}`, `/admin/expedition/${first}`])
  const otherOrder = await makePaidOrder()
  const gone = await makeShipment(otherOrder)
  await markSent(gone, { date: '2026-11-05', trackCode: thirdTrackCode }, byStaff)
  await markReturned(gone, '2026-11-12', byStaff)
  expect(await findOffers(otherOrder.orderId)).toEqual([`/admin/expedition/${gone}`])
  await makeShipment(otherOrder)
  expect(await findOffers(otherOrder.orderId)).toEqual([])
})

test('does not offer a shipment again when all its copies left in another one', async () => {
  const order = await makePaidOrder()
  const first = await makeShipment(order)
  await markSent(first, { date: '2026-11-05', trackCode }, byStaff)
  await markReturned(first, '2026-11-12', byStaff)
  const second = await makeShipment(order)
  const page = await fetchPage(staff, `/admin/expedition/${first}`)
  expect(page.text).not.toContain('Enviar outra vez')
  expect(page.html).toContain(`href="/admin/expedition/${second}"`)
  const act = await fetchPage(staff, `/admin/expedition/${first}/dispatch`)
  expect(act.html).not.toContain('name="track_code"')
  expect(act.html).toContain(`href="/admin/expedition/${second}"`)
})

test('a number with # finds the shipment that pages show with it', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  const foundPage = await fetchPage(staff, `/admin/search?${new URLSearchParams({ q: `#${id}` })}`)
  expect(foundPage.location).toBe(`/admin/expedition/${id}`)
})
