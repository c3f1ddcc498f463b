import { beforeEach, expect, test } from 'vitest'
import {
  bank,
  db,
  enqueuePixReading,
  makeCharge,
  readOrderState,
  reconcilePix,
  runEffect,
} from '#tests/support/fakes/pix-shop.ts'

const { orderStatus } = await import('#app/domain/orders/order-status.ts')
const { toCivilDate } = await import('#app/domain/platform/calendar.ts')
const { receivePayment } = await import('#app/models/payments/payment.server.ts')
const { findStaffOrder } = await import('#app/models/orders/staff-order.server.ts')
const { resolvePayment } = await import('#app/models/payments/payment-resolution.server.ts')
const { requestPixRefund } = await import('#app/models/payments/pix/pix-refund.server.ts')
const { recordRefund } = await import('#app/models/payments/refund.server.ts')
const { reverseRefund } = await import('#app/models/payments/refund-reversal.server.ts')
const { listHistory } = await import('#app/models/platform/history.server.ts')
const { dayClosing } = await import('#app/models/reports/day-closing.server.ts')
const { makeStaff } = await import('#tests/factories/shipments.ts')

type Pix = (typeof bank.payments)[number]

const today = toCivilDate(new Date())
const byBank = { actorUserId: null, source: 'bank-file' } as const
let staff: { actorUserId: number; source: string }
let tokenCount = 0
/** A txid of the shop for an order that does not exist. */
const unmatchedTxid = `0000999999000${'a'.repeat(19)}`
const formatPixValue = (centavos: number) => (centavos / 100).toFixed(2)

beforeEach(async () => {
  staff = { actorUserId: await makeStaff(), source: 'staff' }
})

function makeToken() {
  tokenCount += 1
  return String(tokenCount).padStart(32, '0')
}

async function readPix({ endToEndId }: Pix) {
  await enqueuePixReading([endToEndId])
  await runEffect('read-pix', endToEndId)
}

async function readPixTwice(pix: Pix) {
  await readPix(pix)
  await readPix(pix)
}

/** Receives a payment of the boleto, as from a return file. Returns the outcome. */
function payBoleto({ boletoId, value }: { boletoId: number; value: number }, eventKey = `bank/${boletoId}`) {
  const money = { eventKey, source: 'bank-file', boletoId, value } as const
  return receivePayment({ ...money, paidOn: today, creditedOn: today }, byBank, today)
}

async function loadPayment(eventKey: string) {
  return db.selectFrom('payments').selectAll().where('event_key', '=', eventKey).executeTakeFirstOrThrow()
}

const loadPixPayment = ({ endToEndId }: Pix) => loadPayment(`pix/${endToEndId}`)

/** Creates an order that was paid by Pix. Returns also the Pix and the id of its payment. */
async function makePaidByPix() {
  const charge = await makeCharge()
  const pix = bank.pay(charge.txid)
  await readPix(pix)
  return { ...charge, pix, paymentId: (await loadPixPayment(pix)).id }
}

const listOpenReversals = () =>
  db
    .selectFrom('payments')
    .select(['value', 'reverses_id'])
    .where('problem', '=', 'reversed')
    .where('resolution', 'is', null)
    .orderBy('id')
    .execute()

type RefundTarget = { orderId: number | null; paymentId: number | null; isOther?: boolean }

function refundByStaff(target: RefundTarget, value: number) {
  const formFields = { refundedOn: today, document: 'TED 1', note: null, token: makeToken() }
  return recordRefund({ ...target, value, ...formFields }, staff)
}

/** Requests a refund by the bank. Returns the id of the request. */
async function requestBankRefund(paymentId: number, value: number) {
  const token = makeToken()
  expect(await requestPixRefund({ paymentId, value, note: null, token }, staff, today)).toBe('asked')
  const { id } = await db
    .selectFrom('pix_refunds')
    .select('id')
    .where('refund_key', '=', token)
    .executeTakeFirstOrThrow()
  return id
}

/** Simulates the bank's settlement of a requested refund. */
async function settleRefund(pix: Pix, refundIndex: number, status: 'DEVOLVIDO' | 'NAO_REALIZADO') {
  Object.assign(pix.devolucoes[refundIndex] ?? {}, { status })
  await readPix(pix)
}

const findResolution = async (pix: Pix) => (await loadPixPayment(pix)).resolution

