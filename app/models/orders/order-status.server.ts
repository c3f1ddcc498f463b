import type { BoletoWithdrawalReason } from '#app/domain/charges/boleto-state.ts'
import { findOrderTransition, type OrderEvent, orderStatus } from '#app/domain/orders/order-status.ts'
import { hasMissingPhoto } from '#app/domain/orders/photo-review.ts'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { calculateDueDate, getFirstStatus } from '#app/domain/subscriptions/subscription.ts'
import { needsBoleto } from '#app/models/charges/boleto.server.ts'
import { withdrawBoleto } from '#app/models/charges/boleto-state.server.ts'
import { withCountedPayment } from '#app/models/charges/counted-payment.server.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { isInTransitOrDelivered } from '#app/models/orders/in-transit.server.ts'
import { announceOrder } from '#app/models/orders/order-event.server.ts'
import {
  closePhotoRequest,
  needsPhoto,
  type Review,
  readReview,
} from '#app/models/orders/photo-request.server.ts'
import { compileQuery, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox, clearAllFinished, clearFinished } from '#app/models/platform/outbox.server.ts'
import { announceEvent } from '#app/models/settings/webhook-event.server.ts'
import { applyRenewals, isRenewedElsewhere, undoRenewals } from '#app/models/subscriptions/renewal.server.ts'
import { describeOrderUnits } from '#app/models/subscriptions/subscription-event.server.ts'
import { restoreUnits, suspendUnits } from '#app/models/subscriptions/suspension.server.ts'

/** The result of a change; 'outdated' means that the order has changed since it was displayed. */
export type StatusChange = 'changed' | 'already' | 'not-possible' | 'outdated' | 'unknown-order'
/** The state that the page showed. Nothing is changed if the order's state differs. */
export type ShownState = {
  status?: number
  /** the digest that digestReview returned */
  review?: string
}
export type ChangeContext = {
  shownState?: ShownState | undefined
  profileId?: number
  details?: Record<string, unknown>
  condition?: (trx: Trx) => Promise<boolean>
  /** other columns of the order that change together with its status */
  columns?: { paid_on: CivilDate; reason: null }
  /** the order that the caller has locked, with its review */
  locked?: { order: LockedOrder; review: Review }
}

/**
 * Sets an existing order to status 2 "paid", which no other function may do. Creates subscriptions that start on
 * `today` (São Paulo), or restores suspended subscriptions with their dates. Applies renewals. Rejected orders stay
 * rejected.
 */
export function confirmPayment(
  orderId: number,
  actor: Actor,
  today: CivilDate,
  context: Pick<ChangeContext, 'shownState' | 'condition'> = {},
  outerTrx?: Trx,
): Promise<StatusChange> {
  const release: AfterTransition = (trx, order) => releaseOrder(trx, order, actor, today)
  const paidContext = { ...context, columns: { paid_on: today, reason: null }, details: { on: today } }
  return changeStatus({ orderId, event: 'paid', actor, runAfterwards: release }, paidContext, outerTrx)
}

/** Creates an order's subscriptions, or restores them if the order was paid before. Applies renewals. */
async function releaseOrder(
  trx: Trx,
  order: Pick<LockedOrder, 'id' | 'profile_id' | 'paid_on'>,
  { actorUserId }: Actor,
  today: CivilDate,
): Promise<void> {
  if (order.paid_on === null) await releaseUnits(trx, order, today)
  else await restoreUnits(trx, order.id, actorUserId)
  await applyRenewals(trx, order.id, actorUserId)
}

/** Releases a new free order as if it were paid. Calls `announce` before the events of the units are queued. */
export async function releaseCourtesy(
  trx: Trx,
  order: { id: number; profile_id: number },
  { announce, today, ...actor }: Actor & { announce: () => Promise<void>; today: CivilDate },
): Promise<void> {
  await trx.updateTable('orders').set({ paid_on: today, reason: null }).where('id', '=', order.id).execute()
  await announce()
  await releaseOrder(trx, { ...order, paid_on: null }, actor, today)
}

