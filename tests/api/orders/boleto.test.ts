import { describe, expect, test } from 'vitest'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrder, makeOrderUnderReview } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { callAs, matchSignedAddress } from '#tests/support/api-client.ts'
import {
  changeBoletoRow,
  closeIssue,
  giveBoleto,
  giveBoletoFile,
  rejectBoleto,
} from '#tests/support/boletos.ts'

const pdf = new TextEncoder().encode('%PDF-1.7 boleto')

async function makeOrderWithBoletoFile() {
  const order = await makeOrder({ [await makeDownload({ price: 80_00 })]: 1 })
  await giveBoleto(order.orderId, { dueDate: '2099-12-01' })
  await closeIssue(order.orderId)
  await giveBoletoFile(order.orderId, pdf)
  return { ...order, client: await callAs(order) }
}

const listBoletos = () => db.selectFrom('boletos').select(['id', 'withdrawn_at']).execute()

describe('POST /api/make_boleto/ – Generate boleto: order; answer transaction_link', () => {
  test('returns the same open boleto at every call, with a link that the token opens', async () => {
    const { orderId, client } = await makeOrderWithBoletoFile()
    for (const _ of [1, 2]) {
      const { status, body } = await client.post('/api/make_boleto/', { order: orderId })
      expect([status, body]).toEqual([
        200,
        { transaction_link: matchSignedAddress(`/api/boleto/${orderId}/`) },
      ])
    }
    expect(await listBoletos()).toEqual([{ id: expect.any(Number), withdrawn_at: null }])
    const answer = await client.get(`/api/boleto/${orderId}/`)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
    expect(new Uint8Array(answer.bytes)).toEqual(pdf)
  })

  test('returns the customer’s open boleto to staff without replacing it', async () => {
    const { orderId } = await makeOrderWithBoletoFile()
    const staff = await callAs({ userId: await makeStaff() })
    const { body } = await staff.post('/api/make_boleto/', { order: orderId })
    expect(body).toHaveProperty('transaction_link')
    expect((await listBoletos()).map((row) => row.withdrawn_at)).toEqual([null])
    expect((await staff.get(`/api/boleto/${orderId}`)).status).toBe(200)
  })

  test('requests a new boleto for an expired one', async () => {
    const { orderId, client } = await makeOrderWithBoletoFile()
    await changeBoletoRow(orderId, { withdrawn_at: new Date(), withdrawal_reason: 'expired' })
    const { status, body } = await client.post('/api/make_boleto/', { order: orderId })
    expect([status, body]).toEqual([200, { error: expect.stringContaining('sendo gerado') }])
    const requestEvents = await db
      .selectFrom('history')
      .select('action')
      .where('entity', '=', 'order')
      .where('entity_id', '=', orderId)
      .where('action', '=', 'boleto-wanted')
      .execute()
    expect(requestEvents).toHaveLength(1)
  })

  test('returns an error text for a paid order, an order under review and a rejected boleto', async () => {
    const { orderId, client } = await makeOrderWithBoletoFile()
    await confirmPayment(orderId, byStaff, '2026-11-22')
    expect((await client.post('/api/make_boleto/', { order: orderId })).body).toEqual({
      error: 'Este pedido já foi pago',
    })
    const reviewedOrder = await makeOrderUnderReview()
    const otherClient = await callAs(reviewedOrder)
    expect((await otherClient.post('/api/make_boleto/', { order: reviewedOrder.orderId })).body).toEqual({
      error: 'Pedido em análise',
    })
    const failedOrder = await makeOrder({ [await makeDownload()]: 1 })
    await rejectBoleto(failedOrder.orderId)
    expect(
      (await (await callAs(failedOrder)).post('/api/make_boleto/', { order: failedOrder.orderId })).body,
    ).toEqual({
      error: 'Um erro foi encontrato, por favor contate-nos',
    })
  })

  test('returns 404 for another customer’s order, and a field error without an order', async () => {
    const { orderId } = await makeOrderWithBoletoFile()
    const stranger = await callAs(await makeCustomer())
    expect((await stranger.post('/api/make_boleto/', { order: orderId })).status).toBe(404)
    expect((await stranger.get(`/api/boleto/${orderId}`)).status).toBe(404)
    expect((await stranger.post('/api/make_boleto/', {})).body).toEqual({ order: ['Campo obrigatório'] })
  })
})

describe('GET /api/boleto/{id}/', () => {
  test('returns 503 with Retry-After until the PDF is created', async () => {
    const order = await makeOrder({ [await makeDownload({ price: 80_00 })]: 1 })
    await giveBoleto(order.orderId, { dueDate: '2099-12-01' })
    const answer = await (await callAs(order)).get(`/api/boleto/${order.orderId}`)
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '3'])
  })

  test('returns 404 to the buyer after the payment, but the PDF to staff (D19)', async () => {
    const { orderId, client } = await makeOrderWithBoletoFile()
    await confirmPayment(orderId, byStaff, '2026-11-22')
    expect((await client.get(`/api/boleto/${orderId}`)).status).toBe(404)
    const staff = await callAs({ userId: await makeStaff() })
    expect((await staff.get(`/api/boleto/${orderId}`)).status).toBe(200)
  })
})
