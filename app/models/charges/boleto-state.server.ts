import type { BoletoEvent, BoletoState, BoletoWithdrawalReason } from '#app/domain/charges/boleto-state.ts'
import { findBoletoTransition } from '#app/domain/charges/boleto-state.ts'
import { enqueuePixRemoval } from '#app/models/charges/pix-charge.server.ts'
import { compileQuery, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { db, type Trx } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox, clearFinished } from '#app/models/platform/outbox.server.ts'
import { stampChange } from '#app/models/platform/updated-at.server.ts'

const MAX_CODES_LENGTH = 100

type BoletoChange = 'changed' | 'already' | 'not-possible'

/** Locks a boleto until the transaction ends. The caller must have locked the order. */
export function lockBoleto(trx: Trx, boletoId: number) {
  return trx.selectFrom('boletos').selectAll().where('id', '=', boletoId).forUpdate().executeTakeFirst()
}

/** Locks the order's current boleto. The caller must have locked the order. */
export function lockCurrentBoleto(trx: Trx, orderId: number) {
  return lockCurrentBoletoQuery.first(trx, { orderId })
}

const lockCurrentBoletoQuery = compileQuery((value: ValueSlots<{ orderId: number }>) =>
  db.selectFrom('boletos').selectAll().where('current_of', '=', value('orderId')).forUpdate(),
)

/** Applies an event to a boleto and records the event in the order's history. `rejection` contains the bank's codes. */
export async function changeBoleto(
  trx: Trx,
  boletoId: number,
  event: BoletoEvent,
  actor: Actor,
  details: { rejection?: string } = {},
): Promise<BoletoChange> {
  const boleto = await lockBoleto(trx, boletoId)
  if (!boleto) return 'not-possible'
  const state = findBoletoTransition(boleto.state, event)
  if (!state) return hasReachedState(boleto.state, event) ? 'already' : 'not-possible'
  await trx
    .updateTable('boletos')
    .set({ state, state_at: new Date(), ...getRejectionColumns(event, details.rejection) })
    .where('id', '=', boletoId)
    .execute()
  await recordBoletoEvent(trx, boleto, `boleto-${event}`, actor, details)
  await stampChange(trx, 'orders', [boleto.order_id])
  const isCurrent = boleto.current_of !== null
  const isWithdrawn = boleto.withdrawn_at !== null
  if (event === 'rejected' && isCurrent && !isWithdrawn) {
    await clearFinished(trx, 'mail-boleto-refused', String(boletoId))
    await addToOutbox(trx, ['mail-boleto-refused'], String(boletoId))
  }
  // The buyer needs a mail because they have seen that the boleto could not be paid.
  if (event === 'registered' && boleto.rejection !== null && isCurrent) {
    await clearFinished(trx, 'mail-boleto-registered', String(boletoId))
    await addToOutbox(trx, ['mail-boleto-registered'], String(boletoId))
  }
  if (boleto.issuer === 'own-bank' && (event === 'paid' || event === 'written-off'))
    await enqueuePixRemoval(trx, boletoId)
  // The buyer gets the mail about expired boletos because the shop did not request this write-off.
  if (event === 'written-off' && isCurrent && !isWithdrawn)
    await addToOutbox(trx, ['mail-boleto-expired'], String(boletoId))
  return 'changed'
}

/** Returns the rejection codes to store. A registration clears the codes. */
function getRejectionColumns(event: BoletoEvent, codes: string | undefined) {
  if (event === 'rejected') return { rejection: codes?.slice(0, MAX_CODES_LENGTH) ?? '' }
  return event === 'registered' ? { rejection: null } : {}
}

function hasReachedState(state: BoletoState, event: BoletoEvent): boolean {
  return state === event || (state === 'paid' && event !== 'made-again')
}

/**
 * Withdraws the current boleto unless it is paid or written off. A gateway cancels the boleto. For a bank, the next
 * remittance writes the boleto off. The caller must have locked the order.
 */
export async function withdrawBoleto(
  trx: Trx,
  orderId: number,
  reason: BoletoWithdrawalReason,
  actor: Actor,
): Promise<'withdrawn' | 'nothing'> {
  const boleto = await lockCurrentBoleto(trx, orderId)
  const isPayable = boleto && boleto.state !== 'paid' && boleto.state !== 'written-off'
  if (!isPayable || boleto.withdrawn_at) return 'nothing'
  await trx
    .updateTable('boletos')
    .set({ withdrawn_at: new Date(), withdrawal_reason: reason })
    .where('id', '=', boleto.id)
    .execute()
  await recordBoletoEvent(trx, boleto, 'boleto-withdrawn', actor, { why: reason })
  await stampChange(trx, 'orders', [boleto.order_id])
  if (boleto.issuer === 'own-bank') {
    await queueWriteOff(trx, boleto, actor)
    await enqueuePixRemoval(trx, boleto.id)
  } else await addToOutbox(trx, ['cancel-boleto'], String(boleto.id))
  return 'withdrawn'
}

async function queueWriteOff(
  trx: Trx,
  boleto: { id: number; state: BoletoState },
  actor: Actor,
): Promise<void> {
  const withdrawnCount = await withdrawInstructions(trx, boleto.id, 'register')
  const isUnknownToBank = boleto.state === 'rejected' || (boleto.state === 'made' && withdrawnCount > 0)
  if (isUnknownToBank) await changeBoleto(trx, boleto.id, 'written-off', actor)
  else await queueInstruction(trx, boleto.id, 'write-off')
}

/** Cancels instructions that no remittance contains yet. Returns their number. */
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

export async function queueInstruction(
  trx: Trx,
  boletoId: number,
  instruction: 'register' | 'write-off',
): Promise<void> {
  await trx.insertInto('boleto_instructions').values({ boleto_id: boletoId, instruction }).execute()
}

type RecordedBoleto = { order_id: number; our_number_printed: string }

async function recordBoletoEvent(
  trx: Trx,
  boleto: RecordedBoleto,
  action: string,
  actor: Actor,
  details: Record<string, unknown>,
): Promise<void> {
  await recordHistory(trx, {
    entity: 'order',
    entityId: boleto.order_id,
    action,
    ...actor,
    details: { ourNumber: boleto.our_number_printed, ...details },
  })
}
