import type { CivilDate } from '#app/domain/calendar.ts'
import { type OrderEvent, orderStatus, orderTransition } from '#app/domain/order-status.ts'
import { dueDateOf, firstStatus } from '#app/domain/subscription.ts'
import { type Trx, withTransaction } from '#app/models/db.server.ts'
import { recordHistory } from '#app/models/history.server.ts'
import { addToOutbox } from '#app/models/outbox.server.ts'
import { applyRenewals, takeBackRenewals } from '#app/models/renewal.server.ts'

/** Who causes a change of an order: a person, or the shop itself for what `source` names ('bank-file', 'gateway' …). */
export type Cause = { actorUserId: number | null; source: string }
export type StatusChange = 'changed' | 'already' | 'not-possible' | 'unknown-order'
type Facts = { profileId?: number; details?: Record<string, unknown> }

/**
 * The order is paid (D15): whoever says so, this is the one way to status 2. On the first arrival there is one
 * subscription for every unit, exactly once, with its due date from `today` (São Paulo); on a later one those that
 * were suspended are restored with the same dates (D17). Lines that renew a subscription prolong it instead (D32).
 * History and mail in the same transaction; the mail goes once. A rejected order stays rejected (D18).
 */
export function confirmPayment(orderId: number, cause: Cause, today: CivilDate): Promise<StatusChange> {
  return change(orderId, 'paid', cause, (trx, order) => releaseOrder(trx, order, cause, today))
}

/** What an order gives when nothing is left to pay: its units, once, or those that were suspended, and its renewals. */
export async function releaseOrder(
  trx: Trx,
  order: Pick<LockedOrder, 'id' | 'profile_id' | 'paid_on'>,
  { actorUserId }: Cause,
  today: CivilDate,
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ paid_on: order.paid_on ?? today, reason: null })
    .where('id', '=', order.id)
    .execute()
  if (order.paid_on === null) await releaseUnits(trx, order, today)
  else await setSuspended(trx, order.id, null)
  await applyRenewals(trx, order.id, actorUserId)
}

/** Takes the order back to "waiting for payment"; what it had released is suspended, what it had prolonged loses that year (D17, D32). */
export function reopenOrder(orderId: number, cause: Cause, now = new Date()): Promise<StatusChange> {
  return change(orderId, 'reopened', cause, (trx) => withdraw(trx, orderId, cause, now))
}

/** Cancels the order; what it had released is suspended, what it had prolonged loses that year (D17, D18, D32). */
export function cancelOrder(orderId: number, cause: Cause, now = new Date()): Promise<StatusChange> {
  return change(orderId, 'cancelled', cause, (trx) => withdraw(trx, orderId, cause, now))
}

/** The photo is fine: the order waits for payment, slip and mail follow (D11, F97). */
export function approveOrder(orderId: number, cause: Cause): Promise<StatusChange> {
  return change(orderId, 'approved', cause, async () => {})
}

/** The photo is not fine: the order ends for good with a reason the customer reads (D18, F97). */
export async function rejectOrder(
  orderId: number,
  reason: string,
  cause: Cause,
): Promise<StatusChange | 'reason-missing'> {
  const text = reason.trim()
  if (text === '') return 'reason-missing'
  const write = async (trx: Trx) => {
    await trx.updateTable('orders').set({ reason: text }).where('id', '=', orderId).execute()
  }
  return change(orderId, 'rejected', cause, write, { details: { reason: text } })
}

/** The customer gives up an own order that is not paid; another's is unknown (D49). */
export function giveUpOrder(
  { orderId, profileId }: { orderId: number; profileId: number },
  cause: Cause,
): Promise<StatusChange> {
  return change(orderId, 'given-up', cause, async () => {}, { profileId })
}

type LockedOrder = {
  id: number
  profile_id: number
  status: number
  reason: string | null
  paid_on: CivilDate | null
}

