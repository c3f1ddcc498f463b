import { beforeEach, expect, test } from 'vitest'
import {
  bank,
  db,
  enqueuePixReading,
  getCharge,
  getNewestCharge,
  isEffectOpen,
  makeCharge,
  readOrderState,
  reconcilePix,
  runEffect,
} from '#tests/support/fakes/pix-shop.ts'

const { toCivilDate } = await import('#app/domain/platform/calendar.ts')
const { findJob } = await import('#app/jobs/registry.server.ts')
const { changeBoleto } = await import('#app/models/charges/boleto-state.server.ts')
const { receivePayment } = await import('#app/models/payments/payment.server.ts')
const { requestPixRefund, listPixRefunds } = await import('#app/models/payments/pix/pix-refund.server.ts')
const { recordRefund } = await import('#app/models/payments/refund.server.ts')
const { renewBoleto } = await import('#app/models/payments/boleto-renewal.server.ts')
const { withTransaction } = await import('#app/models/platform/db.server.ts')
const { makeStaff } = await import('#tests/factories/shipments.ts')

type Pix = (typeof bank.payments)[number]

const DAY_MS = 24 * 3_600_000
const pending = 1
const confirmed = 2
const today = toCivilDate(new Date())
const byBank = { actorUserId: null, source: 'bank-file' } as const
let staffId: number

beforeEach(async () => {
  staffId = await makeStaff()
})

/** Reports a Pix as the bank does and runs the worker's jobs. */
async function readPix({ endToEndId }: Pix, attempt = 1) {
  await enqueuePixReading([endToEndId])
  await runEffect('read-pix', endToEndId, attempt)
}

/** Simulates the bank's registration of the boleto. */
async function registerBoleto(boletoId: number) {
  await withTransaction(async (trx) => {
    await changeBoleto(trx, boletoId, 'sent', byBank)
    await changeBoleto(trx, boletoId, 'registered', byBank)
  })
  await db
    .updateTable('boleto_instructions')
    .set({ withdrawn_at: new Date() })
    .where('boleto_id', '=', boletoId)
    .execute()
}

/** Receives a payment of the boleto, as from a return file. Returns the outcome. */
function payBoleto({ boletoId, value }: { boletoId: number; value: number }) {
  const money = { eventKey: `bank/${boletoId}`, source: 'bank-file', boletoId, value } as const
  return receivePayment({ ...money, paidOn: today, creditedOn: today }, byBank, today)
}

const reports = {
  'a call': (pix: Pix) => readPix(pix),
  'the reconciliation': () => reconcilePix.run(new Date()),
} as const

test.each(Object.entries(reports))(
  'a Pix reported by %s pays the order and writes off the boleto',
  async (_way, report) => {
    const { orderId, boletoId, txid, value } = await makeCharge()
    await registerBoleto(boletoId)
    const pix = bank.pay(txid)
    await report(pix)
    expect(await readOrderState(orderId)).toEqual({
      status: confirmed,
      boletos: [{ state: 'registered', why: 'order-paid', pix: 'paid' }],
      payments: [{ event_key: `pix/${pix.endToEndId}`, source: 'pix', value, problem: null }],
      mails: ['mail-payment-confirmed'],
      instructions: ['write-off'],
    })
    expect(await isEffectOpen('remove-pix', boletoId)).toBe(false)
  },
)

test('creates no write-off for a boleto that was never sent to the bank', async () => {
  const { orderId, txid } = await makeCharge()
  await readPix(bank.pay(txid))
  expect(await readOrderState(orderId)).toMatchObject({
    status: confirmed,
    boletos: [{ state: 'written-off', why: 'order-paid', pix: 'paid' }],
    instructions: [],
  })
})

