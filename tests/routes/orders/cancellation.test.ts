import { expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { findOrderForPayment } from '#app/models/orders/order.server.ts'
import { confirmPayment, reopenOrder } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { markReturned, markSent } from '#app/models/shipments/shipment-status.server.ts'
import { action, loader } from '#app/routes/orders/cancellation.tsx'
import { byStaff } from '#tests/factories/actors.ts'
import { getProfileId, makeOrder, makeOrderUnderReview } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { makePaidOrder, makeShipment, trackCode } from '#tests/factories/shipments.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { giveBoleto } from '#tests/support/boletos.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

const findStatus = async (orderId: number, userId: number) =>
  (await findOrderForPayment(orderId, await getProfileId(userId)))?.status

test('cancels an unpaid order after a confirmation, shows a message and sends a mail', async () => {
  const { orderId, userId } = await makeOrder({ [await makeDownload()]: 1 })
  await giveBoleto(orderId)
  const owner = await loginAs({ userId })
  const path = `/orders/${orderId}/cancellation`
  expect((await fetchPage(owner, `/orders/${orderId}`)).html).toContain(`href="${path}"`)
  expect((await fetchPage(owner, path)).text).toContain('Não pague o boleto')
  expect((await fetchPage(owner, path, {})).location).toBe(`/orders/${orderId}`)
  const page = await fetchPage(owner, `/orders/${orderId}`)
  expect(page.text).toContain(`O pedido nº ${orderId} foi cancelado.`)
  expect(page.text).toContain('Pedido cancelado pelo comprador')
  const mails = db.selectFrom('outbox').select('subject').where('job', '=', 'mail-cancellation-received')
  expect(await mails.execute()).toEqual([{ subject: String(orderId) }])
  expect(page.html).not.toContain(path)
})

test('cancels an order under review', async () => {
  const { orderId, userId } = await makeOrderUnderReview()
  await fetchPage(await loginAs({ userId }), `/orders/${orderId}/cancellation`, {})
  expect(await findStatus(orderId, userId)).toBe(orderStatus.cancelled)
})

test('does not cancel an order paid meanwhile and links to the withdrawal', async () => {
  const { orderId, userId } = await makeOrder({ [await makeDownload()]: 1 })
  await confirmPayment(orderId, byStaff, '2026-11-21')
  const owner = await loginAs({ userId })
  const path = `/orders/${orderId}/cancellation`
  expect((await fetchPage(owner, path)).html).toContain(`href="/orders/${orderId}/withdrawal"`)
  await fetchPage(owner, path, {})
  expect((await fetchPage(owner, `/orders/${orderId}`)).text).toContain('não foi cancelado')
  expect(await findStatus(orderId, userId)).toBe(orderStatus.confirmed)
})

test('the buyer cannot cancel an order that was paid, sent and reopened, until it is returned', async () => {
  const order = await makePaidOrder()
  const owner = await loginAs(order)
  const path = `/orders/${order.orderId}/cancellation`
  const shipmentId = await makeShipment(order)
  await markSent(shipmentId, { date: '2026-11-05', trackCode }, byStaff)
  await reopenOrder(order.orderId, byStaff)
  expect((await fetchPage(owner, `/orders/${order.orderId}`)).html).not.toContain(path)
  const page = await fetchPage(owner, path)
  expect(page.text).toContain('Algo deste pedido já foi enviado')
  expect(page.html).toContain('href="/contact"')
  expect((await fetchPage(owner, `/orders/${order.orderId}/withdrawal`)).html).not.toContain(path)
  await fetchPage(owner, path, {})
  expect(await findStatus(order.orderId, order.userId)).toBe(orderStatus.pendingPayment)
  await markReturned(shipmentId, '2026-11-12', byStaff)
  expect((await fetchPage(owner, path)).text).toContain('aguarda pagamento outra vez')
})

test.each(['loader', 'action'] as const)(
  'returns 404 to a stranger and redirects a visitor to the login: %s',
  async (handler) => {
    const { orderId, userId } = await makeOrder({ [await makeDownload()]: 1 })
    const [path, params] = [`/orders/${orderId}/cancellation`, { id: String(orderId) }]
    const openCancellation = (visitor: Visitor) =>
      handler === 'loader' ? visitor.get(loader, path, params) : visitor.post(action, path, {}, params)
    expect((await openCancellation(await loginAs(await makeCustomer()))).status).toBe(404)
    expect((await openCancellation(new Visitor())).location).toMatch(/^\/login\?redirectTo=/)
    expect(await findStatus(orderId, userId)).toBe(orderStatus.pendingPayment)
  },
)
