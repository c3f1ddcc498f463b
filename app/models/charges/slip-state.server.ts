import type { RetiredWhy, SlipEvent, SlipState } from '#app/domain/charges/slip-state.ts'
import { slipTransition } from '#app/domain/charges/slip-state.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import { type Cause, recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox, forgetSettled } from '#app/models/platform/outbox.server.ts'

type SlipChange = 'changed' | 'already' | 'not-possible'

/** A slip with its row held until the transaction ends, or undefined; whoever holds its order too holds that first. */
export function lockSlip(trx: Trx, boletoId: number) {
  return trx.selectFrom('boletos').selectAll().where('id', '=', boletoId).forUpdate().executeTakeFirst()
}

/** The newest boleto of an order that is locked, locked as well, or undefined. */
export function lockCurrentBoleto(trx: Trx, orderId: number) {
  return trx
    .selectFrom('boletos')
    .selectAll()
    .where('current_of', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Takes a slip to the state an event leads to, with a line in its order's history. 'already' when it is there,
 * 'not-possible' when it does not lead there from where it stands; a refusal brings the bank's codes in `rejection`.
 */
export async function changeSlip(
  trx: Trx,
  boletoId: number,
  event: SlipEvent,
  cause: Cause,
  facts: { rejection?: string } = {},
): Promise<SlipChange> {
  const slip = await lockSlip(trx, boletoId)
  if (!slip) return 'not-possible'
  const state = slipTransition(slip.state, event)
  if (!state) return isThere(slip.state, event) ? 'already' : 'not-possible'
  await trx
    .updateTable('boletos')
    .set({ state, state_at: new Date(), ...rejectionAfter(event, facts.rejection) })
    .where('id', '=', boletoId)
    .execute()
  await note(trx, slip, `slip-${event}`, cause, facts)
  // The buyer had seen that it could not be paid.
  if (event === 'registered' && slip.rejection !== null && slip.current_of !== null) {
    await forgetSettled(trx, 'tell-slip-registered', String(boletoId))
    await addToOutbox(trx, ['tell-slip-registered'], String(boletoId))
  }
  // Given up by its issuer and not by us: the buyer hears of it as of one that expired.
  if (event === 'written-off' && slip.current_of !== null && slip.retired_at === null)
    await addToOutbox(trx, ['tell-slip-expired'], String(boletoId))
  return 'changed'
}

/** The codes of a refusal stay until the slip is registered after all. */
function rejectionAfter(event: SlipEvent, codes: string | undefined) {
  if (event === 'rejected') return { rejection: codes?.slice(0, 100) ?? '' }
  return event === 'registered' ? { rejection: null } : {}
}

/** Where the event's name is the state's, it may have happened before; what has gone further is there as well. */
function isThere(state: SlipState, event: SlipEvent): boolean {
  return state === event || (state === 'paid' && event !== 'made-again')
}

/**
 * We no longer want the current slip of an order paid: a gateway is asked to cancel it, a bank that may know it is told
 * in the next remittance, one never sent is over at once. Nothing where it is paid or over already. The order is held.
 */
export async function retireSlip(
  trx: Trx,
  orderId: number,
  why: RetiredWhy,
  cause: Cause,
): Promise<'retired' | 'nothing'> {
  const slip = await lockCurrentBoleto(trx, orderId)
  if (!slip || slip.retired_at || slip.state === 'paid' || slip.state === 'written-off') return 'nothing'
  await trx
    .updateTable('boletos')
    .set({ retired_at: new Date(), retired_why: why })
    .where('id', '=', slip.id)
    .execute()
  await note(trx, slip, 'slip-retired', cause, { why })
  if (slip.issuer === 'own-bank') await tellBank(trx, slip, cause)
  else await addToOutbox(trx, ['cancel-slip'], String(slip.id))
  return 'retired'
}

async function tellBank(trx: Trx, slip: { id: number; state: SlipState }, cause: Cause): Promise<void> {
  const withdrawn = await withdrawInstructions(trx, slip.id, 'register')
  const isUnknownToBank = slip.state === 'rejected' || (slip.state === 'made' && withdrawn > 0)
  if (isUnknownToBank) await changeSlip(trx, slip.id, 'written-off', cause)
  else await instruct(trx, slip.id, 'write-off')
}

/** Takes back what a slip's bank was to be told and was not yet; how many that were. */
export async function withdrawInstructions(
  trx: Trx,
  boletoId: number,
  instruction: 'register' | 'write-off',
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('slip_instructions')
    .set({ withdrawn_at: new Date() })
    .where('boleto_id', '=', boletoId)
    .where('instruction', '=', instruction)
    .where('remittance_id', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Notes what the next remittance file tells the bank of a slip of ours. */
export async function instruct(
  trx: Trx,
  boletoId: number,
  instruction: 'register' | 'write-off',
): Promise<void> {
  await trx.insertInto('slip_instructions').values({ boleto_id: boletoId, instruction }).execute()
}

type Noted = { order_id: number; our_number_printed: string }

async function note(
  trx: Trx,
  slip: Noted,
  action: string,
  cause: Cause,
  facts: Record<string, unknown>,
): Promise<void> {
  await recordHistory(trx, {
    entity: 'order',
    entityId: slip.order_id,
    action,
    ...cause,
    details: { ourNumber: slip.our_number_printed, ...facts },
  })
}
