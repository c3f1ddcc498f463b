import { beforeEach, expect, test } from 'vitest'
import { changeBoleto } from '#app/models/charges/boleto-state.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { requeueRegistration } from '#app/models/payments/boleto-registration.server.ts'
import { renewBoleto } from '#app/models/payments/boleto-renewal.server.ts'
import { createRemittance, findRemittance } from '#app/models/payments/remittance.server.ts'
import {
  findRejectableRemittance,
  recordRemittanceReply,
  rejectRemittance,
} from '#app/models/payments/remittance-refusal.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { giveBankBoleto, makeBankBoleto } from '#tests/factories/boletos.ts'
import { openShopWithoutRemittances } from '#tests/factories/remittances.ts'

const now = new Date('2026-11-21T15:04:00Z')
const today = '2026-11-21'
let staff: Awaited<ReturnType<typeof openShopWithoutRemittances>>

beforeEach(async () => {
  staff = await openShopWithoutRemittances()
})

async function sendRemittance() {
  const remittance = await createRemittance(400, staff, now)
  if (remittance.outcome !== 'made') throw new Error(remittance.outcome)
  return remittance.id
}

const findBoletoState = async (boletoId: number) =>
  (await db.selectFrom('boletos').select('state').where('id', '=', boletoId).executeTakeFirst())?.state
const applyEvent = (boletoId: number, event: 'registered' | 'rejected') =>
  withTransaction((trx) => changeBoleto(trx, boletoId, event, byStaff))
const listInstructions = (boletoId: number) =>
  db
    .selectFrom('boleto_instructions')
    .select(['instruction', 'remittance_id'])
    .where('boleto_id', '=', boletoId)
    .orderBy('id')
    .execute()
const listActions = async (orderId: number) =>
  (await listHistory('order', orderId)).map(({ action, actor_user_id }) => [action, actor_user_id])

test('queues boletos of a rejected file for the next file and leaves the rejected file unchanged', async () => {
  const [firstBoleto, secondBoleto] = [await makeBankBoleto(), await makeBankBoleto()]
  const id = await sendRemittance()
  const remittanceBefore = await findRemittance(id)
  expect(await findRejectableRemittance(id)).toMatchObject({
    registrations: 2,
    writeOffs: 0,
    withdrawn: 0,
    refusedAt: null,
  })
  expect(await rejectRemittance(id, staff)).toEqual({ outcome: 'refused', boletos: 2 })
  expect([await findBoletoState(firstBoleto.boletoId), await findBoletoState(secondBoleto.boletoId)]).toEqual(
    ['made', 'made'],
  )
  expect(await findRemittance(id)).toEqual(remittanceBefore)
  expect((await listActions(firstBoleto.orderId)).slice(-2)).toEqual([
    ['boleto-file-refused', staff.actorUserId],
    ['boleto-made-again', staff.actorUserId],
  ])
  const nextId = await sendRemittance()
  expect(await listInstructions(firstBoleto.boletoId)).toEqual([
    { instruction: 'register', remittance_id: id },
    { instruction: 'register', remittance_id: nextId },
  ])
  expect(await findRejectableRemittance(nextId)).toMatchObject({ registrations: 2 })
})

test('records the rejection of a file once for concurrent requests, and reports an unknown file', async () => {
  const { boletoId } = await makeBankBoleto()
  const id = await sendRemittance()
  const outcomes = await Promise.all([rejectRemittance(id, staff), rejectRemittance(id, staff)])
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['already', 'refused'])
  expect(await listInstructions(boletoId)).toHaveLength(2)
  await sendRemittance()
  expect(await rejectRemittance(id, staff)).toEqual({ outcome: 'already' })
  expect(await findBoletoState(boletoId)).toBe('sent')
  const unknownId = id + 1_000
  expect(await rejectRemittance(unknownId, staff)).toEqual({ outcome: 'unknown' })
  expect(await findRejectableRemittance(unknownId)).toBeUndefined()
})

