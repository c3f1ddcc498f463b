import { beforeEach, expect, test } from 'vitest'
import { changeSlip } from '#app/models/charges/slip-state.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { createRemittance, findRemittance } from '#app/models/payments/remittance.server.ts'
import { findRefusable, refuseRemittance } from '#app/models/payments/remittance-refusal.server.ts'
import { renewSlip } from '#app/models/payments/slip-life.server.ts'
import { registerAgain } from '#app/models/payments/slip-registration.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { byStaff, makeStaff } from '#tests/factories/expeditions.ts'
import { openShop } from '#tests/factories/shop.ts'
import { giveBankSlip, makeBankSlip } from '#tests/factories/slips.ts'

const now = new Date('2026-11-21T15:04:00Z')
const today = '2026-11-21'
let staff: { actorUserId: number; source: string }

beforeEach(async () => {
  await openShop()
  await db.deleteFrom('slip_instructions').execute()
  await db.deleteFrom('remittances').execute()
  staff = { actorUserId: await makeStaff(), source: 'staff' }
})

async function send() {
  const made = await createRemittance(400, staff, now)
  if (made.outcome !== 'made') throw new Error(made.outcome)
  return made.id
}

const stateOf = async (slipId: number) =>
  (await db.selectFrom('boletos').select('state').where('id', '=', slipId).executeTakeFirst())?.state
const happen = (slipId: number, event: 'registered' | 'rejected') =>
  withTransaction((trx) => changeSlip(trx, slipId, event, byStaff))
const instructionsOf = (slipId: number) =>
  db
    .selectFrom('slip_instructions')
    .select(['instruction', 'remittance_id'])
    .where('boleto_id', '=', slipId)
    .orderBy('id')
    .execute()
const actionsOf = async (orderId: number) =>
  (await listHistory('order', orderId)).map(({ action, actor_user_id }) => [action, actor_user_id])

test('the slips of a file the bank refused wait for the next one; the file stays as it was', async () => {
  const [first, second] = [await makeBankSlip(), await makeBankSlip()]
  const id = await send()
  const before = await findRemittance(id)
  expect(await findRefusable(id)).toMatchObject({
    registrations: 2,
    writeOffs: 0,
    retired: 0,
    refusedAt: null,
  })
  expect(await refuseRemittance(id, staff)).toEqual({ outcome: 'refused', slips: 2 })
  expect([await stateOf(first.slipId), await stateOf(second.slipId)]).toEqual(['made', 'made'])
  expect(await findRemittance(id)).toEqual(before)
  expect((await actionsOf(first.orderId)).slice(-2)).toEqual([
    ['slip-file-refused', staff.actorUserId],
    ['slip-made-again', staff.actorUserId],
  ])
  const next = await send()
  expect(await instructionsOf(first.slipId)).toEqual([
    { instruction: 'register', remittance_id: id },
    { instruction: 'register', remittance_id: next },
  ])
  expect(await findRefusable(next)).toMatchObject({ registrations: 2 })
})

test('asked twice, also at once, it happens once; a file there is not has no refusal', async () => {
  const { slipId } = await makeBankSlip()
  const id = await send()
  const asked = await Promise.all([refuseRemittance(id, staff), refuseRemittance(id, staff)])
  expect(asked.map(({ outcome }) => outcome).toSorted()).toEqual(['already', 'refused'])
  expect(await instructionsOf(slipId)).toHaveLength(2)
  await send()
  expect(await refuseRemittance(id, staff)).toEqual({ outcome: 'already' })
  expect(await stateOf(slipId)).toBe('sent')
  expect(await refuseRemittance(id + 1_000, staff)).toEqual({ outcome: 'unknown' })
  expect(await findRefusable(id + 1_000)).toBeUndefined()
})

test('what the bank answered stays, and so does a slip sent again in a later file', async () => {
  const [registered, again] = [await makeBankSlip(), await makeBankSlip()]
  const id = await send()
  await happen(registered.slipId, 'registered')
  await happen(again.slipId, 'rejected')
  await registerAgain(again.orderId, again.slipId, staff)
  await send()
  expect(await refuseRemittance(id, staff)).toEqual({ outcome: 'refused', slips: 0 })
  expect([await stateOf(registered.slipId), await stateOf(again.slipId)]).toEqual(['registered', 'sent'])
  expect(await createRemittance(400, staff, now)).toEqual({ outcome: 'nothing' })
})

test('a slip that was sent is not registered again by itself', async () => {
  const { orderId, slipId } = await makeBankSlip()
  await send()
  expect(await registerAgain(orderId, slipId, staff)).toBe('not-possible')
  expect(await instructionsOf(slipId)).toHaveLength(1)
})

test('write-offs of the file go into the next one as well', async () => {
  const { orderId, slipId } = await makeBankSlip()
  await send()
  await happen(slipId, 'registered')
  await renewSlip(orderId, { dueDate: '2026-12-10' }, staff, today)
  const newer = await giveBankSlip(orderId, { dueDate: '2026-12-10' })
  const id = await send()
  expect(await refuseRemittance(id, staff)).toEqual({ outcome: 'refused', slips: 2 })
  expect([await stateOf(slipId), await stateOf(newer.slipId)]).toEqual(['registered', 'made'])
  expect((await actionsOf(orderId)).map(([action]) => action)).toContain('slip-write-off-again')
  const next = await send()
  expect((await instructionsOf(slipId)).slice(1)).toEqual([
    { instruction: 'write-off', remittance_id: id },
    { instruction: 'write-off', remittance_id: next },
  ])
})

test('a slip given up after it was sent is over: the bank is neither to register nor to write it off', async () => {
  const [paid, renewed] = [await makeBankSlip(), await makeBankSlip()]
  const id = await send()
  await confirmPayment(paid.orderId, byStaff, today)
  await renewSlip(renewed.orderId, { dueDate: '2026-12-10' }, staff, today)
  expect(await findRefusable(id)).toMatchObject({ registrations: 0, writeOffs: 0, retired: 2 })
  expect(await refuseRemittance(id, staff)).toEqual({ outcome: 'refused', slips: 2 })
  expect([await stateOf(paid.slipId), await stateOf(renewed.slipId)]).toEqual(['written-off', 'written-off'])
  expect(await createRemittance(400, staff, now)).toEqual({ outcome: 'nothing' })
})
