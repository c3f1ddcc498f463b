import { describe, expect, test } from 'vitest'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { findReview } from '#app/models/orders/photo-request.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { action as rejectionAction } from '#app/routes/admin/orders/review/rejection.tsx'
import { action as statusAction } from '#app/routes/admin/orders/status.tsx'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrder, makeOrderUnderReview } from '#tests/factories/orders.ts'
import { removeBuyerAccount, renewElsewhere } from '#tests/factories/payment-bars.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { callAs } from '#tests/support/api-client.ts'
import { loginAs } from '#tests/support/request.ts'

const makeNewOrder = async () => makeOrder({ [await makeDownload()]: 1 })
const loadOrder = (id: number) =>
  db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function openStaffClient() {
  const userId = await makeStaff()
  return { userId, client: await callAs({ userId }) }
}

/** Returns the rows that a change has written, without actor and time. */
async function loadTraces(id: number) {
  const { status, reason } = await loadOrder(id)
  const [history, outbox] = await Promise.all([
    db
      .selectFrom('history')
      .select(['action', 'details'])
      .where('entity', '=', 'order')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute(),
    db.selectFrom('outbox').select('job').where('subject', '=', String(id)).orderBy('job').execute(),
  ])
  return { status, reason, history, outbox }
}

describe('Orders: update (nfe, note) – PUT /order/{id}/', () => {
  test('changes only the sent fields', async () => {
    const { orderId } = await makeNewOrder()
    await confirmPayment(orderId, byStaff, '2026-11-22')
    const { client, userId } = await openStaffClient()
    const { status, body } = await client.put(`/order/${orderId}/`, { nfe: '1234', note: 'Ligar antes' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: orderId, nfe: '1234', note: 'Ligar antes' })
    await client.put(`/order/${orderId}/`, { nfe: null })
    expect(await loadOrder(orderId)).toMatchObject({ nfe: null, note: 'Ligar antes' })
    const entry = await db
      .selectFrom('history')
      .select(['action', 'actor_user_id'])
      .where('entity', '=', 'order')
      .where('entity_id', '=', orderId)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(entry).toEqual({ action: 'changed', actor_user_id: userId })
  })

  test('accepts an NF-e only for a paid order (D19), and with at most 60 characters', async () => {
    const { orderId } = await makeNewOrder()
    const { client } = await openStaffClient()
    const answer = await client.put(`/order/${orderId}/`, { nfe: '1234', note: 'x' })
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['nfe']])
    expect((await client.put(`/order/${orderId}/`, { nfe: '', note: 'x' })).status).toBe(200)
    const tooLongNfe = 'a'.repeat(61)
    expect((await client.put(`/order/${orderId}/`, { nfe: tooLongNfe })).body).toEqual({
      nfe: ['Use no máximo 60 caracteres'],
    })
  })
})

test('POST /api/order_update_nfe/ – body order, nfe – changes the NF-e and leaves the note unchanged', async () => {
  const { orderId } = await makeNewOrder()
  await confirmPayment(orderId, byStaff, '2026-11-22')
  const { client } = await openStaffClient()
  await client.put(`/order/${orderId}/`, { note: 'fica' })
  const { body } = await client.post('/api/order_update_nfe/', { order: orderId, nfe: '77' })
  expect(body).toMatchObject({ nfe: '77', note: 'fica' })
  expect((await client.post('/api/order_update_nfe/', { order: 4_000_000, nfe: '1' })).status).toBe(404)
})

