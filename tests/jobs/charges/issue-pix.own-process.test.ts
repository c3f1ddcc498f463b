import { expect, test } from 'vitest'
import type { Fault } from '#tests/support/fakes/fake-server.ts'
import {
  bank,
  db,
  getCharge,
  getNewestCharge,
  isEffectOpen,
  makeBoleto,
  makeCharge,
  readOrderState,
  runEffect,
  saveSetting,
} from '#tests/support/fakes/pix-shop.ts'

const { parsePix } = await import('#app/domain/charges/pix.ts')
const { cancelOrder, confirmPayment } = await import('#app/models/orders/order-status.server.ts')
const { renewBoleto } = await import('#app/models/payments/boleto-renewal.server.ts')
const { findJob } = await import('#app/jobs/registry.server.ts')
const { addBusinessDays, addDays, toCivilDate, countDaysBetween, getWeekday } = await import(
  '#app/domain/platform/calendar.ts'
)
const { makeOrder } = await import('#tests/factories/orders.ts')
const { makeDownload } = await import('#tests/factories/publications.ts')
const { findBoleto, recordBoletoFile } = await import('#app/models/charges/boleto.server.ts')

const pending = 1
const confirmed = 2
const today = toCivilDate(new Date())
const byHand = { actorUserId: null, source: 'shop' } as const

test('creates a charge with the boleto’s value and due date, and adds no Pix code to the boleto', async () => {
  const { orderId, boletoId, txid, value } = await makeCharge()
  const boleto = await findBoleto(boletoId)
  expect(bank.charges).toHaveLength(1)
  expect(bank.findCharge(txid)).toMatchObject({
    kind: 'cobv',
    requestBody: {
      valor: { original: (value / 100).toFixed(2) },
      calendario: { dataDeVencimento: boleto?.due_date },
      solicitacaoPagador: `Pedido ${orderId}`,
    },
  })
  const charge = await getCharge(boletoId)
  expect(charge).toMatchObject({ state: 'active', kind: 'cobv' })
  expect(parsePix(charge.payload ?? '')).toMatchObject({ valid: true, key: null })
  expect(boleto?.pix_payload).toBeNull()
})