/** Sets an order back to "waiting for payment", suspends its subscriptions and reverts its renewals. */
export function reopenOrder(
  orderId: number,
  actor: Actor,
  now = new Date(),
  shownState?: ShownState,
): Promise<StatusChange> {
  const afterReopening: AfterTransition = async (trx) => {
    await undoRelease(trx, orderId, actor, now)
    if (await isBoletoMissing(trx, orderId)) await clearAllFinished(trx, boletoJobs, String(orderId))
  }
  return changeStatus({ orderId, event: 'reopened', actor, runAfterwards: afterReopening }, { shownState })
}

/** Cancels an order, withdraws its boleto, suspends its subscriptions and reverts its renewals. */
export function cancelOrder(
  orderId: number,
  actor: Actor,
  now = new Date(),
  context: ChangeContext = {},
  outerTrx?: Trx,
): Promise<StatusChange> {
  const afterCancellation: AfterTransition = async (trx) => {
    await undoRelease(trx, orderId, actor, now)
    // A finished mail would prevent the mail of a later cancellation.
    await clearFinished(trx, 'mail-order-cancelled', String(orderId))
  }
  const transition: RequestedTransition = {
    orderId,
    event: 'cancelled',
    actor,
    runAfterwards: afterCancellation,
  }
  return changeStatus(transition, context, outerTrx)
}

type Approval = {
  shownState?: ShownState
  /** reason for an approval without a photo */
  withoutPhoto?: string
}

/** Approves the photo and queues boleto and mail. Returns 'photo-missing' if a photo is missing without a reason. */
export function approveOrder(
  orderId: number,
  actor: Actor,
  { shownState, withoutPhoto = '' }: Approval = {},
): Promise<StatusChange | 'photo-missing'> {
  const subject = String(orderId)
  const reason = withoutPhoto.trim()
  const afterApproval = async (trx: Trx) => {
    // Finished effects would prevent another mail and the missing boleto after a second review.
    const boletoEffects = (await isBoletoMissing(trx, orderId)) ? boletoJobs : []
    await clearAllFinished(trx, ['mail-photo-approved', ...boletoEffects], subject)
  }
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) return 'unknown-order'
    const review = await readReview(trx, order)
    const lacksPhoto = order.status === orderStatus.underReview && hasMissingPhoto(review.lines)
    if (lacksPhoto && reason === '') return 'photo-missing'
    const details = lacksPhoto ? { changes: { withoutPhoto: [null, reason] } } : {}
    const approvalResult = await changeStatus(
      { orderId, event: 'approved', actor, runAfterwards: afterApproval },
      { shownState, details, locked: { order, review } },
      trx,
    )
    // A free order is released because it does not wait for a payment.
    if (approvalResult === 'changed' && order.total === 0)
      await confirmPayment(orderId, actor, toCivilDate(new Date()), undefined, trx)
    return approvalResult
  })
}

/** Rejects the photo for good. Only the order stores the reason, because the history cannot be erased. */
export async function rejectOrder(
  orderId: number,
  reason: string,
  actor: Actor,
  shownState?: ShownState,
): Promise<StatusChange | 'reason-missing'> {
  const trimmedReason = reason.trim()
  if (trimmedReason === '') return 'reason-missing'
  const storeReason = async (trx: Trx) => {
    await trx.updateTable('orders').set({ reason: trimmedReason }).where('id', '=', orderId).execute()
  }
  return changeStatus(
    { orderId, event: 'rejected', actor, runAfterwards: storeReason },
    { details: { hasReason: true }, shownState },
  )
}

/** Puts an order under review again and suspends the units of a paid order. Rejected orders stay rejected. */
export function putUnderReview(
  orderId: number,
  actor: Actor,
  now = new Date(),
  shownState?: ShownState,
): Promise<StatusChange> {
  const startReview: AfterTransition = async (trx, { status }) => {
    if (status === orderStatus.confirmed) await undoRelease(trx, orderId, actor, now)
    await trx
      .updateTable('orders')
      .set({ review_since: now, reason: null })
      .where('id', '=', orderId)
      .execute()
  }
  const condition = (trx: Trx) => needsPhoto(trx, orderId)
  return changeStatus(
    { orderId, event: 'put-under-review', actor, runAfterwards: startReview },
    { condition, shownState },
  )
}

