import { describe, expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { issueBoleto } from '#app/jobs/charges/issue-boleto.server.ts'
import { readPaymentStates } from '#app/models/charges/payment-state.server.ts'
import {
  cancelOrder,
  confirmPayment,
  putUnderReview,
  rejectOrder,
  reopenOrder,
} from '#app/models/orders/order-status.server.ts'
import { renewBoleto } from '#app/models/payments/boleto-renewal.server.ts'
import { receivePayment, recordReversal } from '#app/models/payments/payment.server.ts'
import { findPaymentData } from '#app/models/payments/payment-data.server.ts'
import { resolvePayment } from '#app/models/payments/payment-resolution.server.ts'
import { recordRefund } from '#app/models/payments/refund.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import {
  getNewestBoleto,
  giveBoleto,
  makeBankBoleto,
  makeGatewayBoleto,
  makeOrderWithBoleto,
} from '#tests/factories/boletos.ts'
import { makeOrder, makeOrderUnderReview } from '#tests/factories/orders.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'

const byFile = { actorUserId: null, source: 'bank-file' }
const today = '2026-11-24'

function makePayment(boleto: { id: number; value: number }, key: string) {
  const payment = { source: 'bank-file', paidOn: '2026-11-23', creditedOn: today } as const
  return { eventKey: key, boletoId: boleto.id, value: boleto.value, ...payment }
}

const loadOrder = (id: number) =>
  db.selectFrom('orders').select(['status', 'paid_on']).where('id', '=', id).executeTakeFirstOrThrow()
const countQueuedJobs = async (job: string) =>
  (await db.selectFrom('outbox').select('id').where('job', '=', job).execute()).length
const listProblems = async () =>
  (await db.selectFrom('payments').select('problem').orderBy('id').execute()).map(({ problem }) => problem)

test('twenty concurrent reports of the exact amount confirm order and boleto once and release the download', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const reports = Array.from({ length: 20 }, () =>
    receivePayment(makePayment(boleto, 'bank/1'), byFile, today),
  )
  const outcomes = await Promise.all(reports)
  expect(outcomes.toSorted()).toEqual(['confirmed', ...Array(19).fill('known')])
  expect(await loadOrder(orderId)).toEqual({ status: orderStatus.confirmed, paid_on: today })
  expect((await getNewestBoleto(orderId)).state).toBe('paid')
  expect(await db.selectFrom('subscriptions').select('status').execute()).toEqual([
    { status: subscriptionStatus.downloadReleased },
  ])
  expect(await countQueuedJobs('mail-payment-confirmed')).toBe(1)
  expect(await countQueuedJobs('mail-staff-payment')).toBe(0)
  const history = (await listHistory('order', orderId)).map(({ action }) => action)
  expect(history).toEqual(['placed', 'boleto-issued', 'boleto-paid', 'paid', 'payment-received'])
})

test('a lower amount confirms nothing and is reported to staff once', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const underpayment = { ...makePayment(boleto, 'bank/1'), value: boleto.value - 1 }
  expect(await receivePayment(underpayment, byFile, today)).toBe('amount-differs')
  expect(await loadOrder(orderId)).toEqual({ status: orderStatus.pendingPayment, paid_on: null })
  expect(await listProblems()).toEqual(['amount-differs'])
  expect(await countQueuedJobs('mail-staff-payment')).toBe(1)
  expect(await receivePayment(underpayment, byFile, today)).toBe('known')
  expect(await countQueuedJobs('mail-staff-payment')).toBe(1)
})

test('an order is disputed after the reversal of its partial payment, and due again once staff uphold it', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const underpayment = { ...makePayment(boleto, 'bank/1'), value: boleto.value - 1 }
  await receivePayment(underpayment, byFile, today)
  const readState = async () => (await readPaymentStates([orderId])).get(orderId)
  expect(await readState()).toBe('partly-paid')
  await recordReversal({ ...underpayment, eventKey: 'bank/2' }, byFile)
  expect(await readState()).toBe('disputed')
  const { id } = await db
    .selectFrom('payments')
    .select('id')
    .where('problem', '=', 'reversed')
    .executeTakeFirstOrThrow()
  expect(await resolvePayment(id, { resolution: 'upheld' }, byStaff, today)).toBe('resolved')
  expect(await readState()).toBe('due')
})

