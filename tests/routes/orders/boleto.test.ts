import { expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { db } from '#app/models/platform/db.server.ts'
import { loader } from '#app/routes/payments/boleto-pdf.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { changeBoletoRow, giveBoleto, giveBoletoFile } from '#tests/support/boletos.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

const pdfBytes = Buffer.from('%PDF-1.7 invented')

const fetchBoleto = (visitor: Visitor, order: string | number) =>
  visitor.get(loader, `/payment/${order}/boleto.pdf`, { order: String(order) })

/** Places an order whose boleto has its PDF. */
async function makeOrderWithFile() {
  const order = await makeOrder({ [await makeDownload()]: 1 })
  await giveBoleto(order.orderId)
  await giveBoletoFile(order.orderId, pdfBytes)
  return order
}

test('sends the PDF to its owner inline and uncached', async () => {
  const { orderId, userId } = await makeOrderWithFile()
  const answer = await fetchBoleto(await loginAs({ userId }), orderId)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-type': 'application/pdf',
    'content-length': String(pdfBytes.length),
    'content-disposition': `inline; filename="boleto-pedido-${orderId}.pdf"`,
    'cache-control': 'no-store',
  })
  expect(Buffer.from((await answer.response?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(pdfBytes)
})

test('returns 404 to another customer and redirects a visitor to the login', async () => {
  const { orderId } = await makeOrderWithFile()
  expect((await fetchBoleto(await loginAs(await makeCustomer()), orderId)).status).toBe(404)
  const answer = await fetchBoleto(new Visitor(), orderId)
  expect([answer.status, answer.location]).toEqual([
    302,
    `/login?redirectTo=%2Fpayment%2F${orderId}%2Fboleto.pdf`,
  ])
})

test('redirects to the payment page until the boleto has its PDF', async () => {
  const { orderId, userId } = await makeOrder({ [await makeDownload()]: 1 })
  const visitor = await loginAs({ userId })
  const toPaymentPage = [302, `/payment/${orderId}`]
  const fetchStatusAndTarget = async () => {
    const { status, headers } = await fetchBoleto(visitor, orderId)
    return [status, headers.get('Location')]
  }
  expect(await fetchStatusAndTarget()).toEqual(toPaymentPage)
  await giveBoleto(orderId)
  expect(await fetchStatusAndTarget()).toEqual(toPaymentPage)
  await giveBoletoFile(orderId, pdfBytes)
  expect(await fetchStatusAndTarget()).toEqual([200, null])
})

test.each([orderStatus.confirmed, orderStatus.cancelled, orderStatus.underReview])(
  'returns no PDF for an order in status %i',
  async (status) => {
    const { orderId, userId } = await makeOrderWithFile()
    await db.updateTable('orders').set({ status }).where('id', '=', orderId).execute()
    expect((await fetchBoleto(await loginAs({ userId }), orderId)).status).toBe(404)
  },
)

test('returns no PDF of a rejected, written-off, paid or withdrawn boleto', async () => {
  const { orderId, userId } = await makeOrderWithFile()
  const visitor = await loginAs({ userId })
  for (const state of ['rejected', 'written-off', 'paid'] as const) {
    await changeBoletoRow(orderId, { state })
    expect((await fetchBoleto(visitor, orderId)).status).toBe(404)
  }
  await changeBoletoRow(orderId, { state: 'registered' })
  expect((await fetchBoleto(visitor, orderId)).status).toBe(200)
  await changeBoletoRow(orderId, { withdrawn_at: new Date(), withdrawal_reason: 'replaced' })
  expect((await fetchBoleto(visitor, orderId)).status).toBe(404)
})

test('returns 404 for a file missing from the storage', async () => {
  const { orderId, userId } = await makeOrderWithFile()
  await db.updateTable('boletos').set({ pdf_file: 'boletos/gone.pdf' }).execute()
  expect((await fetchBoleto(await loginAs({ userId }), orderId)).status).toBe(404)
})

test.each(['abc', '0', '1e3', '99999999999', '../1'])('returns 404 for order «%s»', async (order) => {
  const visitor = await loginAs(await makeCustomer())
  expect((await visitor.get(loader, '/payment/x/boleto.pdf', { order })).status).toBe(404)
})
