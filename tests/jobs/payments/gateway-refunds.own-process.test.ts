import { expect, test } from 'vitest'
import { byStaff } from '#tests/factories/actors.ts'
import {
  db,
  fake,
  makeGatewayBoleto,
  processEvent,
  readOrderState,
} from '#tests/support/fakes/gateway-shop.ts'

const { recordRefund } = await import('#app/models/payments/refund.server.ts')
const { findPayment } = await import('#app/models/payments/payment-list.server.ts')

// Statuses of orders below: 1 waits for payment, 2 is confirmed.
const listRefunds = () =>
  db.selectFrom('refunds').select(['value', 'refunded_on', 'created_by']).orderBy('id').execute()
const listPayments = () =>
  db
    .selectFrom('payments')
    .select(['event_key', 'value', 'fee', 'way', 'problem', 'reversal', 'paid_on', 'resolution'])
    .orderBy('id')
    .execute()
const makeGatewayRefund = (value: number, day: string) => ({ value, refunded_on: day, created_by: 0 })

const listWaitingEvents = () =>
  db
    .selectFrom('gateway_events')
    .select(['name', 'attention'])
    .where('attention', 'is not', null)
    .orderBy('id')
    .execute()

function dismissReversal() {
  return db
    .updateTable('payments')
    .set({ resolution: 'dismissed', resolved_at: new Date() })
    .where('problem', '=', 'reversed')
    .execute()
}

/** Returns the centavos that were received and neither reversed nor refunded. */
async function sumBalance(): Promise<number> {
  let balance = 0
  for (const { value, problem, resolution } of await listPayments()) {
    if (resolution === 'dismissed') continue
    balance += problem === 'reversed' ? -value : value
  }
  for (const { value } of await listRefunds()) balance -= value
  return balance
}

/** Creates an order that was paid at the gateway. */
async function makePaidOrder(paymentDetails: Parameters<typeof fake.pay>[1] = {}) {
  const gatewayBoleto = await makeGatewayBoleto()
  expect(await processEvent(await fake.pay(gatewayBoleto.externalId, paymentDetails))).toBe('confirmed')
  const { id } = await db.selectFrom('payments').select('id').executeTakeFirstOrThrow()
  return { ...gatewayBoleto, paymentId: id }
}

function recordStaffRefund(
  target: { orderId: number | null; paymentId: number | null },
  value: number,
  token: string,
) {
  const formFields = { refundedOn: '2026-11-24', document: 'E123', note: null }
  const actor = { ...byStaff, actorUserId: byStaff.actorUserId ?? 1 }
  return recordRefund({ ...target, value, ...formFields, token: token.repeat(32) }, actor)
}

test('records a partial refund once for repeated reports; the order stays paid', async () => {
  const { orderId, externalId, value, paymentId } = await makePaidOrder()
  fake.state.today = '2026-12-02'
  expect(await processEvent(await fake.refundPart(externalId, { value: 2 }))).toBe('refunded')
  for (const name of ['PAYMENT_PARTIALLY_REFUNDED', 'PAYMENT_UPDATED', 'PAYMENT_RECEIVED'])
    expect(await processEvent(fake.makeWebhookEvent(name, externalId))).toBe('known')
  expect(await listRefunds()).toEqual([makeGatewayRefund(2_00, '2026-12-02')])
  expect(await sumBalance()).toBe(value - 2_00)
  expect(await readOrderState(orderId)).toMatchObject({ status: 2, payments: [{ problem: null }] })
  expect((await findPayment(paymentId))?.refunds).toMatchObject([{ value: 2_00, by: null }])
  const history = await db.selectFrom('history').select('action').where('action', '=', 'refunded').execute()
  expect(history).toHaveLength(1)
})

test('records two refunds with the same second and value separately', async () => {
  const { externalId, value } = await makePaidOrder()
  const equalRefund = { value: 1, dateCreated: '2026-12-02 18:31:21' }
  expect(await processEvent(await fake.refundPart(externalId, equalRefund))).toBe('refunded')
  expect(await processEvent(await fake.refundPart(externalId, equalRefund))).toBe('refunded')
  expect(await processEvent(fake.makeWebhookEvent('PAYMENT_UPDATED', externalId))).toBe('known')
  expect(await sumBalance()).toBe(value - 2_00)
})