describe('a boleto with fine and interest', () => {
  /** Creates a boleto of R$ 80,00 due on Monday 16/11. A week later: fine 1,60 and seven days of 0,02. */
  async function makeBoletoWithTerms() {
    const { orderId, boletoId } = await makeBankBoleto({ documentDate: '2026-11-10', dueDate: '2026-11-16' })
    const terms = { fine_percent: 200, interest_percent: 100, interest_per_day: 2 }
    await db.updateTable('boletos').set(terms).where('id', '=', boletoId).execute()
    return { orderId, boleto: await getNewestBoleto(orderId) }
  }

  test('confirms its order when paid late with both', async () => {
    const [fine, interest] = [1_60, 7 * 2]
    const { orderId, boleto } = await makeBoletoWithTerms()
    const paymentWithTerms = { ...makePayment(boleto, 'bank/1'), value: 80_00 + fine + interest }
    expect(await receivePayment(paymentWithTerms, byFile, today)).toBe('confirmed')
    expect((await loadOrder(orderId)).status).toBe(orderStatus.confirmed)
    expect(await listProblems()).toEqual([null])
  })

  test('leaves its order pending and shows staff the amount due when paid late with the plain value', async () => {
    const { orderId, boleto } = await makeBoletoWithTerms()
    expect(await receivePayment(makePayment(boleto, 'bank/1'), byFile, today)).toBe('amount-differs')
    expect((await loadOrder(orderId)).status).toBe(orderStatus.pendingPayment)
    const [row] = await db.selectFrom('payments').select('id').execute()
    expect(await findPaymentData(row?.id ?? 0)).toMatchObject({
      expected: 80_00,
      due: { fine: 1_60, interest: 14, total: 81_74, days: 7 },
    })
  })

  test('requires only the plain value on the due date', async () => {
    const { boleto } = await makeBoletoWithTerms()
    const timelyPayment = { ...makePayment(boleto, 'bank/1'), paidOn: '2026-11-16' }
    expect(await receivePayment(timelyPayment, byFile, today)).toBe('confirmed')
  })

  test('stores the terms in force when it is issued', async () => {
    await openShop()
    const { orderId } = await makeOrder({ [await makeDownload({ price: 128_90 })]: 1 })
    await saveSetting('charges', {
      finePercent: 200,
      interestPercent: 100,
      discountValue: 5_00,
      acceptanceDays: 9,
    })
    await issueBoleto.run(String(orderId), { id: 1 })
    await saveSetting('charges', {})
    const boleto = await getNewestBoleto(orderId)
    // Banco do Brasil reads no days of acceptance, and its agreement has none.
    expect(boleto).toMatchObject({
      fine_percent: 200,
      interest_percent: 100,
      interest_per_day: 4,
      discount_value: 5_00,
      discount_until: boleto.due_date,
      acceptance_days: null,
      payable_until: boleto.due_date,
    })
  })
})

test('reports a second payment of the same boleto as double', async () => {
  const { boleto } = await makeOrderWithBoleto()
  await receivePayment(makePayment(boleto, 'bank/1'), byFile, today)
  expect(await receivePayment(makePayment(boleto, 'bank/2'), byFile, today)).toBe('double')
  expect(await listProblems()).toEqual([null, 'double'])
})

test('payments of an old and a new boleto confirm the order once, and the second payment is double', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto('2026-11-01')
  expect(await renewBoleto(orderId, {}, byStaff)).toBe('renewed')
  const secondBoleto = await giveBoleto(orderId)
  expect(secondBoleto.our_number).not.toBe(boleto.our_number)
  expect(await receivePayment(makePayment(boleto, 'bank/1'), byFile, today)).toBe('late')
  expect(await getNewestBoleto(orderId)).toMatchObject({
    id: secondBoleto.id,
    withdrawal_reason: 'order-paid',
  })
  expect(await receivePayment(makePayment(secondBoleto, 'bank/2'), byFile, today)).toBe('double')
  expect((await loadOrder(orderId)).status).toBe(orderStatus.confirmed)
  expect(await db.selectFrom('subscriptions').select('id').execute()).toHaveLength(1)
})