test('creates an immediate charge if the owner selected it', async () => {
  await saveSetting('pix', { isOffered: true, key: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906', kind: 'cob' })
  const { txid } = await makeCharge()
  expect(bank.findCharge(txid).kind).toBe('cob')
})

function getNextSaturday(): string {
  const saturdayNumber = 6
  const inAWeek = addDays(today, 7)
  return addDays(inAWeek, saturdayNumber - getWeekday(inAWeek))
}

/** Creates a boleto with these dates, and its charge. Returns the request that created the charge. */
async function makeChargeDue(dueDate: string, payableUntil: string | null) {
  const { boletoId, txid } = await makeBoleto()
  const dates = { due_date: dueDate, document_date: today, payable_until: payableUntil }
  await db.updateTable('boletos').set(dates).where('id', '=', boletoId).execute()
  await runEffect('issue-pix', boletoId)
  return bank.findCharge(txid).requestBody as { calendario: Record<string, number> }
}

test('a charge can be paid until the last day of the boleto', async () => {
  const chargeWithGrace = await makeChargeDue(addDays(today, 5), addDays(today, 14))
  expect(chargeWithGrace.calendario.validadeAposVencimento).toBe(9)
  // After a Saturday, the three business days of grace are at least four days.
  const saturday = getNextSaturday()
  const saturdayCharge = await makeChargeDue(saturday, null)
  const days = countDaysBetween(saturday, addBusinessDays(saturday, 3))
  expect(days).toBeGreaterThanOrEqual(4)
  expect(saturdayCharge.calendario.validadeAposVencimento).toBe(days)
})

test('an immediate charge expires with the last day of the boleto', async () => {
  await saveSetting('pix', { isOffered: true, key: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906', kind: 'cob' })
  const { calendario } = await makeChargeDue(addDays(today, 5), addDays(today, 14))
  const getDayIn = (seconds = 0) => toCivilDate(new Date(Date.now() + seconds * 1000))
  expect(getDayIn((calendario.expiracao ?? 0) - 60)).toBe(addDays(today, 14))
  expect(getDayIn((calendario.expiracao ?? 0) + 60)).toBe(addDays(today, 15))
})

test('requests no charge if Pix is not offered', async () => {
  await saveSetting('pix', { isOffered: false, key: '', kind: 'cobv' })
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  await findJob('issue-boleto')?.run(String(orderId), { id: 1 })
  expect(await db.selectFrom('pix_charges').select('id').execute()).toEqual([])
  expect(await db.selectFrom('outbox').select('id').where('job', '=', 'issue-pix').execute()).toEqual([])
})

test('each boleto has a unique txid that starts with the order number', async () => {
  const firstCharge = await makeCharge()
  await renewBoleto(firstCharge.orderId, { dueDate: today }, { actorUserId: null, source: 'staff' })
  await findJob('issue-boleto')?.run(String(firstCharge.orderId), { id: 1 })
  const secondCharge = await getNewestCharge(firstCharge.orderId)
  expect(secondCharge.txid).not.toBe(firstCharge.txid)
  for (const { txid } of [firstCharge, secondCharge]) expect(txid).toMatch(/^[a-zA-Z0-9]{26,35}$/)
  expect(secondCharge.txid.startsWith(String(firstCharge.orderId).padStart(10, '0'))).toBe(true)
})

test.each<Fault>(['done-cut', 'status-500', 'status-429', 'malformed', 'cut'])(
  'creates exactly one charge after the bank fails once (%s)',
  async (fault) => {
    const { boletoId } = await makeBoleto()
    bank.fail(fault, { method: 'PUT', times: 1 })
    await expect(runEffect('issue-pix', boletoId)).rejects.toThrow()
    expect(await getCharge(boletoId)).toMatchObject({ state: 'wanted', payload: null })
    await runEffect('issue-pix', boletoId, 2)
    expect(bank.charges).toHaveLength(1)
    expect(await getCharge(boletoId)).toMatchObject({ state: 'active' })
  },
)

test('leaves a rejected charge to staff and does not change the boleto', async () => {
  await saveSetting('pix', { isOffered: true, key: 'outra@exemplo.test', kind: 'cobv' })
  const { orderId, boletoId } = await makeBoleto()
  await expect(runEffect('issue-pix', boletoId)).rejects.toMatchObject({ name: 'JobRefused' })
  expect(await readOrderState(orderId)).toMatchObject({
    status: pending,
    boletos: [{ state: 'made', pix: 'wanted' }],
  })
})

test('removes a charge whose response was lost before the order was cancelled', async () => {
  const { orderId, boletoId, txid } = await makeBoleto()
  bank.fail('done-cut', { method: 'PUT', times: 1 })
  await expect(runEffect('issue-pix', boletoId)).rejects.toThrow('unreachable')
  await cancelOrder(orderId, byHand)
  await runEffect('issue-pix', boletoId, 2)
  expect(bank.findCharge(txid).status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR')
  expect(await getCharge(boletoId)).toMatchObject({ state: 'removed' })
})

test('removes a charge that the bank creates while the order is cancelled', async () => {
  const { orderId, boletoId, txid } = await makeBoleto()
  let cancelling: Promise<unknown> | undefined
  bank.state.afterCharge = () => {
    cancelling = cancelOrder(orderId, byHand)
  }
  bank.fail('done-cut', { method: 'PUT', times: 1 })
  await expect(runEffect('issue-pix', boletoId)).rejects.toThrow()
  await cancelling
  await runEffect('remove-pix', boletoId)
  expect(bank.findCharge(txid).status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR')
  await runEffect('issue-pix', boletoId, 2)
  expect(await getCharge(boletoId)).toMatchObject({ state: 'removed' })
})

test('marks a charge created after its removal as active', async () => {
  const { orderId, boletoId, txid } = await makeBoleto()
  const { recordPixCharge } = await import('#app/models/charges/pix-charge.server.ts')
  await cancelOrder(orderId, byHand)
  await runEffect('remove-pix', boletoId)
  expect(await getCharge(boletoId)).toMatchObject({ state: 'removed' })
  // Simulates a job that issued the charge and whose request was in progress all the time.
  expect(await recordPixCharge(boletoId, 'code')).toBe('not-wanted')
  expect(await getCharge(boletoId)).toMatchObject({ state: 'active', txid })
})

test.each(['renewed', 'cancelled', 'paid by hand'] as const)(
  'removes the charge of an order that is %s',
  async (how) => {
    const { orderId, boletoId, txid } = await makeCharge()
    if (how === 'renewed')
      await renewBoleto(orderId, { dueDate: today }, { actorUserId: null, source: 'staff' })
    if (how === 'cancelled') await cancelOrder(orderId, byHand)
    if (how === 'paid by hand') await confirmPayment(orderId, byHand, today)
    await runEffect('remove-pix', boletoId)
    expect(bank.findCharge(txid).status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR')
    expect(await getCharge(boletoId)).toMatchObject({ state: 'removed' })
    expect(await isEffectOpen('remove-pix', boletoId)).toBe(false)
  },
)

test('confirms the cancelled order when the charge is paid during its removal', async () => {
  const { orderId, boletoId, txid, value } = await makeCharge()
  await cancelOrder(orderId, byHand)
  bank.state.beforeRemoval = () => void bank.pay(txid)
  await runEffect('remove-pix', boletoId)
  expect(await readOrderState(orderId)).toMatchObject({
    status: confirmed,
    boletos: [{ pix: 'paid' }],
    payments: [{ source: 'pix', value, problem: null }],
    mails: ['mail-payment-confirmed', 'mail-staff-payment'],
  })
})

test('detects that a removal with a lost response succeeded', async () => {
  const { orderId, boletoId, txid } = await makeCharge()
  await cancelOrder(orderId, byHand)
  bank.fail('done-cut', { method: 'PATCH', times: 1 })
  await expect(runEffect('remove-pix', boletoId)).rejects.toThrow('unreachable')
  await runEffect('remove-pix', boletoId, 2)
  expect(bank.listRequests('PATCH', /./)).toHaveLength(1)
  expect(await getCharge(boletoId)).toMatchObject({ state: 'removed', txid })
})

test('delays the order mail until PDF and Pix exist', async () => {
  const isHeldBack = async (orderId: number) =>
    (
      await db
        .selectFrom('outbox')
        .select('not_before')
        .where('job', '=', 'mail-order-received')
        .where('subject', '=', String(orderId))
        .executeTakeFirstOrThrow()
    ).not_before !== null
  const pdfFirst = await makeBoleto()
  await recordBoletoFile(pdfFirst.boletoId, 'boletos/1.pdf')
  expect(await isHeldBack(pdfFirst.orderId)).toBe(true)
  await runEffect('issue-pix', pdfFirst.boletoId)
  expect(await isHeldBack(pdfFirst.orderId)).toBe(false)
  const pixFirst = await makeCharge()
  expect(await isHeldBack(pixFirst.orderId)).toBe(true)
  await recordBoletoFile(pixFirst.boletoId, 'boletos/2.pdf')
  expect(await isHeldBack(pixFirst.orderId)).toBe(false)
})