test('counts a Pix once over all calls and reconciliations', async () => {
  const { orderId, txid } = await makeCharge()
  const pix = bank.pay(txid)
  await enqueuePixReading([pix.endToEndId])
  const runReadPix = () => findJob('read-pix')?.run(pix.endToEndId, { id: 1 })
  await Promise.all([...Array.from({ length: 20 }, runReadPix), reconcilePix.run(new Date())])
  await reconcilePix.run(new Date())
  const { payments, mails, status } = await readOrderState(orderId)
  expect({ status, payments: payments.length, mails }).toEqual({
    status: confirmed,
    payments: 1,
    mails: ['mail-payment-confirmed'],
  })
})

test('retries a Pix that the bank does not confirm, and ignores it at the fifth attempt', async () => {
  const { orderId } = await makeCharge()
  const endToEndId = `E99999999${'0'.repeat(23)}`
  await enqueuePixReading([endToEndId])
  for (const attempt of [1, 4])
    await expect(runEffect('read-pix', endToEndId, attempt)).rejects.toThrow('does not know this Pix yet')
  await runEffect('read-pix', endToEndId, 5)
  expect(await readOrderState(orderId)).toMatchObject({ status: pending, payments: [] })
})

test('removes the charge of a paid boleto', async () => {
  const charge = await makeCharge()
  expect(await payBoleto(charge)).toBe('confirmed')
  await runEffect('remove-pix', charge.boletoId)
  expect(bank.findCharge(charge.txid).status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR')
  expect(await readOrderState(charge.orderId)).toMatchObject({ boletos: [{ state: 'paid', pix: 'removed' }] })
})

test.each(['boleto first', 'Pix first'] as const)(
  'marks the second payment as double when boleto and Pix are both paid, %s',
  async (order) => {
    const charge = await makeCharge()
    await registerBoleto(charge.boletoId)
    const pix = bank.pay(charge.txid)
    if (order === 'boleto first') await payBoleto(charge)
    await readPix(pix)
    if (order === 'Pix first') await payBoleto(charge)
    const { status, payments, mails } = await readOrderState(charge.orderId)
    expect({ status, mails }).toEqual({
      status: confirmed,
      mails: ['mail-payment-confirmed', 'mail-staff-payment'],
    })
    expect(payments.map(({ problem }) => problem)).toEqual([null, 'double'])
    expect(payments[1]?.source).toBe(order === 'boleto first' ? 'pix' : 'bank-file')
    if (order === 'boleto first') await runEffect('remove-pix', charge.boletoId).catch(() => undefined)
    expect((await getCharge(charge.boletoId)).state).toBe('paid')
  },
)

test('accepts the Pix of a replaced boleto as late, and withdraws the new boleto and charge', async () => {
  const oldCharge = await makeCharge()
  await renewBoleto(oldCharge.orderId, { dueDate: today }, { actorUserId: null, source: 'staff' })
  await findJob('issue-boleto')?.run(String(oldCharge.orderId), { id: 1 })
  const newCharge = await getNewestCharge(oldCharge.orderId)
  await runEffect('issue-pix', newCharge.boletoId)
  await readPix(bank.pay(oldCharge.txid))
  await runEffect('remove-pix', newCharge.boletoId)
  expect(bank.findCharge(newCharge.txid).status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR')
  expect(await readOrderState(oldCharge.orderId)).toMatchObject({
    status: confirmed,
    boletos: [
      { why: 'replaced', pix: 'paid' },
      { why: 'order-paid', pix: 'removed' },
    ],
    mails: ['mail-payment-confirmed', 'mail-staff-payment'],
  })
})

test('leaves a different amount to staff and does not change the boleto', async () => {
  const { orderId, txid } = await makeCharge()
  await readPix(bank.pay(txid, { value: '1.00' }))
  expect(await readOrderState(orderId)).toMatchObject({
    status: pending,
    boletos: [{ state: 'made', why: null, pix: 'paid' }],
    payments: [{ value: 1_00, problem: 'amount-differs' }],
    mails: ['mail-staff-payment'],
  })
})

test('leaves a Pix with an unknown txid of the shop to staff, and ignores foreign and missing txids', async () => {
  const unknownTxid = `0000999999000${'a'.repeat(19)}`
  bank.transfer('10.00', unknownTxid)
  bank.transfer('20.00', 'anotherprogram')
  bank.transfer('30.00', undefined)
  expect(await reconcilePix.run(new Date())).toMatchObject({ pixPaid: 1, pixFailed: 0 })
  const payments = await db.selectFrom('payments').select(['value', 'problem', 'boleto_id']).execute()
  expect(payments).toEqual([{ value: 10_00, problem: 'unmatched', boleto_id: null }])
})

test('queries an open charge daily, and so finds payments that the bank no longer lists', async () => {
  const { orderId, boletoId, txid } = await makeCharge()
  // The reconciliation lists only payments of the last four days.
  const sixDaysAgo = new Date(Date.now() - 6 * DAY_MS)
  bank.pay(txid, { at: sixDaysAgo })
  await db
    .updateTable('pix_charges')
    .set({ state_at: sixDaysAgo })
    .where('boleto_id', '=', boletoId)
    .execute()
  expect(await reconcilePix.run(new Date())).toEqual({ pixRead: 1, pixPaid: 1, pixFailed: 0 })
  expect((await readOrderState(orderId)).status).toBe(confirmed)
})

test('marks a charge as removed after the bank removed it', async () => {
  const { boletoId, txid } = await makeCharge()
  bank.findCharge(txid).status = 'REMOVIDA_PELO_PSP'
  const twoDaysAgo = new Date(Date.now() - 2 * DAY_MS)
  await db
    .updateTable('pix_charges')
    .set({ state_at: twoDaysAgo })
    .where('boleto_id', '=', boletoId)
    .execute()
  await reconcilePix.run(new Date())
  expect((await getCharge(boletoId)).state).toBe('removed')
})

test('a rate limit of the bank ends the run; one malformed response does not', async () => {
  const malformedCharge = await makeCharge()
  const paidCharge = await makeCharge()
  const twoDaysAgo = new Date(Date.now() - 2 * DAY_MS)
  await db.updateTable('pix_charges').set({ state_at: twoDaysAgo }).execute()
  bank.pay(paidCharge.txid, { at: new Date(Date.now() - 6 * DAY_MS) })
  bank.fail('malformed', { path: new RegExp(malformedCharge.txid), times: 1 })
  expect(await reconcilePix.run(new Date())).toEqual({ pixRead: 1, pixPaid: 1, pixFailed: 1 })
  bank.fail('status-429', { path: /\/pix\?/ })
  await expect(reconcilePix.run(new Date())).rejects.toThrow('status-429')
})

/** Creates a Pix that paid its order. Returns its payment. */
async function makePaidByPix() {
  const charge = await makeCharge()
  const pix = bank.pay(charge.txid)
  await readPix(pix)
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('event_key', '=', `pix/${pix.endToEndId}`)
    .executeTakeFirstOrThrow()
  return { ...charge, pix, paymentId: payment.id }
}

let refundCount = 0
async function requestRefund(paymentId: number, value: number) {
  refundCount += 1
  const token = String(refundCount).padStart(32, '0')
  const answer = await requestPixRefund(
    { paymentId, value, note: null, token },
    { actorUserId: staffId, source: 'staff' },
    today,
  )
  const row = await db
    .selectFrom('pix_refunds')
    .select('id')
    .where('refund_key', '=', token)
    .executeTakeFirst()
  return { answer, id: row?.id ?? 0, token }
}

const listRefunds = (paymentId: number) =>
  db
    .selectFrom('refunds')
    .select(['value', 'document', 'created_by'])
    .where('payment_id', '=', paymentId)
    .execute()

test('requests a refund once and records it when the bank settles it', async () => {
  const { paymentId, pix, value } = await makePaidByPix()
  const { answer, id } = await requestRefund(paymentId, value)
  expect(answer).toBe('asked')
  bank.fail('done-cut', { method: 'PUT', times: 1 })
  await expect(runEffect('refund-pix', id)).rejects.toThrow('unreachable')
  await runEffect('refund-pix', id, 2)
  expect(pix.devolucoes).toHaveLength(1)
  expect(await listRefunds(paymentId)).toEqual([])
  expect(await listPixRefunds(paymentId)).toMatchObject([{ value, state: 'processing' }])
  bank.settle(pix, 'DEVOLVIDO')
  await readPix(pix)
  await reconcilePix.run(new Date())
  expect(await listRefunds(paymentId)).toEqual([
    { value, document: pix.devolucoes[0]?.rtrId, created_by: staffId },
  ])
  expect(await listPixRefunds(paymentId)).toEqual([])
})

test('reconciliation finds a refund that the bank settles late', async () => {
  const { paymentId, pix } = await makePaidByPix()
  pix.horario = new Date(Date.now() - 20 * DAY_MS).toISOString()
  const { id } = await requestRefund(paymentId, 10_00)
  await runEffect('refund-pix', id)
  bank.settle(pix, 'DEVOLVIDO')
  await reconcilePix.run(new Date())
  expect(await listRefunds(paymentId)).toMatchObject([{ value: 10_00 }])
})

test('a requested refund of the whole Pix blocks further refunds until the bank reports a failure', async () => {
  const { paymentId, orderId, pix, value } = await makePaidByPix()
  const { id } = await requestRefund(paymentId, value)
  expect((await requestRefund(paymentId, 1)).answer).toBe('too-much')
  const manualRefund = {
    orderId,
    paymentId,
    value: 1,
    refundedOn: today,
    document: '1',
    note: null,
    token: 'f'.repeat(32),
  }
  expect(await recordRefund(manualRefund, { actorUserId: staffId, source: 'staff' })).toBe('too-much')
  bank.state.refundStatus = 'NAO_REALIZADO'
  await expect(runEffect('refund-pix', id)).rejects.toMatchObject({ name: 'JobRefused' })
  expect(await listPixRefunds(paymentId)).toMatchObject([{ state: 'failed' }])
  bank.state.refundStatus = 'DEVOLVIDO'
  const secondRefund = await requestRefund(paymentId, value)
  expect(secondRefund.answer).toBe('asked')
  await runEffect('refund-pix', secondRefund.id)
  expect(await listRefunds(paymentId)).toMatchObject([{ value }])
  expect(pix.devolucoes).toHaveLength(2)
})

test('requests one refund for a form sent twice', async () => {
  const { paymentId } = await makePaidByPix()
  const { token } = await requestRefund(paymentId, 5_00)
  const repeatedRequest = { paymentId, value: 5_00, note: null, token }
  expect(await requestPixRefund(repeatedRequest, { actorUserId: staffId, source: 'staff' }, today)).toBe(
    'asked',
  )
  expect(await db.selectFrom('pix_refunds').select('id').execute()).toHaveLength(1)
})

test('rejects a Pix refund after ninety days and for other payment methods', async () => {
  const { paymentId, orderId, boletoId, value } = await makePaidByPix()
  const { addDays } = await import('#app/domain/platform/calendar.ts')
  const actor = { actorUserId: staffId, source: 'staff' }
  const refund = { paymentId, value: 1_00, note: null, token: 'e'.repeat(32) }
  const afterDeadline = addDays(today, 92)
  expect(await requestPixRefund(refund, actor, afterDeadline)).toBe('too-late')
  await payBoleto({ boletoId, value })
  const boletoPayment = await db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('source', '=', 'bank-file')
    .executeTakeFirstOrThrow()
  expect((await requestRefund(boletoPayment.id, 1_00)).answer).toBe('not-pix')
})

test('leaves a return initiated by the bank to staff, who receive one mail about it', async () => {
  const { orderId, pix, value } = await makePaidByPix()
  bank.sendReturn(pix)
  await readPix(pix)
  await readPix(pix)
  await reconcilePix.run(new Date())
  const { payments, mails } = await readOrderState(orderId)
  expect(payments.map(({ problem, value: amount }) => [problem, amount])).toEqual([
    [null, value],
    ['reversed', value],
  ])
  expect(mails).toEqual(['mail-payment-confirmed', 'mail-staff-payment'])
})