test('a late payment reverses a cancellation and is reported to staff', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  await cancelOrder(orderId, byStaff)
  expect(await receivePayment(makePayment(boleto, 'bank/1'), byFile, today)).toBe('late')
  expect((await loadOrder(orderId)).status).toBe(orderStatus.confirmed)
  expect(await countQueuedJobs('mail-staff-payment')).toBe(1)
})

test('a payment also confirms an order under photo review', async () => {
  const { orderId } = await makeOrderUnderReview()
  await db
    .updateTable('orders')
    .set({ status: orderStatus.pendingPayment })
    .where('id', '=', orderId)
    .execute()
  const boleto = await giveBoleto(orderId)
  expect(await putUnderReview(orderId, byStaff)).toBe('changed')
  expect(await receivePayment(makePayment(boleto, 'bank/1'), byFile, today)).toBe('late')
  expect((await loadOrder(orderId)).status).toBe(orderStatus.confirmed)
})

test('staff cannot mark an order paid before its photo is reviewed', async () => {
  const { orderId } = await makeOrderUnderReview()
  expect(await confirmPayment(orderId, byStaff, today)).toBe('not-possible')
})

test('a payment for a rejected order is reported as such and leaves the order cancelled', async () => {
  const { orderId } = await makeOrderUnderReview()
  await db
    .updateTable('orders')
    .set({ status: orderStatus.pendingPayment })
    .where('id', '=', orderId)
    .execute()
  const boleto = await giveBoleto(orderId)
  await putUnderReview(orderId, byStaff)
  await rejectOrder(orderId, 'A foto é de outra aeronave', byStaff)
  expect(await receivePayment(makePayment(boleto, 'bank/1'), byFile, today)).toBe('rejected-order')
  expect((await loadOrder(orderId)).status).toBe(orderStatus.cancelled)
})

test('the first payment of an order that staff marked paid is noted, and the next is double', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  await confirmPayment(orderId, byStaff, today)
  expect(await receivePayment(makePayment(boleto, 'bank/1'), byFile, today)).toBe('noted')
  expect(await receivePayment(makePayment(boleto, 'bank/2'), byFile, today)).toBe('double')
  expect(await countQueuedJobs('mail-payment-confirmed')).toBe(1)
})

test('a payment without a matching boleto waits for staff', async () => {
  const unmatched = { ...makePayment({ id: 0, value: 100 }, 'bank/9'), boletoId: null }
  expect(await receivePayment(unmatched, byFile, today)).toBe('unmatched')
  expect(await listProblems()).toEqual(['unmatched'])
})

test('a reversal counts once and leaves the order confirmed, and a new boleto pays it after reopening', async () => {
  const { orderId, boleto } = await makeGatewayBoleto()
  await receivePayment(makePayment(boleto, 'asaas/1'), byFile, today)
  expect(await recordReversal(makePayment(boleto, 'asaas/1/reversed'), byFile)).toBe(true)
  expect(await recordReversal(makePayment(boleto, 'asaas/1/reversed'), byFile)).toBe(false)
  expect((await loadOrder(orderId)).status).toBe(orderStatus.confirmed)
  expect(await listProblems()).toEqual([null, 'reversed'])
  await reopenOrder(orderId, byStaff)
  const secondBoleto = await giveBoleto(orderId)
  expect(await receivePayment(makePayment(secondBoleto, 'asaas/2'), byFile, today)).toBe('confirmed')
})