test('links a bank’s return to its Pix, so that the boleto’s second payment can be refunded', async () => {
  const paid = await makePaidByPix()
  expect(await payBoleto(paid)).toBe('double')
  bank.sendReturn(paid.pix)
  await readPix(paid.pix)
  expect(await listOpenReversals()).toEqual([{ value: paid.value, reverses_id: paid.paymentId }])
  const { id } = await loadPayment(`bank/${paid.boletoId}`)
  expect(await refundByStaff({ orderId: paid.orderId, paymentId: id }, paid.value)).toBe('recorded')
  expect(await payBoleto(paid, 'bank/again')).toBe('noted')
})

test('refunds only the part of an unmatched Pix that the bank has not returned', async () => {
  const pix = bank.transfer('10.00', unmatchedTxid)
  await readPix(pix)
  const { id } = await loadPixPayment(pix)
  bank.sendReturn(pix, '4.00')
  await readPix(pix)
  expect(await listOpenReversals()).toEqual([{ value: 4_00, reverses_id: id }])
  expect(await refundByStaff({ orderId: null, paymentId: id }, 6_01)).toBe('too-much')
  expect(await refundByStaff({ orderId: null, paymentId: id, isOther: true }, 6_00)).toBe('recorded')
  expect(await findResolution(pix)).toBe('refunded')
})

test('requires an answer whether the return of an unmatched Pix is part of a refund that staff recorded', async () => {
  const pix = bank.transfer('10.00', unmatchedTxid)
  await readPix(pix)
  const { id } = await loadPixPayment(pix)
  expect(await refundByStaff({ orderId: null, paymentId: id }, 5_00)).toBe('recorded')
  bank.sendReturn(pix, '4.00')
  await readPix(pix)
  const answerReturn = async (refund?: 'part' | 'other') =>
    resolvePayment(await findOpenReturn(id, 4_00), { resolution: 'upheld', refund }, staff, today)
  expect(await answerReturn()).toBe('part-or-other')
  expect(await answerReturn('part')).toBe('resolved')
  const { accounts } = await dayClosing.totals({ start: today, end: today, today })
  expect([accounts.refund?.value, accounts.chargeback?.value]).toEqual([5_00, undefined])
})

test('books the return of a Pix that staff assigned to an order on that order', async () => {
  const { orderId, value } = await makeCharge()
  const pix = bank.transfer(formatPixValue(value), unmatchedTxid)
  await readPix(pix)
  const { id } = await loadPixPayment(pix)
  expect(await resolvePayment(id, { resolution: 'assigned', orderId }, staff, today)).toBe('resolved')
  bank.sendReturn(pix, '1.00')
  await readPix(pix)
  const returns = await db.selectFrom('payments').select('order_id').where('reverses_id', '=', id).execute()
  expect(returns).toEqual([{ order_id: orderId }])
  expect(await refundByStaff({ orderId, paymentId: null }, value)).toBe('too-much')
})

test.each(['return is reported', 'return is upheld', 'refund is recorded'] as const)(
  'counts returned money of a Pix on its order and mails the buyer once when the %s before the assignment',
  async (event) => {
    const { orderId, value } = await makeCharge()
    const pix = bank.transfer(formatPixValue(value), unmatchedTxid)
    await readPix(pix)
    const { id } = await loadPixPayment(pix)
    const upholdReturn = async () =>
      expect(
        await resolvePayment(await findOpenReturn(id, 1_00), { resolution: 'upheld' }, staff, today),
      ).toBe('resolved')
    if (event === 'refund is recorded')
      expect(await refundByStaff({ orderId: null, paymentId: id }, 1_00)).toBe('recorded')
    else {
      bank.sendReturn(pix, '1.00')
      await readPix(pix)
    }
    if (event === 'return is upheld') await upholdReturn()
    expect(await resolvePayment(id, { resolution: 'assigned', orderId }, staff, today)).toBe('resolved')
    if (event === 'return is reported') await upholdReturn()
    expect(await refundByStaff({ orderId, paymentId: null, isOther: true }, value)).toBe('too-much')
    expect((await findStaffOrder(orderId))?.returned).toBe(1_00)
    const { id: refundId } = await db
      .selectFrom('refunds')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    const mails = await db.selectFrom('outbox').select('subject').where('job', '=', 'mail-refund').execute()
    expect(mails).toEqual([{ subject: String(refundId) }])
  },
)

