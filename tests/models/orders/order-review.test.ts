import { describe, expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import {
  approveOrder,
  cancelOrder,
  cancelOwnOrder,
  confirmPayment,
  putUnderReview,
  rejectOrder,
  reopenOrder,
} from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory, listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { formatHistoryLines } from '#app/text/backoffice/history-labels.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrderUnderReview } from '#tests/factories/orders.ts'
import { giveBoleto } from '#tests/support/boletos.ts'

const reason = 'A foto não mostra a plaqueta.'
const loadOrder = (id: number) =>
  db.selectFrom('orders').select(['status', 'reason']).where('id', '=', id).executeTakeFirstOrThrow()
const listQueuedJobs = async (orderId: number) =>
  (await db.selectFrom('outbox').select('job').where('subject', '=', String(orderId)).orderBy('id').execute())
    .map((row) => row.job)
    .filter((job) => job !== 'mail-order-under-review')

test('eight concurrent approvals of a photo queue the boleto and each mail once', async () => {
  const { orderId } = await makeOrderUnderReview()
  const answers = await Promise.all(Array.from({ length: 8 }, () => approveOrder(orderId, byStaff)))
  expect(answers.toSorted()).toEqual([...Array(7).fill('already'), 'changed'])
  expect(await loadOrder(orderId)).toEqual({ status: orderStatus.pendingPayment, reason: null })
  expect(await listQueuedJobs(orderId)).toEqual([
    'issue-boleto',
    'mail-order-without-boleto',
    'mail-photo-approved',
  ])
  expect(await listHistory('order', orderId)).toMatchObject([
    { action: 'placed-for-review' },
    {
      action: 'approved',
      details: JSON.stringify({ source: 'command-line', from: orderStatus.underReview }),
    },
  ])
})

test('a second approval after a new review mails the buyer again without a second boleto', async () => {
  const { orderId } = await makeOrderUnderReview()
  await approveOrder(orderId, byStaff)
  await giveBoleto(orderId)
  await db.updateTable('outbox').set({ done_at: new Date() }).execute()
  expect(await putUnderReview(orderId, byStaff)).toBe('changed')
  expect(await approveOrder(orderId, byStaff)).toBe('changed')
  const openJobs = db.selectFrom('outbox').select('job').where('done_at', 'is', null)
  expect(await openJobs.execute()).toEqual([{ job: 'mail-photo-approved' }])
})

test('rejecting a photo cancels the order permanently and stores the reason', async () => {
  const { orderId } = await makeOrderUnderReview()
  expect(await rejectOrder(orderId, `  ${reason} `, byStaff)).toBe('changed')
  expect(await rejectOrder(orderId, 'Outro motivo.', byStaff)).toBe('already')
  expect(await loadOrder(orderId)).toEqual({ status: orderStatus.cancelled, reason })
  expect(await listQueuedJobs(orderId)).toEqual(['mail-photo-rejected'])
  const { details } = (await listHistory('order', orderId)).at(-1) ?? {}
  expect(JSON.parse(details ?? '')).toEqual({
    source: 'command-line',
    from: orderStatus.underReview,
    hasReason: true,
  })
  for (const reviveOrder of [approveOrder, reopenOrder])
    expect(await reviveOrder(orderId, byStaff)).toBe('not-possible')
  expect(await confirmPayment(orderId, byStaff, '2026-11-21')).toBe('not-possible')
})

test('only one of a concurrent approval and rejection succeeds and queues its jobs', async () => {
  const { orderId } = await makeOrderUnderReview()
  const answers = await Promise.all([approveOrder(orderId, byStaff), rejectOrder(orderId, reason, byStaff)])
  expect(answers.toSorted()).toEqual(['changed', 'not-possible'])
  const { status } = await loadOrder(orderId)
  expect(await listQueuedJobs(orderId)).toEqual(
    status === orderStatus.pendingPayment
      ? ['issue-boleto', 'mail-order-without-boleto', 'mail-photo-approved']
      : ['mail-photo-rejected'],
  )
})

test.each(['', '   ', '\n'])('does not reject an order with the empty reason %j', async (emptyReason) => {
  const { orderId } = await makeOrderUnderReview()
  expect(await rejectOrder(orderId, emptyReason, byStaff)).toBe('reason-missing')
  expect((await loadOrder(orderId)).status).toBe(orderStatus.underReview)
})

test('neither rejects nor approves a cancelled order, and rejects no unknown order', async () => {
  const { orderId } = await makeOrderUnderReview()
  await cancelOrder(orderId, byStaff)
  expect(await rejectOrder(orderId, reason, byStaff)).toBe('not-possible')
  expect(await approveOrder(orderId, byStaff)).toBe('not-possible')
  const unknownOrderId = 4_000_000
  expect(await rejectOrder(unknownOrderId, reason, byStaff)).toBe('unknown-order')
})

test('the owner cannot cancel an order that staff already rejected', async () => {
  const order = await makeOrderUnderReview()
  await rejectOrder(order.orderId, reason, byStaff)
  expect(await cancelOwnOrder(order, byStaff)).toBe('not-possible')
})

test('only the owner cancels an order under review, and only before payment', async () => {
  const { orderId, profileId } = await makeOrderUnderReview()
  const byCustomer = { actorUserId: null, source: 'customer' }
  const otherProfileId = profileId + 1
  expect(await cancelOwnOrder({ orderId, profileId: otherProfileId }, byCustomer)).toBe('unknown-order')
  expect(await cancelOwnOrder({ orderId, profileId }, byCustomer)).toBe('changed')
  expect(await cancelOwnOrder({ orderId, profileId }, byCustomer)).toBe('already')
  const paidOrder = await makeOrderUnderReview()
  await approveOrder(paidOrder.orderId, byStaff)
  await confirmPayment(paidOrder.orderId, byStaff, '2026-11-21')
  expect(await cancelOwnOrder(paidOrder, byCustomer)).toBe('not-possible')
})

describe('an order with a missing photo', () => {
  const makeOrderWithoutPhoto = async () => {
    const order = await makeOrderUnderReview()
    await db.updateTable('order_lines').set({ photo: null }).where('order_id', '=', order.orderId).execute()
    return order
  }

  test.each([undefined, '', '  \n'])('is not approved with the reason %j', async (emptyReason) => {
    const { orderId } = await makeOrderWithoutPhoto()
    const approval = emptyReason === undefined ? {} : { withoutPhoto: emptyReason }
    expect(await approveOrder(orderId, byStaff, approval)).toBe('photo-missing')
    expect((await loadOrder(orderId)).status).toBe(orderStatus.underReview)
    expect(await listQueuedJobs(orderId)).toEqual([])
  })

  test('is approved with a reason, which its history records', async () => {
    const { orderId } = await makeOrderWithoutPhoto()
    const approval = { withoutPhoto: ' A plaqueta foi vista na oficina. ' }
    expect(await approveOrder(orderId, byStaff, approval)).toBe('changed')
    expect(await approveOrder(orderId, byStaff)).toBe('already')
    const [entry] = formatHistoryLines(await listHistoryForStaff('order', orderId))
    expect(entry).toMatchObject({
      text: 'Aprovado',
      changes: [{ label: 'Aprovado sem foto: motivo', from: null, to: 'A plaqueta foi vista na oficina.' }],
    })
  })

  test('needs a reason when the photo of one of two copies is missing', async () => {
    const order = await makeOrderUnderReview()
    const [line] = await db
      .selectFrom('order_lines')
      .selectAll()
      .where('order_id', '=', order.orderId)
      .execute()
    if (!line) throw new Error('no line')
    const { id: _, ...lineColumns } = line
    await db
      .insertInto('order_lines')
      .values({ ...lineColumns, photo: null })
      .execute()
    expect(await approveOrder(order.orderId, byStaff)).toBe('photo-missing')
  })
})

test('an approval of an order with its photo stores no reason for a missing photo', async () => {
  const { orderId } = await makeOrderUnderReview()
  await approveOrder(orderId, byStaff, { withoutPhoto: 'sem motivo' })
  expect((await listHistory('order', orderId)).at(-1)?.details).not.toContain('sem motivo')
})
