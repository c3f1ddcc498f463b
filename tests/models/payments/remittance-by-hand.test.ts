import { beforeEach, expect, test } from 'vitest'
import { changeSlip } from '#app/models/charges/slip-state.server.ts'
import { createRemittance } from '#app/models/payments/remittance.server.ts'
import { writeOffByHand } from '#app/models/payments/remittance-by-hand.server.ts'
import { countWaitingInstructions } from '#app/models/payments/remittance-waiting.server.ts'
import { renewSlip } from '#app/models/payments/slip-life.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { byStaff, makeStaff } from '#tests/factories/expeditions.ts'
import { bankAgreement, openShop } from '#tests/factories/shop.ts'
import { makeBankSlip } from '#tests/factories/slips.ts'

const now = new Date('2026-11-21T15:04:00Z')
const today = '2026-11-21'
let staff: { actorUserId: number; source: string }

beforeEach(async () => {
  await openShop()
  await db.deleteFrom('slip_instructions').execute()
  await db.deleteFrom('remittances').execute()
  staff = { actorUserId: await makeStaff(), source: 'staff' }
})

/** A registered slip given up, of which the bank is to be told. */
async function makeGivenUp() {
  const slip = await makeBankSlip()
  await createRemittance(400, staff, now)
  await withTransaction((trx) => changeSlip(trx, slip.slipId, 'registered', byStaff))
  await renewSlip(slip.orderId, { dueDate: '2026-12-10' }, staff, today)
  return { ...slip, id: await waitingOf(slip.slipId) }
}

async function waitingOf(slipId: number) {
  const { id } = await db
    .selectFrom('slip_instructions')
    .select('id')
    .where('boleto_id', '=', slipId)
    .where('remittance_id', 'is', null)
    .executeTakeFirstOrThrow()
  return id
}

const stateOf = async (slipId: number) =>
  (await db.selectFrom('boletos').select('state').where('id', '=', slipId).executeTakeFirst())?.state
const changeAgreement = () => saveSetting('bankAgreement', { ...bankAgreement, wallet: '18' })

test('a slip of a former agreement is written off by hand, once, with who did it', async () => {
  const { id, slipId, orderId } = await makeGivenUp()
  await changeAgreement()
  const asked = await Promise.all([writeOffByHand(id, staff, now), writeOffByHand(id, staff, now)])
  expect(asked.toSorted()).toEqual(['not-possible', 'written-off'])
  expect(await stateOf(slipId)).toBe('written-off')
  expect(await countWaitingInstructions()).toEqual({ registrations: 0, writeOffs: 0 })
  expect((await listHistory('order', orderId)).at(-1)).toMatchObject({
    action: 'slip-written-off',
    actor_user_id: staff.actorUserId,
  })
})

test('what a file can tell the bank is not written off by hand', async () => {
  const { id, slipId } = await makeGivenUp()
  expect(await writeOffByHand(id, staff, now)).toBe('not-possible')
  expect(await writeOffByHand(id + 1_000, staff, now)).toBe('not-possible')
  expect(await stateOf(slipId)).toBe('registered')
  expect(await countWaitingInstructions()).toEqual({ registrations: 0, writeOffs: 1 })
})

test('nor is a slip of a former agreement that waits to be registered', async () => {
  const { slipId } = await makeBankSlip()
  await changeAgreement()
  expect(await writeOffByHand(await waitingOf(slipId), staff, now)).toBe('not-possible')
  expect(await stateOf(slipId)).toBe('made')
  expect(await countWaitingInstructions()).toEqual({ registrations: 1, writeOffs: 0 })
})