test('links partial returns to their Pix, which counts until all of it is returned', async () => {
  const paid = await makePaidByPix()
  for (const amount of ['1.00', '2.00']) {
    bank.sendReturn(paid.pix, amount)
    await readPix(paid.pix)
  }
  expect(await payBoleto(paid)).toBe('double')
  bank.sendReturn(paid.pix, formatPixValue(paid.value - 3_00))
  await readPix(paid.pix)
  await reconcilePix.run(new Date())
  const parts = [1_00, 2_00, paid.value - 3_00]
  expect(await listOpenReversals()).toEqual(parts.map((value) => ({ value, reverses_id: paid.paymentId })))
  expect(await payBoleto(paid, 'bank/again')).toBe('noted')
})

test('rejects a refund of money that the bank charged back until the return is dismissed', async () => {
  const { orderId, pix, value } = await makePaidByPix()
  bank.sendReturn(pix, '1.00')
  await readPix(pix)
  expect(await refundByStaff({ orderId, paymentId: null }, value)).toBe('too-much')
  await db
    .updateTable('payments')
    .set({ resolution: 'dismissed', resolved_at: new Date() })
    .where('problem', '=', 'reversed')
    .execute()
  expect(await refundByStaff({ orderId, paymentId: null }, value)).toBe('recorded')
})

test('matches a return, or two parts, to one refund that staff recorded, and leaves a further return open', async () => {
  const { orderId, paymentId, pix, value } = await makePaidByPix()
  expect(await refundByStaff({ orderId, paymentId }, 1_00)).toBe('recorded')
  const id = await requestBankRefund(paymentId, 1_00)
  bank.state.refundStatus = 'DEVOLVIDO'
  await runEffect('refund-pix', id)
  // The requested refund is settled, so this return is that of staff, and the next is neither.
  bank.sendReturn(pix, '1.00')
  await readPixTwice(pix)
  expect(await listOpenReversals()).toEqual([])
  bank.sendReturn(pix, '1.00')
  await readPixTwice(pix)
  expect(await listOpenReversals()).toEqual([{ value: 1_00, reverses_id: paymentId }])
  expect(await refundByStaff({ orderId, paymentId, isOther: true }, value - 3_00)).toBe('recorded')
  // These two parts add up to the last refund of staff.
  for (const amount of ['0.50', formatPixValue(value - 3_50)]) bank.sendReturn(pix, amount)
  await readPix(pix)
  expect(await listOpenReversals()).toHaveLength(1)
})

test('leaves open a chargeback that equals the sum of recorded refunds', async () => {
  const { orderId, paymentId, pix } = await makePaidByPix()
  for (const amount of [3_00, 2_00])
    expect(await refundByStaff({ orderId, paymentId }, amount)).toBe('recorded')
  bank.sendReturn(pix, '5.00')
  Object.assign(pix.devolucoes.at(-1) ?? {}, { natureza: 'MED_FRAUDE' })
  await readPix(pix)
  expect(await listOpenReversals()).toEqual([{ value: 5_00, reverses_id: paymentId }])
})

test('records the parts of a recorded refund in the history of the order', async () => {
  const { orderId, paymentId, pix } = await makePaidByPix()
  expect(await refundByStaff({ orderId, paymentId }, 5_00)).toBe('recorded')
  for (const amount of ['3.00', '2.00']) bank.sendReturn(pix, amount)
  await readPixTwice(pix)
  const actions = (await listHistory('order', orderId)).map(({ action }) => action)
  expect(actions.filter((action) => action === 'payment-resolved')).toHaveLength(2)
})

test('rejects a return as a part of a smaller refund, and reopens a part together with its refund', async () => {
  const { orderId, paymentId, pix } = await makePaidByPix()
  expect(await refundByStaff({ orderId, paymentId }, 5_00)).toBe('recorded')
  const answers = []
  for (const amount of ['3.00', '4.00']) {
    bank.sendReturn(pix, amount)
    await readPix(pix)
    const { id } = await db
      .selectFrom('payments')
      .select('id')
      .where('reverses_id', '=', paymentId)
      .where('resolution', 'is', null)
      .executeTakeFirstOrThrow()
    answers.push(await resolvePayment(id, { resolution: 'upheld', refund: 'part' }, staff, today))
  }
  expect(answers).toEqual(['resolved', 'no-part'])
  const { id: refundId } = await db.selectFrom('refunds').select('id').executeTakeFirstOrThrow()
  const reversal = { refundId, reason: 'Não saiu', reversedOn: today }
  expect(await reverseRefund(reversal, staff)).toBe('reversed')
  expect((await listOpenReversals()).map(({ value }) => value)).toEqual([3_00, 4_00])
})

