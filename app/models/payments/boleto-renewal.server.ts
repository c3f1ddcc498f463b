import { boletoGraceDays, isPayable, unpaidOrderDays } from '#app/domain/charges/boleto-state.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addBusinessDays, addDays, type CivilDate, civilDateIn } from '#app/domain/platform/calendar.ts'
import { lockCurrentBoleto, withdrawBoleto } from '#app/models/charges/boleto-state.server.ts'
import { withCountedPayment } from '#app/models/charges/counted-payment.server.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { cancelOrder } from '#app/models/orders/order-status.server.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox, clearFinished } from '#app/models/platform/outbox.server.ts'

const shop: Actor = { actorUserId: null, source: 'shop' }

type Renewal = {
  /** the boleto that was on the screen: with another one by now, or once it was given up, nothing more is made */
  seenBoletoId?: number
  /** the customer who asks; another's order is unknown (D49) */
  profileId?: number
  /** a day staff chose, from today on; the customer gets the usual one */
  dueDate?: CivilDate
}

/**
 * A second copy with a new due date (D16): the boleto there is withdrawn, another one is promised. A customer gets one once
 * the old one is overdue or over, staff at any time. 'not-possible' for an order that does not wait for payment, a boleto
 * that is paid already, and one the bank refused, which the staff look at.
 */
export function renewBoleto(
  orderId: number,
  { profileId, dueDate, seenBoletoId }: Renewal,
  actor: Actor,
  today = civilDateIn(new Date()),
): Promise<'renewed' | 'still-good' | 'not-possible' | 'unknown-order'> {
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order || order.profile_id !== (profileId ?? order.profile_id)) return 'unknown-order'
    if (order.status !== orderStatus.pendingPayment) return 'not-possible'
    const boleto = await lockCurrentBoleto(trx, orderId)
    if (!boleto || (boleto.state === 'paid' && (await hasCountedPayment(orderId, trx)))) return 'not-possible'
    const isSeen =
      seenBoletoId === undefined || (seenBoletoId === boleto.id && boleto.withdrawal_reason !== 'replaced')
    if (!isSeen) return 'still-good'
    const isStaff = profileId === undefined
    if (!isStaff && boleto.state === 'rejected' && boleto.withdrawn_at === null) return 'not-possible'
    if (!isStaff && boleto.due_date >= today && isPayable(stateOf(boleto))) return 'still-good'
    await withdrawBoleto(trx, orderId, 'replaced', actor)
    await trx
      .updateTable('orders')
      .set({ boleto_due_on: dueDate ?? null })
      .where('id', '=', orderId)
      .execute()
    await promiseBoleto(trx, orderId)
    const details = dueDate ? { dueDate } : {}
    await recordHistory(trx, {
      entity: 'order',
      entityId: orderId,
      action: 'boleto-wanted',
      ...actor,
      details,
    })
    return 'renewed'
  })
}

async function promiseBoleto(trx: Trx, orderId: number): Promise<void> {
  await clearFinished(trx, 'issue-boleto', String(orderId))
  await addToOutbox(trx, ['issue-boleto'], String(orderId))
}

/** Boletos to be paid by the next working day; ones made today told their buyers already. */
export async function listBoletosDueSoon(today: CivilDate, after: number, limit: number): Promise<number[]> {
  const rows = await openBoletos()
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

/** Promises the mail that a boleto is about to be due, once for each. */
export async function enqueueReminder(boletoId: number): Promise<boolean> {
  const added = await withTransaction((trx) => addToOutbox(trx, ['tell-boleto-due'], String(boletoId)))
  return added > 0
}

/** Orders whose boleto nobody paid within three days after it was due (D16). */
export function listOverdueOrders(today: CivilDate, after: number, limit: number): Promise<number[]> {
  return listOrders(addDays(today, -boletoGraceDays), after, limit)
}

function listOrders(dueBefore: CivilDate, after: number, limit: number): Promise<number[]> {
  return openBoletos()
    .where('due_date', '<', dueBefore)
    .where('orders.id', '>', after)
    .select('orders.id')
    .orderBy('orders.id')
    .limit(limit)
    .execute()
    .then((rows) => rows.map(({ id }) => id))
}

/** The boleto of an order is over, and its buyer is told; whatever has changed since it was listed is looked at again. */
export function expireBoleto(orderId: number, today: CivilDate): Promise<boolean> {
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    const boleto = await lockCurrentBoleto(trx, orderId)
    if (!boleto || order?.status !== orderStatus.pendingPayment) return false
    if (boleto.due_date >= addDays(today, -boletoGraceDays)) return false
    if ((await withdrawBoleto(trx, orderId, 'expired', shop)) === 'nothing') return false
    await addToOutbox(trx, ['tell-boleto-expired'], String(boleto.id))
    return true
  })
}

/** Orders that wait for payment although their newest boleto was due thirty days ago (D16). */
export async function listUnpaidOrders(today: CivilDate, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('boletos', 'current_of', 'orders.id')
    .where('status', '=', orderStatus.pendingPayment)
    .where((eb) => eb.not(withCountedPayment))
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
    const boleto = await lockCurrentBoleto(trx, orderId)
    if (!boleto || boleto.due_date >= addDays(today, -unpaidOrderDays)) return false
    if ((await hasCountedPayment(orderId, trx)) || (await isBoletoUnderWay(trx, orderId))) return false
    const facts = { details: { note: 'unpaid' }, seen: { status: orderStatus.pendingPayment } }
    if ((await cancelOrder(orderId, shop, now, facts, trx)) !== 'changed') return false
    await clearFinished(trx, 'tell-order-unpaid', String(orderId))
    await addToOutbox(trx, ['tell-order-unpaid'], String(orderId))
    return true
  })
}

function openBoletos() {
  return db
    .selectFrom('boletos')
    .innerJoin('orders', 'orders.id', 'boletos.current_of')
    .where('state', 'in', ['made', 'sent', 'registered', 'rejected'])
    .where('withdrawn_at', 'is', null)
    .where('status', '=', orderStatus.pendingPayment)
}

/** Whether money for the order counts or waits for a person. */
export async function hasCountedPayment(orderId: number, reader: DbOrTrx = db): Promise<boolean> {
  const order = await reader
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where(withCountedPayment)
    .executeTakeFirst()
  return order !== undefined
}

/** Whether the next boleto was promised and is not made: its buyer has not had the time to pay it. */
async function isBoletoUnderWay(trx: Trx, orderId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('outbox')
    .select('id')
    .where('job', '=', 'issue-boleto')
    .where('subject', '=', String(orderId))
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

function stateOf(boleto: NonNullable<Awaited<ReturnType<typeof lockCurrentBoleto>>>) {
  return { state: boleto.state, isWithdrawn: boleto.withdrawn_at !== null }
}