test('counts a refund only after it is done', async () => {
  const { externalId } = await makePaidOrder()
  expect(await processEvent(await fake.refundPart(externalId, { value: 2, status: 'PENDING' }))).toBe('known')
  expect(await processEvent(await fake.refundPart(externalId, { value: 3, status: 'CANCELLED' }))).toBe(
    'known',
  )
  expect(await listRefunds()).toEqual([])
  const [pendingRefund] = fake.payments[0]?.refunds ?? []
  if (pendingRefund) Object.assign(pendingRefund, { status: 'DONE', effectiveDate: '2026-12-03 00:00:05' })
  expect(await processEvent(fake.makeWebhookEvent('PAYMENT_PARTIALLY_REFUNDED', externalId))).toBe('refunded')
  expect(await listRefunds()).toEqual([makeGatewayRefund(2_00, '2026-12-03')])
})

test.each(['of the payment', 'of the order'])(
  'matches a reported refund to the refund %s that staff recorded before',
  async (recordedRefund) => {
    const { externalId, orderId, paymentId, value } = await makePaidOrder()
    const target = { orderId, paymentId: recordedRefund === 'of the order' ? null : paymentId }
    expect(await recordStaffRefund(target, 2_00, 'a')).toBe('recorded')
    expect(await processEvent(await fake.refundPart(externalId, { value: 2 }))).toBe('known')
    expect(await processEvent(fake.makeWebhookEvent('PAYMENT_UPDATED', externalId))).toBe('known')
    expect(await listRefunds()).toHaveLength(1)
    expect(await processEvent(await fake.refundPart(externalId, { value: 2 }))).toBe('refunded')
    expect(await sumBalance()).toBe(value - 4_00)
  },
)

test('leaves refunds above the received amount to staff', async () => {
  const { externalId, orderId, paymentId, value } = await makePaidOrder()
  expect(await recordStaffRefund({ orderId, paymentId }, value - 1_00, 'a')).toBe('recorded')
  expect(await processEvent(await fake.refundPart(externalId, { value: 2 }))).toBe('differs')
  expect(await listRefunds()).toHaveLength(1)
  expect(await listWaitingEvents()).toMatchObject([{ attention: 'differs' }])
})

test('a full refund after a partial one reverses the remainder once, on the day of the full refund', async () => {
  const { externalId, value } = await makePaidOrder({ paidOn: '2026-11-20' })
  fake.state.today = '2026-11-23'
  await processEvent(await fake.refundPart(externalId, { value: 2 }))
  fake.state.today = '2026-11-25'
  expect(await processEvent(await fake.refund(externalId))).toBe('reversed')
  for (const name of ['PAYMENT_REFUNDED', 'PAYMENT_PARTIALLY_REFUNDED'])
    expect(await processEvent(fake.makeWebhookEvent(name, externalId))).toBe('known')
  expect(await sumBalance()).toBe(0)
  expect(await listPayments()).toMatchObject([
    { value, problem: null, paid_on: '2026-11-20' },
    { value: value - 2_00, problem: 'reversed', reversal: 'refund', paid_on: '2026-11-25', fee: null },
  ])
})

test('needs no action for a full refund that staff recorded before', async () => {
  const { externalId, orderId, paymentId, value } = await makePaidOrder()
  expect(await recordStaffRefund({ orderId, paymentId }, value, 'a')).toBe('recorded')
  expect(await processEvent(await fake.refund(externalId))).toBe('known')
  expect(await sumBalance()).toBe(0)
  expect((await readOrderState(orderId)).mails).toEqual(['mail-payment-confirmed'])
})

test('rejects a refund of money that the gateway already refunded', async () => {
  const { externalId, orderId, paymentId, value } = await makePaidOrder()
  await processEvent(await fake.refund(externalId))
  expect(await recordStaffRefund({ orderId, paymentId }, 1, 'a')).toBe('too-much')
  expect(await recordStaffRefund({ orderId, paymentId: null }, 1, 'b')).toBe('too-much')
  expect(await listRefunds()).toEqual([])
  expect((await listPayments()).map((payment) => payment.value)).toEqual([value, value])
})

test('records payment and reversal of a charge refunded before its report, and pays no order', async () => {
  const { externalId, orderId, value } = await makeGatewayBoleto()
  await fake.pay(externalId, { paidOn: '2026-11-20' })
  fake.state.today = '2026-11-23'
  expect(await processEvent(await fake.refund(externalId))).toBe('reversed')
  expect(await processEvent(fake.makeWebhookEvent('PAYMENT_RECEIVED', externalId))).toBe('known')
  expect(await listPayments()).toMatchObject([
    { value, problem: null, fee: 1_99, paid_on: '2026-11-20', way: 'gateway-boleto' },
    { value, problem: 'reversed', fee: null, paid_on: '2026-11-23' },
  ])
  expect(await sumBalance()).toBe(0)
  expect(await readOrderState(orderId)).toMatchObject({ status: 1, mails: ['mail-staff-payment'] })
  expect(await recordStaffRefund({ orderId, paymentId: null }, 1, 'a')).toBe('too-much')
})