/** Returns the id of the open reversal of a payment with this value. */
async function findOpenReturn(paymentId: number, value: number) {
  const { id } = await db
    .selectFrom('payments')
    .select('id')
    .where('reverses_id', '=', paymentId)
    .where('value', '=', value)
    .where('resolution', 'is', null)
    .executeTakeFirstOrThrow()
  return id
}

test('leaves open a return that equals a refund with a matched part', async () => {
  const { orderId, paymentId, pix } = await makePaidByPix()
  expect(await refundByStaff({ orderId, paymentId }, 5_00)).toBe('recorded')
  bank.sendReturn(pix, '4.80')
  await readPix(pix)
  const returnId = await findOpenReturn(paymentId, 4_80)
  expect(await resolvePayment(returnId, { resolution: 'upheld', refund: 'part' }, staff, today)).toBe(
    'resolved',
  )
  bank.sendReturn(pix, '5.00')
  await readPix(pix)
  expect(await findOpenReturn(paymentId, 5_00)).toBeGreaterThan(returnId)
})

test('leaves the whole return open when staff recorded a refund of most of the Pix', async () => {
  const { orderId, paymentId, pix, value } = await makePaidByPix()
  expect(await refundByStaff({ orderId, paymentId }, value - 5_00)).toBe('recorded')
  bank.sendReturn(pix, '8.00')
  await readPix(pix)
  expect(await listOpenReversals()).toEqual([{ value: 8_00, reverses_id: paymentId }])
})

test('reopens a payment when staff dismiss a return that closed it', async () => {
  const { orderId, txid } = await makeCharge()
  const pix = bank.pay(txid, { value: '1.00' })
  await readPix(pix)
  const { id } = await loadPixPayment(pix)
  for (const amount of ['0.40', '0.60']) bank.sendReturn(pix, amount)
  await readPix(pix)
  const acceptPayment = () => resolvePayment(id, { resolution: 'accepted' }, staff, today)
  expect(await acceptPayment()).toBe('nothing-left')
  expect(await resolvePayment(await findOpenReturn(id, 40), { resolution: 'upheld' }, staff, today)).toBe(
    'resolved',
  )
  expect(await findResolution(pix)).toBe('refunded')
  const dismissal = { resolution: 'dismissed', note: 'Não saiu' } as const
  expect(await resolvePayment(await findOpenReturn(id, 60), dismissal, staff, today)).toBe('resolved')
  expect(await findResolution(pix)).toBeNull()
  expect((await readOrderState(orderId)).status).toBe(orderStatus.pendingPayment)
})

test('reopens a payment when the return that closed it becomes a part of a refund', async () => {
  const { txid } = await makeCharge()
  const pix = bank.pay(txid, { value: '1.00' })
  await readPix(pix)
  const { id, order_id: orderId } = await loadPixPayment(pix)
  expect(await refundByStaff({ orderId, paymentId: id }, 50)).toBe('recorded')
  bank.sendReturn(pix, '0.40')
  await readPix(pix)
  expect(await refundByStaff({ orderId, paymentId: id, isOther: true }, 10)).toBe('recorded')
  expect(await findResolution(pix)).toBe('refunded')
  const answer = { resolution: 'upheld', refund: 'part' } as const
  expect(await resolvePayment(await findOpenReturn(id, 40), answer, staff, today)).toBe('resolved')
  expect(await findResolution(pix)).toBeNull()
})

test('rejects accepting a Pix while it is being refunded, and accepts it after the refund failed', async () => {
  const { orderId, txid } = await makeCharge()
  const pix = bank.pay(txid, { value: '1.00' })
  await readPix(pix)
  const { id } = await loadPixPayment(pix)
  const refundId = await requestBankRefund(id, 1_00)
  const acceptPayment = () => resolvePayment(id, { resolution: 'accepted' }, staff, today)
  expect(await acceptPayment()).toBe('being-refunded')
  await runEffect('refund-pix', refundId)
  expect(await acceptPayment()).toBe('being-refunded')
  expect((await readOrderState(orderId)).status).toBe(orderStatus.pendingPayment)
  await settleRefund(pix, 0, 'NAO_REALIZADO')
  expect(await acceptPayment()).toBe('resolved')
  expect((await readOrderState(orderId)).status).toBe(orderStatus.confirmed)
})

