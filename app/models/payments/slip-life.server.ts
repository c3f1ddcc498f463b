import { isPayable, slipGraceDays, unpaidOrderDays } from '#app/domain/charges/slip-state.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addBusinessDays, addDays, type CivilDate, civilDateIn } from '#app/domain/platform/calendar.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { hasStandingMoney } from '#app/models/charges/payment-standing.server.ts'
import { lockCurrentBoleto, retireSlip } from '#app/models/charges/slip-state.server.ts'
import { cancelOrder } from '#app/models/orders/order-status.server.ts'
import { db, type Reader, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Cause } from '#app/models/platform/history.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox, forgetSettled } from '#app/models/platform/outbox.server.ts'

const shop: Cause = { actorUserId: null, source: 'shop' }

type Renewal = {
  /** the slip that was on the screen: with another one by now, or once it was given up, nothing more is made */
  seenSlipId?: number
  /** the customer who asks; another's order is unknown (D49) */
  profileId?: number
  /** a day staff chose, from today on; the customer gets the usual one */
  dueDate?: CivilDate
}

/**
 * A second copy with a new due date (D16): the slip there is retired, another one is promised. A customer gets one once
 * the old one is overdue or over, staff at any time. 'not-possible' for an order that does not wait for payment, a slip
 * that is paid already, and one the bank refused, which the staff look at.
 */
export function renewSlip(
  orderId: number,
  { profileId, dueDate, seenSlipId }: Renewal,
  cause: Cause,
  today = civilDateIn(new Date()),
): Promise<'renewed' | 'still-good' | 'not-possible' | 'unknown-order'> {
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order || order.profile_id !== (profileId ?? order.profile_id)) return 'unknown-order'
    if (order.status !== orderStatus.pendingPayment) return 'not-possible'
    const slip = await lockCurrentBoleto(trx, orderId)
    if (!slip || (slip.state === 'paid' && (await hasMoney(orderId, trx)))) return 'not-possible'
    const isSeen = seenSlipId === undefined || (seenSlipId === slip.id && slip.retired_why !== 'replaced')
    if (!isSeen) return 'still-good'
    const isStaff = profileId === undefined
    if (!isStaff && slip.state === 'rejected' && slip.retired_at === null) return 'not-possible'
    if (!isStaff && slip.due_date >= today && isPayable(stateOf(slip))) return 'still-good'
    await retireSlip(trx, orderId, 'replaced', cause)
    await trx
      .updateTable('orders')
      .set({ slip_due_on: dueDate ?? null })
      .where('id', '=', orderId)
      .execute()
    await promiseSlip(trx, orderId)
    const details = dueDate ? { dueDate } : {}
    await recordHistory(trx, { entity: 'order', entityId: orderId, action: 'slip-wanted', ...cause, details })
    return 'renewed'
  })
}

async function promiseSlip(trx: Trx, orderId: number): Promise<void> {
  await forgetSettled(trx, 'issue-boleto', String(orderId))
  await addToOutbox(trx, ['issue-boleto'], String(orderId))
}

/** Slips to be paid by the next working day; ones made today told their buyers already. */
export async function listSlipsDueSoon(today: CivilDate, after: number, limit: number): Promise<number[]> {
  const rows = await openSlips()
    .where('due_date', '>=', today)
    .where('due_date', '<=', addBusinessDays(today, 1))
    .where('document_date', '<', today)
    .where((eb) => eb.or([eb('state', 'in', ['sent', 'registered']), eb('issuer', '<>', 'own-bank')]))
    .where('state', '<>', 'rejected')
    .where('boletos.id', '>', after)
    .select('boletos.id')
    .orderBy('boletos.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Promises the mail that a slip is about to be due, once for each. */
export async function promiseReminder(boletoId: number): Promise<boolean> {
  const added = await withTransaction((trx) => addToOutbox(trx, ['tell-slip-due'], String(boletoId)))
  return added > 0
}

/** Orders whose slip nobody paid within three days after it was due (D16). */
export function listOverdueOrders(today: CivilDate, after: number, limit: number): Promise<number[]> {
  return listOrders(addDays(today, -slipGraceDays), after, limit)
}

function listOrders(dueBefore: CivilDate, after: number, limit: number): Promise<number[]> {
  return openSlips()
    .where('due_date', '<', dueBefore)
    .where('orders.id', '>', after)
    .select('orders.id')
    .orderBy('orders.id')
    .limit(limit)
    .execute()
    .then((rows) => rows.map(({ id }) => id))
}

/** The slip of an order is over, and its buyer is told; whatever has changed since it was listed is looked at again. */
export function expireSlip(orderId: number, today: CivilDate): Promise<boolean> {
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    const slip = await lockCurrentBoleto(trx, orderId)
    if (!slip || order?.status !== orderStatus.pendingPayment) return false
    if (slip.due_date >= addDays(today, -slipGraceDays)) return false
    if ((await retireSlip(trx, orderId, 'expired', shop)) === 'nothing') return false
    await addToOutbox(trx, ['tell-slip-expired'], String(slip.id))
    return true
  })
}

/** Orders that wait for payment although their newest slip was due thirty days ago (D16). */
export async function listUnpaidOrders(today: CivilDate, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('boletos', 'current_of', 'orders.id')
    .where('status', '=', orderStatus.pendingPayment)
    .where((eb) => eb.not(hasStandingMoney))
    .where('due_date', '<', addDays(today, -unpaidOrderDays))
    .where('orders.id', '>', after)
    .select('orders.id')
    .orderBy('orders.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Cancels an order nobody paid, with the note "não pago" and no reason, so that it is not "rejected" (D16); tells its buyer. */
export function cancelUnpaidOrder(orderId: number, today: CivilDate, now = new Date()): Promise<boolean> {
  return withTransaction(async (trx) => {
    await lockOrder(trx, orderId)
    const slip = await lockCurrentBoleto(trx, orderId)
    if (!slip || slip.due_date >= addDays(today, -unpaidOrderDays)) return false
    if ((await hasMoney(orderId, trx)) || (await isSlipUnderWay(trx, orderId))) return false
    const facts = { details: { note: 'unpaid' }, seen: { status: orderStatus.pendingPayment } }
    if ((await cancelOrder(orderId, shop, now, facts, trx)) !== 'changed') return false
    await forgetSettled(trx, 'tell-order-unpaid', String(orderId))
    await addToOutbox(trx, ['tell-order-unpaid'], String(orderId))
    return true
  })
}

function openSlips() {
  return db
    .selectFrom('boletos')
    .innerJoin('orders', 'orders.id', 'boletos.current_of')
    .where('state', 'in', ['made', 'sent', 'registered', 'rejected'])
    .where('retired_at', 'is', null)
    .where('status', '=', orderStatus.pendingPayment)
}

/** Whether money for the order counts or waits for a person. */
export async function hasMoney(orderId: number, reader: Reader = db): Promise<boolean> {
  const order = await reader
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where(hasStandingMoney)
    .executeTakeFirst()
  return order !== undefined
}

/** Whether the next slip was promised and is not made: its buyer has not had the time to pay it. */
async function isSlipUnderWay(trx: Trx, orderId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('outbox')
    .select('id')
    .where('job', '=', 'issue-boleto')
    .where('subject', '=', String(orderId))
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

function stateOf(slip: NonNullable<Awaited<ReturnType<typeof lockCurrentBoleto>>>) {
  return { state: slip.state, isRetired: slip.retired_at !== null }
}