describe('order status update – body order, status', () => {
  test.each([[2], ['Pagamento Confirmado'], ['pagamento confirmado']])(
    'stores the same rows as the form: %s',
    async (status) => {
      const [apiOrder, formOrder] = [await makeNewOrder(), await makeNewOrder()]
      const { client, userId } = await openStaffClient()
      const answer = await client.post('/api/order_update_status/', { order: apiOrder.orderId, status })
      expect([answer.status, answer.body.status_code]).toEqual([200, 2])
      const visitor = await loginAs({ userId })
      const id = String(formOrder.orderId)
      await visitor.post(statusAction, `/admin/order/${id}/status`, { status: 2, from: 1 }, { id })
      expect(await loadTraces(apiOrder.orderId)).toEqual(await loadTraces(formOrder.orderId))
    },
  )

  test('changes nothing for the same status', async () => {
    const { orderId } = await makeNewOrder()
    const { client } = await openStaffClient()
    const tracesBefore = await loadTraces(orderId)
    expect((await client.post('/api/order_update_status/', { order: orderId, status: 1 })).status).toBe(200)
    expect(await loadTraces(orderId)).toEqual(tracesBefore)
  })

  test('suspends released units when the status leaves paid (D17)', async () => {
    const { orderId } = await makeNewOrder()
    await confirmPayment(orderId, byStaff, '2026-11-22')
    const { client } = await openStaffClient()
    await client.post('/api/order_update_status/', { order: orderId, status: 'Cancelado' })
    const units = await db.selectFrom('subscriptions').select('suspended_at').execute()
    expect(units).toEqual([{ suspended_at: expect.any(Date) }])
  })

  test('“Aprovar” changes 4 to 1 with a photo or a reason (D66)', async () => {
    const { orderId } = await makeOrderUnderReview()
    const { client } = await openStaffClient()
    const { body } = await client.post('/api/order_update_status/', { order: orderId, status: 1 })
    expect(body).toMatchObject({ status: 'Pagamento pendente', status_code: 1 })
    expect((await loadTraces(orderId)).history.map(({ action }) => action)).toContain('approved')
    const orderWithoutPhoto = await makeOrderUnderReview()
    await db
      .updateTable('order_lines')
      .set({ photo: null })
      .where('order_id', '=', orderWithoutPhoto.orderId)
      .execute()
    const change = { order: orderWithoutPhoto.orderId, status: 1 }
    const rejectedAnswer = await client.post('/api/order_update_status/', change)
    expect([rejectedAnswer.status, Object.keys(rejectedAnswer.body)]).toEqual([
      400,
      ['without_photo', 'non_field_errors'],
    ])
    const changeWithReason = { ...change, without_photo: 'Conferida por telefone' }
    expect((await client.post('/api/order_update_status/', changeWithReason)).status).toBe(200)
  })

  test('does not mark an order as paid when its account was removed', async () => {
    const { orderId } = await makeNewOrder()
    await removeBuyerAccount(orderId)
    const tracesBefore = await loadTraces(orderId)
    const { client } = await openStaffClient()
    for (const renewed of [false, true]) {
      const change = { order: orderId, status: 2, renewed }
      const answer = await client.post('/api/order_update_status/', change)
      const expectedText = expect.stringContaining('A conta deste pedido foi removida')
      expect([answer.status, answer.body]).toEqual([400, { status: [expectedText] }])
    }
    expect(await loadTraces(orderId)).toEqual(tracesBefore)
  })

  test('requires `renewed: true` to confirm the payment when another order has renewed the same unit', async () => {
    const { orderId } = await makeNewOrder()
    await renewElsewhere(orderId)
    const tracesBefore = await loadTraces(orderId)
    const { client } = await openStaffClient()
    const change = { order: orderId, status: 2 }
    for (const renewed of [undefined, false]) {
      const answer = await client.post('/api/order_update_status/', { ...change, renewed })
      const expectedText = [expect.stringContaining('já foi renovada também pelo pedido nº')]
      expect([answer.status, answer.body]).toEqual([
        400,
        { renewed: expectedText, non_field_errors: expectedText },
      ])
    }
    expect(await loadTraces(orderId)).toEqual(tracesBefore)
    const confirmedAnswer = await client.post('/api/order_update_status/', { ...change, renewed: true })
    expect(confirmedAnswer.body).toMatchObject({ status: 'Pagamento confirmado', status_code: 2 })
  })

  test.each([
    [4, { status: ['De Pagamento pendente não se passa a Em análise'] }],
    [7, { status: [expect.stringContaining('Situação desconhecida')] }],
    ['pago', { status: [expect.stringContaining('1 Pagamento pendente')] }],
  ])('rejects a status that the page does not offer: %s', async (status, errors) => {
    const { orderId } = await makeNewOrder()
    const { client } = await openStaffClient()
    const answer = await client.post('/api/order_update_status/', { order: orderId, status })
    expect([answer.status, answer.body]).toEqual([400, errors])
  })
})

describe('order reject – body order, reason', () => {
  test('stores the same rows as the form', async () => {
    const [apiOrder, formOrder] = [await makeOrderUnderReview(), await makeOrderUnderReview()]
    const { client, userId } = await openStaffClient()
    const reason = 'A foto está ilegível.'
    const answer = await client.post('/api/order_reject/', { order: apiOrder.orderId, reason })
    expect(answer.body).toMatchObject({ status: 'Cancelado', status_code: 3, reason })
    const id = String(formOrder.orderId)
    const { digest: seen } = await findReview(formOrder.orderId)
    const visitor = await loginAs({ userId })
    await visitor.post(rejectionAction, `/admin/order/${id}/rejection`, { reason, seen }, { id })
    expect(await loadTraces(apiOrder.orderId)).toEqual(await loadTraces(formOrder.orderId))
  })

  test('requires a reason and an order under review', async () => {
    const { orderId } = await makeOrderUnderReview()
    const { client } = await openStaffClient()
    for (const reason of [undefined, ' '])
      expect((await client.post('/api/order_reject/', { order: orderId, reason })).body).toEqual({
        reason: ['Um motivo precisa ser informado para o cliente'],
      })
    const { orderId: unreviewedId } = await makeNewOrder()
    expect((await client.post('/api/order_reject/', { order: unreviewedId, reason: 'x' })).status).toBe(409)
  })
})

test('rejects every order update from customers', async () => {
  const { orderId, userId } = await makeNewOrder()
  const client = await callAs({ userId })
  const answers = [
    await client.put(`/order/${orderId}/`, { note: 'x' }),
    await client.post('/api/order_update_status/', { order: orderId, status: 2 }),
    await client.post('/api/order_update_nfe/', { order: orderId, nfe: '1' }),
    await client.post('/api/order_reject/', { order: orderId, reason: 'x' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
})
