import type { BoletoEvent, BoletoState, BoletoWithdrawalReason } from '#app/domain/charges/boleto-state.ts'
import { boletoTransition } from '#app/domain/charges/boleto-state.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox, clearFinished } from '#app/models/platform/outbox.server.ts'

type BoletoChange = 'changed' | 'already' | 'not-possible'

/** A boleto with its row held until the transaction ends, or undefined; whoever holds its order too holds that first. */
export function lockBoleto(trx: Trx, boletoId: number) {
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
 * Takes a boleto to the state an event leads to, with a line in its order's history. 'already' when it is there,
 * 'not-possible' when it does not lead there from where it stands; a refusal brings the bank's codes in `rejection`.
 */
export async function changeBoleto(
  trx: Trx,
  boletoId: number,
  event: BoletoEvent,
  actor: Actor,
  facts: { rejection?: string } = {},
): Promise<BoletoChange> {
  const boleto = await lockBoleto(trx, boletoId)
  if (!boleto) return 'not-possible'
  const state = boletoTransition(boleto.state, event)
  if (!state) return isThere(boleto.state, event) ? 'already' : 'not-possible'
  await trx
    .updateTable('boletos')
    .set({ state, state_at: new Date(), ...rejectionAfter(event, facts.rejection) })
    .where('id', '=', boletoId)
    .execute()
  await note(trx, boleto, `boleto-${event}`, actor, facts)
  // The buyer had seen that it could not be paid.
  if (event === 'registered' && boleto.rejection !== null && boleto.current_of !== null) {
    await clearFinished(trx, 'tell-boleto-registered', String(boletoId))
    await addToOutbox(trx, ['tell-boleto-registered'], String(boletoId))
  }
  // Given up by its issuer and not by us: the buyer hears of it as of one that expired.
  if (event === 'written-off' && boleto.current_of !== null && boleto.withdrawn_at === null)
    await addToOutbox(trx, ['tell-boleto-expired'], String(boletoId))
  return 'changed'
}

/** The codes of a refusal stay until the boleto is registered after all. */
function rejectionAfter(event: BoletoEvent, codes: string | undefined) {
  if (event === 'rejected') return { rejection: codes?.slice(0, 100) ?? '' }
  return event === 'registered' ? { rejection: null } : {}
}

/** Where the event's name is the state's, it may have happened before; what has gone further is there as well. */
function isThere(state: BoletoState, event: BoletoEvent): boolean {
  return state === event || (state === 'paid' && event !== 'made-again')
}

/**
 * We no longer want the current boleto of an order paid: a gateway is asked to cancel it, a bank that may know it is told
 * in the next remittance, one never sent is over at once. Nothing where it is paid or over already. The order is held.
 */
export async function withdrawBoleto(
  trx: Trx,
  orderId: number,
  why: BoletoWithdrawalReason,
  actor: Actor,
): Promise<'withdrawn' | 'nothing'> {
  const boleto = await lockCurrentBoleto(trx, orderId)
  if (!boleto || boleto.withdrawn_at || boleto.state === 'paid' || boleto.state === 'written-off')
    return 'nothing'
  await trx
    .updateTable('boletos')
    .set({ withdrawn_at: new Date(), withdrawal_reason: why })
    .where('id', '=', boleto.id)
    .execute()
  await note(trx, boleto, 'boleto-withdrawn', actor, { why })
  if (boleto.issuer === 'own-bank') await instructBank(trx, boleto, actor)
  else await addToOutbox(trx, ['cancel-boleto'], String(boleto.id))
  return 'withdrawn'
}

async function instructBank(
  trx: Trx,
  boleto: { id: number; state: BoletoState },
  actor: Actor,
): Promise<void> {
  const withdrawn = await withdrawInstructions(trx, boleto.id, 'register')
  const isUnknownToBank = boleto.state === 'rejected' || (boleto.state === 'made' && withdrawn > 0)
  if (isUnknownToBank) await changeBoleto(trx, boleto.id, 'written-off', actor)
  else await queueInstruction(trx, boleto.id, 'write-off')
}

/** Takes back what a boleto's bank was to be told and was not yet; how many that were. */
export async function withdrawInstructions(
  trx: Trx,
  boletoId: number,
  instruction: 'register' | 'write-off',
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('boleto_instructions')
    .set({ withdrawn_at: new Date() })
    .where('boleto_id', '=', boletoId)
    .where('instruction', '=', instruction)
    .where('remittance_id', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Notes what the next remittance file tells the bank of a boleto of ours. */
export async function queueInstruction(
  trx: Trx,
  boletoId: number,
  instruction: 'register' | 'write-off',
): Promise<void> {
  await trx.insertInto('boleto_instructions').values({ boleto_id: boletoId, instruction }).execute()
}

type Noted = { order_id: number; our_number_printed: string }

async function note(
  trx: Trx,
  boleto: Noted,
  action: string,
  actor: Actor,
  facts: Record<string, unknown>,
): Promise<void> {
  await recordHistory(trx, {
    entity: 'order',
    entityId: boleto.order_id,
    action,
    ...actor,
    details: { ourNumber: boleto.our_number_printed, ...facts },
  })
}