function change(
  orderId: number,
  event: OrderEvent,
  cause: Cause,
  follow: (trx: Trx, order: LockedOrder) => Promise<void>,
  facts: Facts = {},
): Promise<StatusChange> {
  return withTransaction(async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .select(['id', 'profile_id', 'status', 'reason', 'paid_on'])
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirst()
    if (!order || order.profile_id !== (facts.profileId ?? order.profile_id)) return 'unknown-order'
    const transition = (await isFinal(trx, order)) ? undefined : orderTransition(order.status, event)
    if (!transition) return isThere(order, event) ? 'already' : 'not-possible'
    await trx.updateTable('orders').set({ status: transition.to }).where('id', '=', orderId).execute()
    await follow(trx, order)
    const { actorUserId, source } = cause
    const details = { source, from: order.status, ...facts.details }
    await recordHistory(trx, { entity: 'order', entityId: orderId, action: event, actorUserId, details })
    await addToOutbox(trx, transition.effects, String(orderId))
    return 'changed'
  })
}

/**
 * A cancelled order that comes to life again needs something to be paid by: a rejected one is final (D18), and one that
 * never had a slip may hold a photo nobody has approved.
 */
async function isFinal(trx: Trx, order: LockedOrder): Promise<boolean> {
  if (order.status !== orderStatus.cancelled) return false
  if (order.reason !== null) return true
  if (order.paid_on !== null) return false
  const slip = await trx
    .selectFrom('boletos')
    .select('id')
    .where('order_id', '=', order.id)
    .executeTakeFirst()
  return slip === undefined
}

function isThere({ status, reason }: LockedOrder, event: OrderEvent): boolean {
  const isRejected = reason !== null
  const target = {
    paid: orderStatus.confirmed,
    reopened: orderStatus.pendingPayment,
    approved: orderStatus.pendingPayment,
    cancelled: orderStatus.cancelled,
    'given-up': orderStatus.cancelled,
    ...(isRejected ? { rejected: orderStatus.cancelled } : {}),
  }
  return Object.entries(target).some(([name, to]) => name === event && to === status)
}

/** One subscription for each line of the order, by what it was sold as (D17, D28–D31); a line that has one keeps it, one that renews gets none. */
async function releaseUnits(trx: Trx, order: Pick<LockedOrder, 'id' | 'profile_id'>, today: CivilDate) {
  const lines = await trx
    .selectFrom('order_lines')
    .where('order_id', '=', order.id)
    .where('renews_subscription_id', 'is', null)
    .select(['id', 'publication_id', 'is_download', 'is_signature', 'is_sent_immediately'])
    .execute()
  const rows = lines.map((line) => {
    const sold = {
      isDownload: line.is_download,
      isSignature: line.is_signature,
      isSentImmediately: line.is_sent_immediately,
    }
    return {
      order_line_id: line.id,
      profile_id: order.profile_id,
      publication_id: line.publication_id,
      status: firstStatus(sold),
      starts_on: today,
      due: dueDateOf(today, sold),
    }
  })
  if (rows.length === 0) return
  await trx
    .insertInto('subscriptions')
    .values(rows)
    .onDuplicateKeyUpdate((eb) => ({ id: eb.ref('subscriptions.id') }))
    .execute()
}

/** Takes back what the order has given, as long as it is not paid. */
async function withdraw(trx: Trx, orderId: number, { actorUserId }: Cause, at: Date) {
  await setSuspended(trx, orderId, at)
  await takeBackRenewals(trx, orderId, actorUserId)
}

/** Suspends from `at` on, unless it is so already, or restores with null. */
async function setSuspended(trx: Trx, orderId: number, at: Date | null) {
  await trx
    .updateTable('subscriptions')
    .set((eb) => ({ suspended_at: at === null ? null : eb.fn.coalesce('suspended_at', eb.val(at)) }))
    .where('order_line_id', 'in', (eb) =>
      eb.selectFrom('order_lines').select('id').where('order_id', '=', orderId),
    )
    .execute()
}