test('closes a payment whose return staff confirm, and pays no order with it', async () => {
  const { orderId, txid } = await makeCharge()
  const pix = bank.pay(txid, { value: '1.00' })
  await readPix(pix)
  const { id } = await loadPixPayment(pix)
  bank.sendReturn(pix, '1.00')
  await readPix(pix)
  const { id: returnId } = await db
    .selectFrom('payments')
    .select('id')
    .where('reverses_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(await resolvePayment(returnId, { resolution: 'upheld' }, staff, today)).toBe('resolved')
  expect(await findResolution(pix)).toBe('refunded')
  expect(await resolvePayment(id, { resolution: 'accepted' }, staff, today)).toBe('already')
  expect((await readOrderState(orderId)).status).toBe(orderStatus.pendingPayment)
})

test('two partial refunds settle a payment after both are done', async () => {
  const charge = await makeCharge()
  await payBoleto(charge)
  const pix = bank.pay(charge.txid)
  await readPix(pix)
  const { id } = await loadPixPayment(pix)
  for (const amount of [1_00, charge.value - 1_00])
    await runEffect('refund-pix', await requestBankRefund(id, amount))
  await settleRefund(pix, 0, 'DEVOLVIDO')
  expect(await findResolution(pix)).toBeNull()
  await settleRefund(pix, 1, 'DEVOLVIDO')
  expect(await findResolution(pix)).toBe('refunded')
})

test('leaves a failed refund to staff when the bank settles it after another repayment', async () => {
  const { orderId, paymentId, pix, value } = await makePaidByPix()
  const id = await requestBankRefund(paymentId, value)
  bank.state.refundStatus = 'NAO_REALIZADO'
  await expect(runEffect('refund-pix', id)).rejects.toMatchObject({ name: 'JobRefused' })
  expect(await refundByStaff({ orderId, paymentId }, value)).toBe('recorded')
  await settleRefund(pix, 0, 'DEVOLVIDO')
  await readPix(pix)
  expect(await listOpenReversals()).toEqual([{ value, reverses_id: paymentId }])
  expect((await readOrderState(orderId)).mails).toEqual(['mail-payment-confirmed', 'mail-staff-payment'])
})

test('lists a refund that the bank fails later as failed until its job runs again', async () => {
  const { paymentId, pix } = await makePaidByPix()
  const id = await requestBankRefund(paymentId, 1_00)
  await runEffect('refund-pix', id)
  await settleRefund(pix, 0, 'NAO_REALIZADO')
  const listFailed = () =>
    db
      .selectFrom('outbox')
      .select(['subject', 'last_error'])
      .where('job', '=', 'refund-pix')
      .where('refused_at', 'is not', null)
      .where('done_at', 'is', null)
      .execute()
  expect(await listFailed()).toEqual([{ subject: String(id), last_error: 'the bank refuses: NAO_REALIZADO' }])
  await runEffect('refund-pix', id)
  expect(await listFailed()).toEqual([])
})

test('detects a refund that fails before its response was read', async () => {
  const { paymentId, pix } = await makePaidByPix()
  const id = await requestBankRefund(paymentId, 1_00)
  bank.fail('done-cut', { method: 'PUT', times: 1 })
  await expect(runEffect('refund-pix', id)).rejects.toThrow('unreachable')
  await settleRefund(pix, 0, 'NAO_REALIZADO')
  const rows = await db
    .selectFrom('outbox')
    .select('refused_at')
    .where('job', '=', 'refund-pix')
    .where('subject', '=', String(id))
    .execute()
  expect(rows).toEqual([{ refused_at: expect.any(Date) }])
})

test('parses the other Pix of a list with a malformed entry', async () => {
  const malformedCharge = await makeCharge()
  const validCharge = await makeCharge()
  bank.pay(malformedCharge.txid, { value: '1,00' })
  bank.pay(validCharge.txid)
  expect(await reconcilePix.run(new Date())).toEqual({ pixRead: 1, pixPaid: 1, pixFailed: 1 })
  expect((await readOrderState(validCharge.orderId)).status).toBe(orderStatus.confirmed)
})