test('withdraws the boleto of a paid order at the bank and of a cancelled order at the gateway', async () => {
  const bankOrder = await makeOrderWithBoleto()
  await db.updateTable('boletos').set({ state: 'registered' }).where('id', '=', bankOrder.boleto.id).execute()
  await confirmPayment(bankOrder.orderId, byStaff, today)
  const instructions = await db
    .selectFrom('boleto_instructions')
    .select('instruction')
    .where('boleto_id', '=', bankOrder.boleto.id)
    .orderBy('id')
    .execute()
  expect(instructions.at(-1)).toEqual({ instruction: 'write-off' })
  const gatewayOrder = await makeGatewayBoleto()
  await cancelOrder(gatewayOrder.orderId, byStaff)
  const cancellations = await db
    .selectFrom('outbox')
    .select('subject')
    .where('job', '=', 'cancel-boleto')
    .execute()
  expect(cancellations).toEqual([{ subject: String(gatewayOrder.boleto.id) }])
})

test('cancelling an order closes its unsent boleto at once and withdraws the instruction', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  await cancelOrder(orderId, byStaff)
  expect(await getNewestBoleto(orderId)).toMatchObject({
    state: 'written-off',
    withdrawal_reason: 'order-cancelled',
  })
  const [instruction] = await db
    .selectFrom('boleto_instructions')
    .selectAll()
    .where('boleto_id', '=', boleto.id)
    .execute()
  expect(instruction?.withdrawn_at).toBeInstanceOf(Date)
  expect(toCivilDate(new Date())).toBe(boleto.document_date)
})

test('a further payment is double after a partial refund, and matches the order after a full one', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto('2026-11-01')
  await renewBoleto(orderId, {}, byStaff)
  const secondBoleto = await giveBoleto(orderId)
  await receivePayment(makePayment(secondBoleto, 'bank/1'), byFile, today)
  const { id } = await db.selectFrom('payments').select('id').executeTakeFirstOrThrow()
  const refund = { order_id: orderId, payment_id: id, refunded_on: today, document: 'TED', created_by: 1 }
  await db
    .insertInto('refunds')
    .values({ ...refund, value: 1_00, token: 'a' })
    .execute()
  expect(await receivePayment(makePayment(boleto, 'bank/2'), byFile, today)).toBe('double')
  await db
    .insertInto('refunds')
    .values({ ...refund, value: secondBoleto.value - 1_00, token: 'b' })
    .execute()
  expect(await receivePayment(makePayment(boleto, 'bank/3'), byFile, today)).toBe('noted')
})

test('a reversal applies to the double payment, and the first payment still counts', async () => {
  const { boleto } = await makeOrderWithBoleto()
  await receivePayment(makePayment(boleto, 'bank/1'), byFile, today)
  await receivePayment(makePayment(boleto, 'bank/2'), byFile, today)
  await recordReversal(makePayment(boleto, 'bank/3'), byFile)
  const rows = await db.selectFrom('payments').select(['id', 'reverses_id']).orderBy('id').execute()
  expect(rows.at(-1)?.reverses_id).toBe(rows[1]?.id)
  expect(await receivePayment(makePayment(boleto, 'bank/4'), byFile, today)).toBe('double')
})

test('the exact amount confirms an order whose boleto was paid with a wrong amount before', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  await receivePayment({ ...makePayment(boleto, 'bank/1'), value: 1 }, byFile, today)
  expect(await receivePayment(makePayment(boleto, 'bank/2'), byFile, today)).toBe('confirmed')
  expect((await loadOrder(orderId)).status).toBe(orderStatus.confirmed)
})

test('a payment reported before its boleto existed confirms the order once it is reported again', async () => {
  const { orderId, boleto } = await makeGatewayBoleto()
  const earlyPayment = { ...makePayment(boleto, 'asaas/pay_1'), boletoId: null, creditedOn: null }
  expect(await receivePayment(earlyPayment, byFile, today)).toBe('unmatched')
  expect(await receivePayment(makePayment(boleto, 'asaas/pay_1'), byFile, today)).toBe('confirmed')
  expect(await receivePayment(makePayment(boleto, 'asaas/pay_1'), byFile, today)).toBe('known')
  expect((await loadOrder(orderId)).status).toBe(orderStatus.confirmed)
  const row = await db.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ problem: null, boleto_id: boleto.id, order_id: orderId, credited_on: today })
})