/** Cancels an order for its customer if it is unpaid and nothing was sent. */
export function cancelOwnOrder(
  { orderId, profileId }: { orderId: number; profileId: number },
  actor: Actor,
): Promise<StatusChange> {
  // A finished mail would prevent the mail of a later cancellation.
  const afterOwnCancellation: AfterTransition = (trx) =>
    clearFinished(trx, 'mail-cancellation-received', String(orderId))
  return changeStatus(
    { orderId, event: 'given-up', actor, runAfterwards: afterOwnCancellation },
    { profileId },
  )
}

type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

type AfterTransition = (trx: Trx, order: LockedOrder) => Promise<void>

type RequestedTransition = {
  orderId: number
  event: OrderEvent
  actor: Actor
  runAfterwards: AfterTransition
}

function changeStatus(
  requested: RequestedTransition,
  context: ChangeContext = {},
  outerTrx?: Trx,
): Promise<StatusChange> {
  return withTransaction((trx) => applyTransition(trx, requested, context), outerTrx)
}

async function applyTransition(
  trx: Trx,
  { orderId, event, actor, runAfterwards }: RequestedTransition,
  context: ChangeContext,
): Promise<StatusChange> {
  const order = context.locked?.order ?? (await lockOrder(trx, orderId))
  if (!order) return 'unknown-order'
  const isOtherProfile = context.profileId !== undefined && context.profileId !== order.profile_id
  if (isOtherProfile) return 'unknown-order'
  const transition = findOrderTransition(order.status, event)
  if (!transition) return hasTargetStatus(order, event) ? 'already' : 'not-possible'
  if (await isOutdated(trx, order, context)) return 'outdated'
  if (await isChangeBlocked(trx, order, event)) return 'not-possible'
  if (context.condition && !(await context.condition(trx))) return 'not-possible'
  const columns = { status: transition.to, ...context.columns }
  if (context.columns) await trx.updateTable('orders').set(columns).where('id', '=', orderId).execute()
  else await updateStatusQuery.run(trx, { orderId, ...columns })
  // Without a review from the caller, the order may have an open request for photos.
  const mayHaveRequest = context.locked?.review.request !== null
  if (order.status === orderStatus.underReview && mayHaveRequest) await closePhotoRequest(trx, orderId)
  const withdrawalReason = findBoletoWithdrawalReason(transition.to)
  if (withdrawalReason) await withdrawBoleto(trx, orderId, withdrawalReason, actor)
  // The order's events are queued before the events of its subscriptions.
  await announceOrder(trx, transition, orderId)
  await runAfterwards(trx, order)
  const details = { from: order.status, ...context.details }
  await recordHistory(trx, { entity: 'order', entityId: orderId, action: event, ...actor, details })
  await addToOutbox(trx, transition.effects, String(orderId))
  return 'changed'
}

const updateStatusQuery = compileQuery((value: ValueSlots<{ orderId: number; status: number }>) =>
  db
    .updateTable('orders')
    .set({ status: value('status') })
    .where('id', '=', value('orderId')),
)

/** Returns true if the order differs from the state that the page showed. The caller must have locked the order. */
async function isOutdated(
  trx: Trx,
  order: LockedOrder,
  { shownState = {}, locked }: ChangeContext,
): Promise<boolean> {
  if (shownState.status !== undefined && shownState.status !== order.status) return true
  if (shownState.review === undefined) return false
  const review = locked?.review ?? (await readReview(trx, order))
  return shownState.review !== review.digest
}

/** Returns true if a condition other than the status forbids the change, such as goods in transit. */
async function isChangeBlocked(trx: Trx, order: LockedOrder, event: OrderEvent): Promise<boolean> {
  if (event === 'given-up') return isInTransitOrDelivered(order.id, trx)
  // An order with a boleto may be paid at any time; without one, a payment must not bypass the review.
  if (event === 'paid' && order.status === orderStatus.underReview) return !(await hasBoleto(trx, order.id))
  if (await isCancelledForGood(trx, order, event)) return true
  return (
    event === 'reopened' &&
    order.status === orderStatus.cancelled &&
    (await isRenewedElsewhere(trx, order.id))
  )
}