test('the rejection of a file skips boletos that the bank answered or that a later file contains', async () => {
  const [registeredBoleto, boletoSentAgain] = [await makeBankBoleto(), await makeBankBoleto()]
  const id = await sendRemittance()
  await applyEvent(registeredBoleto.boletoId, 'registered')
  await applyEvent(boletoSentAgain.boletoId, 'rejected')
  await requeueRegistration(boletoSentAgain.orderId, boletoSentAgain.boletoId, staff)
  await sendRemittance()
  expect(await rejectRemittance(id, staff)).toEqual({ outcome: 'refused', boletos: 0 })
  expect([
    await findBoletoState(registeredBoleto.boletoId),
    await findBoletoState(boletoSentAgain.boletoId),
  ]).toEqual(['registered', 'sent'])
  expect(await createRemittance(400, staff, now)).toEqual({ outcome: 'nothing' })
})

test('a sent boleto cannot be queued for registration again', async () => {
  const { orderId, boletoId } = await makeBankBoleto()
  await sendRemittance()
  expect(await requeueRegistration(orderId, boletoId, staff)).toBe('not-possible')
  expect(await listInstructions(boletoId)).toHaveLength(1)
})

test('queues write-offs of a rejected file for the next file', async () => {
  const { orderId, boletoId } = await makeBankBoleto()
  await sendRemittance()
  await applyEvent(boletoId, 'registered')
  await renewBoleto(orderId, { dueDate: '2026-12-10' }, staff, today)
  const newBoleto = await giveBankBoleto(orderId, { dueDate: '2026-12-10' })
  const id = await sendRemittance()
  expect(await rejectRemittance(id, staff)).toEqual({ outcome: 'refused', boletos: 2 })
  expect([await findBoletoState(boletoId), await findBoletoState(newBoleto.boletoId)]).toEqual([
    'registered',
    'made',
  ])
  expect((await listActions(orderId)).map(([action]) => action)).toContain('boleto-write-off-again')
  const nextId = await sendRemittance()
  expect((await listInstructions(boletoId)).slice(1)).toEqual([
    { instruction: 'write-off', remittance_id: id },
    { instruction: 'write-off', remittance_id: nextId },
  ])
})

test('the rejection of a file neither registers nor writes off a boleto withdrawn after it', async () => {
  const [paidBoleto, renewedBoleto] = [await makeBankBoleto(), await makeBankBoleto()]
  const id = await sendRemittance()
  await confirmPayment(paidBoleto.orderId, byStaff, today)
  await renewBoleto(renewedBoleto.orderId, { dueDate: '2026-12-10' }, staff, today)
  expect(await findRejectableRemittance(id)).toMatchObject({ registrations: 0, writeOffs: 0, withdrawn: 2 })
  expect(await rejectRemittance(id, staff)).toEqual({ outcome: 'refused', boletos: 2 })
  expect([await findBoletoState(paidBoleto.boletoId), await findBoletoState(renewedBoleto.boletoId)]).toEqual(
    ['written-off', 'written-off'],
  )
  expect(await createRemittance(400, staff, now)).toEqual({ outcome: 'nothing' })
})

test("stores the bank's last answer to a file without changing boletos", async () => {
  const { boletoId } = await makeBankBoleto()
  const id = await sendRemittance()
  const { sequence, bank } = await db
    .selectFrom('remittances')
    .select(['sequence', 'bank'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const agreement = '7654321'
  const reply = {
    ...{ bank: '001' as const, format: 400 as const, agreement, sequence: sequence % 100_000 },
    ...{ sequences: 100_000, outcome: 'rejected' as const, note: ['A', 'B'] },
  }
  expect(bank).toBe(reply.bank)
  expect(await recordRemittanceReply({ ...reply, sequence: sequence + 1 })).toBe('unknown')
  expect(await recordRemittanceReply({ ...reply, agreement: '1112245' })).toBe('unknown')
  expect(await findRejectableRemittance(id)).toMatchObject({ reply: null, replyText: null })
  expect(await recordRemittanceReply(reply)).toBe('recorded')
  expect(await recordRemittanceReply(reply)).toBe('known')
  expect(await findRejectableRemittance(id)).toMatchObject({ reply: 'rejected', replyText: 'A; B' })
  expect(await recordRemittanceReply({ ...reply, outcome: 'accepted', note: ['C'] })).toBe('recorded')
  expect(await findRejectableRemittance(id)).toMatchObject({
    reply: 'accepted',
    replyText: 'C',
    refusedAt: null,
  })
  expect(await findBoletoState(boletoId)).toBe('sent')
})