test('charges back all that was paid, with interest, when the gateway no longer has the day of payment', async () => {
  const { externalId } = await makeGatewayBoleto()
  await processEvent(await fake.pay(externalId, { value: 83 }))
  const missingDays = { clientPaymentDate: null, paymentDate: null, confirmedDate: null }
  Object.assign(fake.payments[0] ?? {}, missingDays)
  expect(await processEvent(await fake.chargeBack(externalId))).toBe('reversed')
  expect((await listPayments()).map(({ value }) => value)).toEqual([83_00, 83_00])
  expect(await sumBalance()).toBe(0)
})

test('flags a chargeback of money that was never received, without a reversal', async () => {
  const { externalId, orderId } = await makeGatewayBoleto()
  expect(await processEvent(await fake.chargeBack(externalId))).toBe('differs')
  expect(await readOrderState(orderId)).toMatchObject({ status: 1, payments: [], mails: [] })
  expect(await listWaitingEvents()).toEqual([{ name: 'PAYMENT_CHARGEBACK_REQUESTED', attention: 'differs' }])
})

test('leaves both the reversal and the event of a denied refund to staff', async () => {
  const { externalId, orderId } = await makePaidOrder()
  expect(await processEvent(await fake.requestRefund(externalId))).toBe('reversed')
  expect(await processEvent(await fake.denyRefund(externalId))).toBe('recovered')
  expect(await readOrderState(orderId)).toMatchObject({
    status: 2,
    payments: [{ problem: null }, { problem: 'reversed' }],
  })
  expect(await listWaitingEvents()).toEqual([{ name: 'PAYMENT_REFUND_DENIED', attention: 'differs' }])
})

test('flags a partial refund after a denied one until the reversal is closed, then records it', async () => {
  const { externalId, value } = await makePaidOrder()
  await processEvent(await fake.requestRefund(externalId))
  await processEvent(await fake.denyRefund(externalId))
  expect(await processEvent(await fake.refundPart(externalId, { value: 2 }))).toBe('differs')
  expect(await sumBalance()).toBe(0)
  await dismissReversal()
  expect(await processEvent(fake.makeWebhookEvent('PAYMENT_PARTIALLY_REFUNDED', externalId))).toBe('refunded')
  expect(await listRefunds()).toMatchObject([{ value: 2_00 }])
  expect(await sumBalance()).toBe(value - 2_00)
})

test('flags a refund that happens after staff dismissed its reversal', async () => {
  const { externalId } = await makePaidOrder()
  await processEvent(await fake.requestRefund(externalId))
  await processEvent(await fake.denyRefund(externalId))
  await dismissReversal()
  expect(await processEvent(await fake.refund(externalId))).toBe('differs')
  expect(await listWaitingEvents()).toMatchObject([
    { name: 'PAYMENT_REFUND_DENIED' },
    { name: 'PAYMENT_REFUNDED', attention: 'differs' },
  ])
})

test('stores the reversal of a chargeback as a chargeback', async () => {
  const { externalId, value } = await makePaidOrder()
  expect(await processEvent(await fake.chargeBack(externalId))).toBe('reversed')
  expect((await listPayments())[1]).toMatchObject({ value, problem: 'reversed', reversal: 'chargeback' })
})

test.each([
  ['a boleto', {}, { way: 'gateway-boleto', fee: 1_99 }],
  ['a Pix', { byPix: true }, { way: 'gateway-pix', fee: 1_99 }],
  ['money received elsewhere', { status: 'RECEIVED_IN_CASH' as const }, { way: 'by-hand', fee: null }],
])('stores fee and payment method of %s', async (_method, paymentDetails, storedFields) => {
  await makePaidOrder(paymentDetails)
  expect(await listPayments()).toMatchObject([storedFields])
})

test('updates fee and credit date from the newest reading, and records a correction in the history', async () => {
  const { externalId } = await makePaidOrder({ status: 'CONFIRMED' })
  await db.updateTable('payments').set({ fee: null }).execute()
  await fake.pay(externalId, { creditedOn: '2026-12-04' })
  expect(await processEvent(fake.makeWebhookEvent('PAYMENT_RECEIVED', externalId))).toBe('known')
  const loadStored = () => db.selectFrom('payments').select(['fee', 'credited_on']).executeTakeFirst()
  expect(await loadStored()).toEqual({ fee: 1_99, credited_on: '2026-12-04' })
  const [charge] = fake.payments
  Object.assign(charge ?? {}, { netValue: (charge?.value ?? 0) - 6.99, creditDate: '2026-12-01' })
  expect(await processEvent(fake.makeWebhookEvent('PAYMENT_ANTICIPATED', externalId))).toBe('known')
  expect(await loadStored()).toEqual({ fee: 6_99, credited_on: '2026-12-01' })
  const corrections = await db
    .selectFrom('history')
    .select('details')
    .where('action', '=', 'payment-corrected')
    .execute()
  expect(corrections.map(({ details }) => JSON.parse(details ?? '{}').changes)).toEqual([
    { fee: [1_99, 6_99], credited_on: ['2026-12-04', '2026-12-01'] },
  ])
})