/** Returns true if the order was rejected, or was cancelled before it passed the photo review. */
async function isCancelledForGood(trx: Trx, order: LockedOrder, event: OrderEvent): Promise<boolean> {
  if (order.status !== orderStatus.cancelled) return false
  if (order.reason !== null) return true
  if (event === 'put-under-review') return false
  return order.paid_on === null && !(await hasBoleto(trx, order.id))
}

function findBoletoWithdrawalReason(toStatus: number): BoletoWithdrawalReason | undefined {
  if (toStatus === orderStatus.confirmed) return 'order-paid'
  return toStatus === orderStatus.cancelled ? 'order-cancelled' : undefined
}

const boletoJobs = ['issue-boleto', 'mail-order-without-boleto'] as const

/** Returns true if `needsBoleto` returns true for the current boleto and the order has no counted payment. */
async function isBoletoMissing(trx: Trx, orderId: number): Promise<boolean> {
  const row = await boletoAndPaymentQuery.first(trx, { orderId })
  if (!row || row.isPaid) return false
  const { state, withdrawn_at } = row
  const currentBoleto = state === null ? undefined : { state, withdrawn_at }
  return needsBoleto(currentBoleto)
}

const boletoAndPaymentQuery = compileQuery((value: ValueSlots<{ orderId: number }>) =>
  db
    .selectFrom('orders')
    .leftJoin('boletos', 'boletos.current_of', 'orders.id')
    .select(['boletos.state', 'withdrawn_at', withCountedPayment.as('isPaid')])
    .where('orders.id', '=', value('orderId')),
)

async function hasBoleto(trx: Trx, orderId: number): Promise<boolean> {
  const boleto = await trx
    .selectFrom('boletos')
    .select('id')
    .where('current_of', '=', orderId)
    .executeTakeFirst()
  return boleto !== undefined
}

/**
 * Returns true if the order already has the status to which the event leads. A reason marks a rejected order.
 */
function hasTargetStatus({ status, reason }: LockedOrder, event: OrderEvent): boolean {
  const isRejected = reason !== null
  const targetStatus: Partial<Record<OrderEvent, number>> = {
    paid: orderStatus.confirmed,
    reopened: orderStatus.pendingPayment,
    approved: orderStatus.pendingPayment,
    cancelled: orderStatus.cancelled,
    'put-under-review': orderStatus.underReview,
    ...(isRejected ? { rejected: orderStatus.cancelled } : { 'given-up': orderStatus.cancelled }),
  }
  return targetStatus[event] === status
}

/** Creates one subscription per line, except for renewals. Skips lines that already have a subscription. */
async function releaseUnits(trx: Trx, order: Pick<LockedOrder, 'id' | 'profile_id'>, today: CivilDate) {
  const lines = await trx
    .selectFrom('order_lines')
    .where('order_id', '=', order.id)
    .where('renews_subscription_id', 'is', null)
    .select(['id', 'publication_id', 'is_download', 'is_signature', 'is_sent_immediately'])
    .execute()
  const rows = lines.map((line) => {
    const soldCopy = {
      isDownload: line.is_download,
      isSignature: line.is_signature,
      isSentImmediately: line.is_sent_immediately,
    }
    return {
      order_line_id: line.id,
      profile_id: order.profile_id,
      publication_id: line.publication_id,
      status: getFirstStatus(soldCopy),
      starts_on: today,
      due: calculateDueDate(today, soldCopy),
    }
  })
  if (rows.length === 0) return
  await trx
    .insertInto('subscriptions')
    .values(rows)
    .onDuplicateKeyUpdate((eb) => ({ id: eb.ref('subscriptions.id') }))
    .execute()
  await announceEvent(trx, 'subscription.released', () => describeOrderUnits(trx, order.id))
}

async function undoRelease(trx: Trx, orderId: number, { actorUserId }: Actor, at: Date) {
  await suspendUnits(trx, orderId, { actorUserId, at })
  await undoRenewals(trx, orderId, actorUserId)
}
