import { expect, test } from 'vitest'
import { cancelOrder, confirmPayment, reopenOrder } from '#app/models/orders/order-status.server.ts'
import { answerWithdrawal } from '#app/models/orders/withdrawal-answer.server.ts'
import {
  findMoneyBack,
  listMoneyOwed,
  selectOrdersOwedMoney,
  toRefundOffer,
} from '#app/models/payments/money-back.server.ts'
import { receivePayment } from '#app/models/payments/payment.server.ts'
import { recordRefund } from '#app/models/payments/refund.server.ts'
import { reverseRefund } from '#app/models/payments/refund-reversal.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrderWithBoleto } from '#tests/factories/boletos.ts'
import { makePaidOrder } from '#tests/factories/shipments.ts'
import { acceptance, acceptWithdrawal, makeWithdrawalRequest } from '#tests/factories/withdrawals.ts'

const actor = { ...byStaff, actorUserId: 1 }
/** Returns the orders owed money, with amounts. The query of the page Hoje must return the same orders. */
async function listOwedOrders() {
  const owed = await listMoneyOwed()
  const owedOrders = await selectOrdersOwedMoney().execute()
  expect(owedOrders.map(({ id }) => id).toSorted()).toEqual(owed.map(({ orderId }) => orderId).toSorted())
  return owed.map(({ orderId, owed }) => [orderId, owed])
}

const refundOrder = (orderId: number, value: number, token = String(value)) =>
  recordRefund(
    { orderId, paymentId: null, value, refundedOn: '2026-11-20', document: 'TED', note: null, token },
    actor,
  )

async function loadAmounts(orderId: number) {
  const order = await db
    .selectFrom('orders')
    .select(['total', 'shipping_value as freight'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const lines = await db
    .selectFrom('order_lines')
    .select('value')
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return { ...order, values: lines.map(({ value }) => value) }
}

test('owes the freight only when all copies are returned, and deducts earlier refunds', async () => {
  const order = await makePaidOrder()
  const { total, freight, values } = await loadAmounts(order.orderId)
  expect(freight).toBeGreaterThan(0)
  await acceptWithdrawal({ ...order, lineIds: order.lineIds.slice(0, 1) })
  expect(await findMoneyBack(order.orderId)).toMatchObject({ owed: values[0], remainder: 0 })
  expect(await refundOrder(order.orderId, values[0] ?? 0)).toBe('recorded')
  expect(await listOwedOrders()).toEqual([])
  const secondRequestId = await makeWithdrawalRequest({ ...order, lineIds: order.lineIds.slice(1) })
  expect(await listOwedOrders()).toEqual([])
  const owed = total - (values[0] ?? 0)
  expect(await findMoneyBack(order.orderId, { assumedAcceptedId: secondRequestId })).toMatchObject({
    owed,
    remainder: freight,
  })
  await answerWithdrawal(secondRequestId, acceptance, byStaff)
  expect(await listOwedOrders()).toEqual([[order.orderId, owed]])
  const moneyBack = await findMoneyBack(order.orderId)
  expect(moneyBack && toRefundOffer(moneyBack)).toEqual({
    refundable: owed,
    suggestedAmount: owed,
    notBefore: '2026-11-02',
  })
  expect(await refundOrder(order.orderId, owed + 1)).toBe('too-much')
  expect(await refundOrder(order.orderId, owed)).toBe('recorded')
  expect(await listOwedOrders()).toEqual([])
})

test('a cancelled paid order owes its total, but an order reopened before its cancellation owes nothing', async () => {
  const [paidOrder, mistakenOrder] = [await makePaidOrder(), await makePaidOrder()]
  const { total } = await loadAmounts(paidOrder.orderId)
  await cancelOrder(paidOrder.orderId, byStaff, new Date('2026-11-12T15:00:00Z'))
  await reopenOrder(mistakenOrder.orderId, byStaff)
  await cancelOrder(mistakenOrder.orderId, byStaff)
  expect(await listOwedOrders()).toEqual([[paidOrder.orderId, total]])
  const mails = await db
    .selectFrom('outbox')
    .select('subject')
    .where('job', '=', 'mail-order-cancelled')
    .execute()
  expect(mails).toEqual([{ subject: String(paidOrder.orderId) }])
  await confirmPayment(paidOrder.orderId, byStaff, '2026-11-13')
  expect(await listOwedOrders()).toEqual([])
})

test('a cancelled order owes a payment reported by the bank, even if it was reopened before', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const payment = { eventKey: 'bank/1', boletoId: boleto.id, value: boleto.value, paidOn: '2026-11-23' }
  const byBankFile = { actorUserId: null, source: 'bank-file' }
  await receivePayment({ ...payment, source: 'bank-file', creditedOn: null }, byBankFile, '2026-11-23')
  await reopenOrder(orderId, byStaff)
  await cancelOrder(orderId, byStaff)
  expect(await listOwedOrders()).toEqual([[orderId, boleto.value]])
})

test('a reversed refund is owed again, and a refund made by the bank cannot be reversed', async () => {
  const order = await makePaidOrder()
  await acceptWithdrawal(order)
  const { total } = await loadAmounts(order.orderId)
  await refundOrder(order.orderId, total)
  const { id } = await db.selectFrom('refunds').select('id').executeTakeFirstOrThrow()
  const reversal = { refundId: id, reason: 'Valor de outro pedido.', reversedOn: '2026-11-21' }
  const results = await Promise.all(Array.from({ length: 5 }, () => reverseRefund(reversal, actor)))
  expect(results.toSorted()).toEqual([...Array(4).fill('already'), 'reversed'])
  expect(await listOwedOrders()).toEqual([[order.orderId, total]])
  await refundOrder(order.orderId, total, 'again')
  await db.updateTable('refunds').set({ gateway_key: 'pay_1/1' }).where('token', '=', 'again').execute()
  const lastRefund = await db
    .selectFrom('refunds')
    .select('id')
    .where('token', '=', 'again')
    .executeTakeFirstOrThrow()
  expect(await reverseRefund({ ...reversal, refundId: lastRefund.id }, actor)).toBe('by-provider')
  expect(await listOwedOrders()).toEqual([])
})