test('a refund of a payment without boleto reduces what its order can be refunded after both are matched', async () => {
  const { orderId, boleto } = await makeGatewayBoleto()
  await receivePayment({ ...makePayment(boleto, 'asaas/pay_1'), boletoId: null }, byFile, today)
  const { id } = await db.selectFrom('payments').select('id').executeTakeFirstOrThrow()
  const refund = { refundedOn: today, document: 'TED 1', note: null, isOther: true }
  const staff = { ...byStaff, actorUserId: 1 }
  const partialRefund = { ...refund, orderId: null, paymentId: id, value: 1_00, token: 'part' }
  expect(await recordRefund(partialRefund, staff)).toBe('recorded')
  expect(await receivePayment(makePayment(boleto, 'asaas/pay_1'), byFile, today)).toBe('confirmed')
  const fullRefund = { ...refund, orderId, paymentId: null, value: boleto.value, token: 'whole' }
  expect(await recordRefund(fullRefund, staff)).toBe('too-much')
})

test('reopening a paid order issues no second boleto', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  await db.deleteFrom('outbox').where('job', '=', 'issue-boleto').execute()
  await receivePayment(makePayment(boleto, 'bank/1'), byFile, today)
  await reopenOrder(orderId, byStaff)
  await openShop()
  await issueBoleto.run(String(orderId), { id: 1 })
  expect(await db.selectFrom('boletos').select('id').execute()).toHaveLength(1)
})

/** Simulates a restore of 2026-11-23 from a backup that contains these orders. */
async function insertRestore(firstOrderId: number) {
  const times = {
    snapshot_at: new Date('2026-11-23T06:00:00Z'),
    restored_at: new Date('2026-11-23T13:00:00Z'),
  }
  const archive = { archive: 'a'.repeat(32), epoch: 'one', first_event: 1_000_000, first_order: firstOrderId }
  await db
    .insertInto('restores')
    .values({ ...archive, ...times })
    .execute()
}

test.each([
  { when: 'before the restore', paidOn: '2026-11-22', isInBackup: true, isHeld: true },
  { when: 'on the day of the restore', paidOn: '2026-11-23', isInBackup: true, isHeld: true },
  { when: 'after the restore', paidOn: '2026-11-24', isInBackup: true, isHeld: false },
  { when: 'for an order placed after the restore', paidOn: '2026-11-23', isInBackup: false, isHeld: false },
])(
  'a restored shop leaves the mail of a payment $when to staff: $isHeld',
  async ({ paidOn, isInBackup, isHeld }) => {
    const { orderId, boleto } = await makeOrderWithBoleto()
    await insertRestore(isInBackup ? orderId + 1 : orderId)
    await receivePayment({ ...makePayment(boleto, 'bank/1'), paidOn }, byFile, today)
    const mail = await db
      .selectFrom('outbox')
      .select(['uncertain_at', 'refused_at'])
      .where('job', '=', 'mail-payment-confirmed')
      .executeTakeFirstOrThrow()
    expect([mail.uncertain_at !== null, mail.refused_at !== null]).toEqual([isHeld, isHeld])
    expect((await loadOrder(orderId)).status).toBe(orderStatus.confirmed)
  },
)

test.each([true, false])(
  'leaves the mail of a boleto to staff when its issue was queued before a restore: %s',
  async (wasQueuedBefore) => {
    await openShop()
    const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
    await db
      .updateTable('orders')
      .set({ boleto_announced_at: new Date() })
      .where('id', '=', orderId)
      .execute()
    const { id } = await db
      .selectFrom('outbox')
      .select('id')
      .where('job', '=', 'issue-boleto')
      .executeTakeFirstOrThrow()
    await insertRestore(orderId + 1)
    await db
      .updateTable('restores')
      .set({ first_event: wasQueuedBefore ? id + 1 : id })
      .execute()
    await issueBoleto.run(String(orderId), { id })
    const mail = await db
      .selectFrom('outbox')
      .select('uncertain_at')
      .where('job', '=', 'mail-boleto-ready')
      .executeTakeFirstOrThrow()
    expect(mail.uncertain_at !== null).toBe(wasQueuedBefore)
  },
)
