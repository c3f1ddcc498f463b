import { beforeEach, expect, test } from 'vitest'
import {
  bank,
  db,
  enqueuePixReading,
  makeCharge,
  readOrderState,
  reconcilePix,
  work,
} from '#tests/support/fakes/pix-shop.ts'

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
let tokens = 0

beforeEach(async () => {
  staff = { actorUserId: await makeStaff(), source: 'staff' }
})

const makeToken = () => String(++tokens).padStart(32, '0')

async function hear({ endToEndId }: Pix) {
  await enqueuePixReading([endToEndId])
  await work('read-pix', endToEndId)
}

/** Applies a return file with a payment of the boleto. Returns its outcome. */
function payBoleto({ boletoId, value }: { boletoId: number; value: number }, key = `bank/${boletoId}`) {
  const money = { eventKey: key, source: 'bank-file', boletoId, value } as const
  return receivePayment({ ...money, paidOn: today, creditedOn: today }, byBank, today)
}

async function loadPayment(eventKey: string) {
  return db.selectFrom('payments').selectAll().where('event_key', '=', eventKey).executeTakeFirstOrThrow()
}

const loadPixPayment = ({ endToEndId }: Pix) => loadPayment(`pix/${endToEndId}`)

async function makePaidByPix() {
  const made = await makeCharge()
  const pix = bank.pay(made.txid)
  await hear(pix)
  return { ...made, pix, paymentId: (await loadPixPayment(pix)).id }
}

const listReversals = () =>
  db
    .selectFrom('payments')
    .select(['value', 'reverses_id'])
    .where('problem', '=', 'reversed')
    .where('resolution', 'is', null)
    .orderBy('id')
    .execute()

type PaymentPlace = { orderId: number | null; paymentId: number | null; isOther?: boolean }

function giveBack(of: PaymentPlace, value: number) {
  const data = { refundedOn: today, document: 'TED 1', note: null, token: makeToken() }
  return recordRefund({ ...of, value, ...data }, staff)
}