test('reverses cash that the gateway undoes, and counts a later payment', async () => {
  const { externalId, orderId, value } = await makePaidOrder({ status: 'RECEIVED_IN_CASH' })
  expect(await processEvent(await fake.undoCashReceipt(externalId))).toBe('undone')
  expect(await processEvent(fake.makeWebhookEvent('PAYMENT_RECEIVED_IN_CASH_UNDONE', externalId))).toBe(
    'open',
  )
  expect(await readOrderState(orderId)).toMatchObject({
    status: 2,
    payments: [
      { problem: null },
      { event_key: `asaas/${externalId}/elsewhere/reversed`, problem: 'reversed' },
    ],
    mails: ['mail-payment-confirmed', 'mail-staff-payment'],
  })
  expect(await sumBalance()).toBe(0)
  expect(await processEvent(await fake.pay(externalId))).toBe('noted')
  expect(await sumBalance()).toBe(value)
})

test('accepts a cash-undone event only when the charge is open again', async () => {
  const { externalId, value } = await makePaidOrder()
  expect(await processEvent(fake.makeWebhookEvent('PAYMENT_RECEIVED_IN_CASH_UNDONE', externalId))).toBe(
    'known',
  )
  expect(await listPayments()).toMatchObject([{ value, problem: null }])
  expect(await sumBalance()).toBe(value)
})

test('mails staff when cash is undone again after they dismissed the first reversal', async () => {
  const { externalId, value } = await makePaidOrder({ status: 'RECEIVED_IN_CASH' })
  await processEvent(await fake.undoCashReceipt(externalId))
  await dismissReversal()
  expect(await sumBalance()).toBe(value)
  expect(await processEvent(fake.makeWebhookEvent('PAYMENT_RECEIVED_IN_CASH_UNDONE', externalId))).toBe(
    'differs',
  )
  expect(await listWaitingEvents()).toEqual([
    { name: 'PAYMENT_RECEIVED_IN_CASH_UNDONE', attention: 'differs' },
  ])
  const mails = await db
    .selectFrom('outbox')
    .select('subject')
    .where('job', '=', 'mail-staff-gateway-event')
    .execute()
  expect(mails).toHaveLength(1)
})

test.each(['upheld', 'refunded'] as const)(
  'leaves a repeated payment to staff after its reversal was %s',
  async (resolution) => {
    const { externalId } = await makePaidOrder()
    await processEvent(await fake.chargeBack(externalId))
    const closed = { resolution, resolved_at: new Date() }
    await db.updateTable('payments').set(closed).where('problem', '=', 'reversed').execute()
    await fake.pay(externalId)
    expect(await processEvent(fake.makeWebhookEvent('PAYMENT_RECEIVED', externalId))).toBe('recovered')
  },
)

test('dates the reversal of a pending refund on the day of its request', async () => {
  const { externalId } = await makePaidOrder({ paidOn: '2026-11-10' })
  fake.state.today = '2026-11-15'
  await processEvent(await fake.refundPart(externalId, { value: 2 }))
  fake.state.today = '2026-11-19'
  expect(await processEvent(await fake.requestRefund(externalId))).toBe('reversed')
  expect((await listPayments())[1]).toMatchObject({ reversal: 'refund', paid_on: '2026-11-19' })
  expect(await listRefunds()).toEqual([makeGatewayRefund(2_00, '2026-11-15')])
})

test('dates a chargeback on the day of its own event, and on today when another event reports it', async () => {
  const paidOrder = await makePaidOrder({ paidOn: '2026-11-10' })
  fake.state.today = '2026-11-19'
  await processEvent(await fake.chargeBack(paidOrder.externalId))
  expect((await listPayments())[1]).toMatchObject({ reversal: 'chargeback', paid_on: '2026-11-19' })
  const deleteReversal = () => db.deleteFrom('payments').where('problem', '=', 'reversed').execute()
  await deleteReversal()
  await processEvent(fake.makeWebhookEvent('PAYMENT_RECEIVED', paidOrder.externalId))
  const { toCivilDate } = await import('#app/domain/platform/calendar.ts')
  expect((await listPayments())[1]).toMatchObject({ paid_on: toCivilDate(new Date()) })
})
