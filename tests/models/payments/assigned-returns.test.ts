import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { recordGatewayRefunds } from '#app/models/payments/gateway/gateway-refund.server.ts'
import { lockPayment, receivePayment, recordReversal } from '#app/models/payments/payment.server.ts'
import { resolvePayment } from '#app/models/payments/payment-resolution.server.ts'
import { requestPixRefund } from '#app/models/payments/pix/pix-refund.server.ts'
import { recordRefund } from '#app/models/payments/refund.server.ts'
import { bookReturnsOnOrder } from '#app/models/payments/refunds/refund-order.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { makeOrderWithBoleto } from '#tests/factories/boletos.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { waitFor } from '#tests/support/shop.ts'

const today = toCivilDate(new Date())
const byBank = { actorUserId: null, source: 'pix' }
const eventKey = `pix/E${'1'.repeat(31)}`

beforeEach(openShop)

/** Receives a Pix with the value of a new order, but assigned to no order. Returns both, with functions. */
async function makeUnmatchedPix() {
  const staff = { actorUserId: await makeStaff(), source: 'staff' }
  const { orderId, boleto } = await makeOrderWithBoleto()
  const paymentData = { source: 'pix', paidOn: today, creditedOn: today, value: boleto.value } as const
  await receivePayment({ ...paymentData, eventKey, boletoId: null }, byBank, today)
  const { id } = await db.selectFrom('payments').select('id').executeTakeFirstOrThrow()
  const refundByStaff = (target: { orderId: number | null; paymentId: number | null }, value: number) => {
    const formToken = `${target.orderId ?? 0}-${value}`.padStart(32, '0')
    return recordRefund(
      { ...target, value, refundedOn: today, document: 'TED 1', note: null, token: formToken },
      staff,
    )
  }
  const requestRefundByBank = () =>
    requestPixRefund({ paymentId: id, value: 1_00, note: null, token: 'a'.repeat(32) }, staff, today)
  const reversePayment = (document = 'D1') =>
    recordReversal(
      {
        ...paymentData,
        eventKey: `${eventKey}/${document}`,
        boletoId: null,
        value: 1_00,
        reversal: 'refund',
      },
      byBank,
      { reverses: eventKey },
    )
  const assignPayment = () => resolvePayment(id, { resolution: 'assigned', orderId }, staff, today)
  const receiveAgain = () => receivePayment({ ...paymentData, eventKey, boletoId: boleto.id }, byBank, today)
  return {
    orderId,
    id,
    value: boleto.value,
    staff,
    refundByStaff,
    requestRefundByBank,
    reversePayment,
    assignPayment,
    receiveAgain,
  }
}

type Unmatched = Awaited<ReturnType<typeof makeUnmatchedPix>>

const gatewayReturn = { key: 'gateway/1', value: 1_00, date: today, document: 'D1' }
const returnsBeforeAssignment: [string, (unmatched: Unmatched) => Promise<unknown>][] = [
  ['a refund by staff', ({ refundByStaff, id }) => refundByStaff({ orderId: null, paymentId: id }, 1_00)],
  ['a refund asked of the bank', ({ requestRefundByBank }) => requestRefundByBank()],
  ['a return reported by the bank', ({ reversePayment }) => reversePayment()],
  ['a refund reported by the gateway', () => recordGatewayRefunds(eventKey, [gatewayReturn], byBank)],
]

test.each(returnsBeforeAssignment)(
  'books %s on the order to which the payment is assigned while the return waits',
  async (_, returnMoney) => {
    const unmatched = await makeUnmatchedPix()
    const { orderId, id, value, staff, refundByStaff } = unmatched
    let pendingReturn: Promise<unknown> | undefined
    await db.transaction().execute(async (lockHolder) => {
      await lockOrder(lockHolder, orderId)
      await lockPayment(lockHolder, id)
      pendingReturn = returnMoney(unmatched)
      await waitFor('the return to wait for the payment', isWaitingForPayment)
      // Assigns the payment in the transaction that the return waits for.
      const assignment = { order_id: orderId, resolution: 'assigned', resolved_at: new Date() } as const
      await lockHolder.updateTable('payments').set(assignment).where('id', '=', id).execute()
      await bookReturnsOnOrder(lockHolder, { paymentId: id, orderId }, staff)
    })
    await pendingReturn
    const actions = (await listHistory('order', orderId)).map(({ action }) => action)
    expect(actions.filter((action) => returnActions.includes(action))).toHaveLength(1)
    expect(await refundByStaff({ orderId, paymentId: null }, value)).toBe('too-much')
  },
)

const returnActions = ['refunded', 'pix-refund-asked', 'payment-received']

async function isWaitingForPayment(): Promise<boolean> {
  const { rows } = await sql`select id from information_schema.processlist
    where db = database() and info like ${'select%from `payments`%for update'}`.execute(db)
  return rows.length > 0
}

describe('the history of an order lists what was returned before the assignment', () => {
  const listReturns = async (orderId: number) =>
    (await listHistory('order', orderId)).flatMap(({ action, details }) =>
      returnActions.includes(action) ? [{ action, ...JSON.parse(details ?? '{}') }] : [],
    )

  test('a refund, exactly once', async () => {
    const { orderId, id, refundByStaff, assignPayment } = await makeUnmatchedPix()
    await refundByStaff({ orderId: null, paymentId: id }, 1_00)
    expect(await assignPayment()).toBe('resolved')
    const document = 'TED 1'
    expect(await listReturns(orderId)).toMatchObject([
      { action: 'refunded', source: 'staff', value: 1_00, refundedOn: today, document, payment: id },
    ])
  })

  test('a return by the bank, but not a dismissed return', async () => {
    const { orderId, reversePayment, assignPayment } = await makeUnmatchedPix()
    await reversePayment()
    await reversePayment('D2')
    const dismissal = { resolution: 'dismissed', resolved_at: new Date() } as const
    await db.updateTable('payments').set(dismissal).where('event_key', 'like', '%D2').execute()
    expect(await assignPayment()).toBe('resolved')
    expect(await listReturns(orderId)).toMatchObject([
      { action: 'payment-received', value: 1_00, paidOn: today, paymentOutcome: 'reversed' },
    ])
  })

  test('a refund that the bank still has to make, when the boleto is found later', async () => {
    const { orderId, id, requestRefundByBank, receiveAgain } = await makeUnmatchedPix()
    expect(await requestRefundByBank()).toBe('asked')
    await receiveAgain()
    expect(await listReturns(orderId)).toMatchObject([
      { action: 'pix-refund-asked', value: 1_00, payment: id },
      { action: 'payment-received' },
    ])
  })
})

test('the next refund of an order first books an earlier refund that was stored without the order', async () => {
  const { orderId, id, value, refundByStaff, assignPayment } = await makeUnmatchedPix()
  await refundByStaff({ orderId: null, paymentId: id }, 1_00)
  await assignPayment()
  await db.updateTable('refunds').set({ order_id: null }).execute()
  expect(await refundByStaff({ orderId, paymentId: null }, value)).toBe('too-much')
  expect(await refundByStaff({ orderId, paymentId: null }, value - 1_00)).toBe('recorded')
  const refundOrders = await db.selectFrom('refunds').select('order_id').execute()
  expect(refundOrders).toEqual([{ order_id: orderId }, { order_id: orderId }])
})