async function ask(paymentId: number, value: number) {
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
async function settle(pix: Pix, index: number, status: 'DEVOLVIDO' | 'NAO_REALIZADO') {
  Object.assign(pix.devolucoes[index] ?? {}, { status })
  await hear(pix)
}

const findResolution = async (pix: Pix) => (await loadPixPayment(pix)).resolution

test('links a bank’s return to its Pix when the boleto was also paid', async () => {
  const made = await makePaidByPix()
  expect(await payBoleto(made)).toBe('double')
  bank.giveBack(made.pix)
  await hear(made.pix)
  expect(await listReversals()).toEqual([{ value: made.value, reverses_id: made.paymentId }])
  const { id } = await loadPayment(`bank/${made.boletoId}`)
  expect(await giveBack({ orderId: made.orderId, paymentId: id }, made.value)).toBe('recorded')
  expect(await payBoleto(made, 'bank/again')).toBe('noted')
})

test('rejects a refund of the part of an unmatched Pix that the bank returned', async () => {
  const pix = bank.transfer('10.00', `0000999999000${'a'.repeat(19)}`)
  await hear(pix)
  const { id } = await loadPixPayment(pix)
  bank.giveBack(pix, '4.00')
  await hear(pix)
  expect(await listReversals()).toEqual([{ value: 4_00, reverses_id: id }])
  expect(await giveBack({ orderId: null, paymentId: id }, 6_01)).toBe('too-much')
  expect(await giveBack({ orderId: null, paymentId: id, isOther: true }, 6_00)).toBe('recorded')
  expect(await findResolution(pix)).toBe('refunded')
})

test('shows the question whether the return of an unmatched Pix is a refund that staff recorded', async () => {
  const pix = bank.transfer('10.00', `0000999999000${'a'.repeat(19)}`)
  await hear(pix)
  const { id } = await loadPixPayment(pix)
  expect(await giveBack({ orderId: null, paymentId: id }, 5_00)).toBe('recorded')
  bank.giveBack(pix, '4.00')
  await hear(pix)
  const answer = async (refund?: 'part' | 'other') =>
    resolvePayment(await findOpenReturn(id, 4_00), { resolution: 'upheld', refund }, staff, today)
  expect(await answer()).toBe('part-or-other')
  expect(await answer('part')).toBe('resolved')
  const outgoing = await dayClosing.totals({ start: today, end: today, today })
  expect([outgoing.accounts.refund?.value, outgoing.accounts.chargeback?.value]).toEqual([5_00, undefined])
})

test('books the return of a Pix that staff assigned to an order on that order', async () => {
  const { orderId, value } = await makeCharge()
  const pix = bank.transfer((value / 100).toFixed(2), `0000999999000${'a'.repeat(19)}`)
  await hear(pix)
  const { id } = await loadPixPayment(pix)
  expect(await resolvePayment(id, { resolution: 'assigned', orderId }, staff, today)).toBe('resolved')
  bank.giveBack(pix, '1.00')
  await hear(pix)
  const back = await db.selectFrom('payments').select('order_id').where('reverses_id', '=', id).execute()
  expect(back).toEqual([{ order_id: orderId }])
  expect(await giveBack({ orderId, paymentId: null }, value)).toBe('too-much')
})

test.each(['return is reported', 'return is upheld', 'refund is recorded'] as const)(
  'counts money of a Pix on its order when the %s before the assignment',
  async (event) => {
    const { orderId, value } = await makeCharge()
    const pix = bank.transfer((value / 100).toFixed(2), `0000999999000${'a'.repeat(19)}`)
    await hear(pix)
    const { id } = await loadPixPayment(pix)
    const uphold = async () =>
      expect(
        await resolvePayment(await findOpenReturn(id, 1_00), { resolution: 'upheld' }, staff, today),
      ).toBe('resolved')
    if (event === 'refund is recorded')
      expect(await giveBack({ orderId: null, paymentId: id }, 1_00)).toBe('recorded')
    else {
      bank.giveBack(pix, '1.00')
      await hear(pix)
    }
    if (event === 'return is upheld') await uphold()
    expect(await resolvePayment(id, { resolution: 'assigned', orderId }, staff, today)).toBe('resolved')
    if (event === 'return is reported') await uphold()
    expect(await giveBack({ orderId, paymentId: null, isOther: true }, value)).toBe('too-much')
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
  const made = await makePaidByPix()
  for (const part of ['1.00', '2.00']) {
    bank.giveBack(made.pix, part)
    await hear(made.pix)
  }
  expect(await payBoleto(made)).toBe('double')
  bank.giveBack(made.pix, ((made.value - 3_00) / 100).toFixed(2))
  await hear(made.pix)
  await reconcilePix.run(new Date())
  const parts = [1_00, 2_00, made.value - 3_00]
  expect(await listReversals()).toEqual(parts.map((value) => ({ value, reverses_id: made.paymentId })))
  expect(await payBoleto(made, 'bank/again')).toBe('noted')
})

test('rejects a refund of money that the bank charged back', async () => {
  const { orderId, pix, value } = await makePaidByPix()
  bank.giveBack(pix, '1.00')
  await hear(pix)
  expect(await giveBack({ orderId, paymentId: null }, value)).toBe('too-much')
  await db
    .updateTable('payments')
    .set({ resolution: 'dismissed', resolved_at: new Date() })
    .where('problem', '=', 'reversed')
    .execute()
  expect(await giveBack({ orderId, paymentId: null }, value)).toBe('recorded')
})

test('matches a return to the refund that staff recorded, and matches no other return to it', async () => {
  const { orderId, paymentId, pix, value } = await makePaidByPix()
  expect(await giveBack({ orderId, paymentId }, 1_00)).toBe('recorded')
  const id = await ask(paymentId, 1_00)
  bank.state.refunds = 'DEVOLVIDO'
  await work('refund-pix', id)
  bank.giveBack(pix, '1.00')
  await hear(pix)
  await hear(pix)
  expect(await listReversals()).toEqual([])
  bank.giveBack(pix, '1.00')
  await hear(pix)
  await hear(pix)
  expect(await listReversals()).toEqual([{ value: 1_00, reverses_id: paymentId }])
  expect(await giveBack({ orderId, paymentId, isOther: true }, value - 3_00)).toBe('recorded')
  for (const part of ['0.50', ((value - 3_50) / 100).toFixed(2)]) bank.giveBack(pix, part)
  await hear(pix)
  expect(await listReversals()).toHaveLength(1)
})

test('lists a chargeback that equals the sum of recorded refunds', async () => {
  const { orderId, paymentId, pix } = await makePaidByPix()
  for (const part of [3_00, 2_00]) expect(await giveBack({ orderId, paymentId }, part)).toBe('recorded')
  bank.giveBack(pix, '5.00')
  Object.assign(pix.devolucoes.at(-1) ?? {}, { natureza: 'MED_FRAUDE' })
  await hear(pix)
  expect(await listReversals()).toEqual([{ value: 5_00, reverses_id: paymentId }])
})

test('records the parts of a recorded refund in the history of the order', async () => {
  const { orderId, paymentId, pix } = await makePaidByPix()
  expect(await giveBack({ orderId, paymentId }, 5_00)).toBe('recorded')
  for (const part of ['3.00', '2.00']) bank.giveBack(pix, part)
  await hear(pix)
  await hear(pix)
  const actions = (await listHistory('order', orderId)).map(({ action }) => action)
  expect(actions.filter((action) => action === 'payment-resolved')).toHaveLength(2)
})

test('rejects a return as a part of a smaller refund, and reopens a part together with its refund', async () => {
  const { orderId, paymentId, pix } = await makePaidByPix()
  expect(await giveBack({ orderId, paymentId }, 5_00)).toBe('recorded')
  const answers = []
  for (const part of ['3.00', '4.00']) {
    bank.giveBack(pix, part)
    await hear(pix)
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
  const undo = { refundId, reason: 'Não saiu', reversedOn: today }
  expect(await reverseRefund(undo, staff)).toBe('reversed')
  expect((await listReversals()).map(({ value }) => value)).toEqual([3_00, 4_00])
})

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

test('lists a return that equals a refund with a matched part', async () => {
  const { orderId, paymentId, pix } = await makePaidByPix()
  expect(await giveBack({ orderId, paymentId }, 5_00)).toBe('recorded')
  bank.giveBack(pix, '4.80')
  await hear(pix)
  const part = await findOpenReturn(paymentId, 4_80)
  expect(await resolvePayment(part, { resolution: 'upheld', refund: 'part' }, staff, today)).toBe('resolved')
  bank.giveBack(pix, '5.00')
  await hear(pix)
  expect(await findOpenReturn(paymentId, 5_00)).toBeGreaterThan(part)
})

test('lists the whole return when staff recorded a refund of most of the Pix', async () => {
  const { orderId, paymentId, pix, value } = await makePaidByPix()
  expect(await giveBack({ orderId, paymentId }, value - 5_00)).toBe('recorded')
  bank.giveBack(pix, '8.00')
  await hear(pix)
  expect(await listReversals()).toEqual([{ value: 8_00, reverses_id: paymentId }])
})

test('reopens a payment when the return that closed it failed', async () => {
  const { orderId, txid } = await makeCharge()
  const pix = bank.pay(txid, { value: '1.00' })
  await hear(pix)
  const { id } = await loadPixPayment(pix)
  for (const part of ['0.40', '0.60']) bank.giveBack(pix, part)
  await hear(pix)
  const accept = () => resolvePayment(id, { resolution: 'accepted' }, staff, today)
  expect(await accept()).toBe('nothing-left')
  expect(await resolvePayment(await findOpenReturn(id, 40), { resolution: 'upheld' }, staff, today)).toBe(
    'resolved',
  )
  expect(await findResolution(pix)).toBe('refunded')
  const stayed = { resolution: 'dismissed', note: 'Não saiu' } as const
  expect(await resolvePayment(await findOpenReturn(id, 60), stayed, staff, today)).toBe('resolved')
  expect(await findResolution(pix)).toBeNull()
  expect((await readOrderState(orderId)).status).toBe(1)
})

test('reopens a payment when the return that closed it becomes a part of a refund', async () => {
  const { txid } = await makeCharge()
  const pix = bank.pay(txid, { value: '1.00' })
  await hear(pix)
  const { id, order_id: orderId } = await loadPixPayment(pix)
  expect(await giveBack({ orderId, paymentId: id }, 50)).toBe('recorded')
  bank.giveBack(pix, '0.40')
  await hear(pix)
  expect(await giveBack({ orderId, paymentId: id, isOther: true }, 10)).toBe('recorded')
  expect(await findResolution(pix)).toBe('refunded')
  const answer = { resolution: 'upheld', refund: 'part' } as const
  expect(await resolvePayment(await findOpenReturn(id, 40), answer, staff, today)).toBe('resolved')
  expect(await findResolution(pix)).toBeNull()
})

test('rejects assigning a Pix to an order while it is being refunded', async () => {
  const { orderId, txid } = await makeCharge()
  const pix = bank.pay(txid, { value: '1.00' })
  await hear(pix)
  const { id } = await loadPixPayment(pix)
  const refund = await ask(id, 1_00)
  const accept = () => resolvePayment(id, { resolution: 'accepted' }, staff, today)
  expect(await accept()).toBe('being-refunded')
  await work('refund-pix', refund)
  expect(await accept()).toBe('being-refunded')
  expect((await readOrderState(orderId)).status).toBe(1)
  await settle(pix, 0, 'NAO_REALIZADO')
  expect(await accept()).toBe('resolved')
  expect((await readOrderState(orderId)).status).toBe(2)
})

test('closes a payment whose return staff confirm, and pays no order with it', async () => {
  const { orderId, txid } = await makeCharge()
  const pix = bank.pay(txid, { value: '1.00' })
  await hear(pix)
  const { id } = await loadPixPayment(pix)
  bank.giveBack(pix, '1.00')
  await hear(pix)
  const { id: back } = await db
    .selectFrom('payments')
    .select('id')
    .where('reverses_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(await resolvePayment(back, { resolution: 'upheld' }, staff, today)).toBe('resolved')
  expect(await findResolution(pix)).toBe('refunded')
  expect(await resolvePayment(id, { resolution: 'accepted' }, staff, today)).toBe('already')
  expect((await readOrderState(orderId)).status).toBe(1)
})

test('two partial refunds settle a payment after both are done', async () => {
  const made = await makeCharge()
  await payBoleto(made)
  const pix = bank.pay(made.txid)
  await hear(pix)
  const { id } = await loadPixPayment(pix)
  for (const part of [1_00, made.value - 1_00]) await work('refund-pix', await ask(id, part))
  await settle(pix, 0, 'DEVOLVIDO')
  expect(await findResolution(pix)).toBeNull()
  await settle(pix, 1, 'DEVOLVIDO')
  expect(await findResolution(pix)).toBe('refunded')
})

test('leaves a refund to staff that the bank settles after another repayment', async () => {
  const { orderId, paymentId, pix, value } = await makePaidByPix()
  const id = await ask(paymentId, value)
  bank.state.refunds = 'NAO_REALIZADO'
  await expect(work('refund-pix', id)).rejects.toMatchObject({ name: 'JobRefused' })
  expect(await giveBack({ orderId, paymentId }, value)).toBe('recorded')
  await settle(pix, 0, 'DEVOLVIDO')
  await hear(pix)
  expect(await listReversals()).toEqual([{ value, reverses_id: paymentId }])
  expect((await readOrderState(orderId)).mails).toEqual(['mail-payment-confirmed', 'mail-staff-payment'])
})

test('lists a refund as failed until staff close it, when the bank fails it later', async () => {
  const { paymentId, pix } = await makePaidByPix()
  const id = await ask(paymentId, 1_00)
  await work('refund-pix', id)
  await settle(pix, 0, 'NAO_REALIZADO')
  const listFailed = () =>
    db
      .selectFrom('outbox')
      .select(['subject', 'last_error'])
      .where('job', '=', 'refund-pix')
      .where('refused_at', 'is not', null)
      .where('done_at', 'is', null)
      .execute()
  expect(await listFailed()).toEqual([{ subject: String(id), last_error: 'the bank refuses: NAO_REALIZADO' }])
  await work('refund-pix', id)
  expect(await listFailed()).toEqual([])
})

test('detects a refund that fails before its response was read', async () => {
  const { paymentId, pix } = await makePaidByPix()
  const id = await ask(paymentId, 1_00)
  bank.fail('done-cut', { method: 'PUT', times: 1 })
  await expect(work('refund-pix', id)).rejects.toThrow('unreachable')
  await settle(pix, 0, 'NAO_REALIZADO')
  const rows = await db
    .selectFrom('outbox')
    .select('refused_at')
    .where('job', '=', 'refund-pix')
    .where('subject', '=', String(id))
    .execute()
  expect(rows).toEqual([{ refused_at: expect.any(Date) }])
})

test('parses the other Pix of a list with a malformed entry', async () => {
  const [odd, sound] = [await makeCharge(), await makeCharge()]
  bank.pay(odd.txid, { value: '1,00' })
  bank.pay(sound.txid)
  expect(await reconcilePix.run(new Date())).toEqual({ pixRead: 1, pixPaid: 1, pixFailed: 1 })
  expect((await readOrderState(sound.orderId)).status).toBe(2)
})
