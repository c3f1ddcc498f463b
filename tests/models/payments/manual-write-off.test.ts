import { beforeEach, expect, test } from 'vitest'
import { changeBoleto } from '#app/models/charges/boleto-state.server.ts'
import { renewBoleto } from '#app/models/payments/boleto-renewal.server.ts'
import { writeOffManually } from '#app/models/payments/manual-write-off.server.ts'
import { countWaitingInstructions } from '#app/models/payments/pending-instructions.server.ts'
import { createRemittance } from '#app/models/payments/remittance.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeBankBoleto } from '#tests/factories/boletos.ts'
import { openShopWithoutRemittances } from '#tests/factories/remittances.ts'
import { bankAgreement } from '#tests/factories/shop.ts'

const now = new Date('2026-11-21T15:04:00Z')
const today = '2026-11-21'
let staff: Awaited<ReturnType<typeof openShopWithoutRemittances>>

beforeEach(async () => {
  staff = await openShopWithoutRemittances()
})

/** Creates a registered, withdrawn boleto, with a pending instruction to the bank. */
async function makeBoletoToWriteOff() {
  const boleto = await makeBankBoleto()
  await createRemittance(400, staff, now)
  await withTransaction((trx) => changeBoleto(trx, boleto.boletoId, 'registered', byStaff))
  await renewBoleto(boleto.orderId, { dueDate: '2026-12-10' }, staff, today)
  return { ...boleto, id: await findWaitingInstruction(boleto.boletoId) }
}

async function findWaitingInstruction(boletoId: number) {
  const { id } = await db
    .selectFrom('boleto_instructions')
    .select('id')
    .where('boleto_id', '=', boletoId)
    .where('remittance_id', 'is', null)
    .executeTakeFirstOrThrow()
  return id
}

const findBoletoState = async (boletoId: number) =>
  (await db.selectFrom('boletos').select('state').where('id', '=', boletoId).executeTakeFirst())?.state
const changeAgreement = () => saveSetting('bankAgreement', { ...bankAgreement, wallet: '18' })

test('writes off a boleto of a former agreement once for two concurrent requests, and records the author', async () => {
  const { id, boletoId, orderId } = await makeBoletoToWriteOff()
  await changeAgreement()
  const outcomes = await Promise.all([writeOffManually(id, staff, now), writeOffManually(id, staff, now)])
  expect(outcomes.toSorted()).toEqual(['not-possible', 'written-off'])
  expect(await findBoletoState(boletoId)).toBe('written-off')
  expect(await countWaitingInstructions()).toEqual({ registrations: 0, writeOffs: 0 })
  expect((await listHistory('order', orderId)).at(-1)).toMatchObject({
    action: 'boleto-written-off',
    actor_user_id: staff.actorUserId,
  })
})

test('rejects a manual write-off if a remittance can still request it or the instruction is unknown', async () => {
  const { id, boletoId } = await makeBoletoToWriteOff()
  expect(await writeOffManually(id, staff, now)).toBe('not-possible')
  const unknownId = id + 1_000
  expect(await writeOffManually(unknownId, staff, now)).toBe('not-possible')
  expect(await findBoletoState(boletoId)).toBe('registered')
  expect(await countWaitingInstructions()).toEqual({ registrations: 0, writeOffs: 1 })
})

test('rejects a manual write-off of a boleto waiting for registration', async () => {
  const { boletoId } = await makeBankBoleto()
  await changeAgreement()
  expect(await writeOffManually(await findWaitingInstruction(boletoId), staff, now)).toBe('not-possible')
  expect(await findBoletoState(boletoId)).toBe('made')
  expect(await countWaitingInstructions()).toEqual({ registrations: 1, writeOffs: 0 })
})
