import {
  type FuelType,
  toUnitAircraftRow,
  type UnitAircraft,
  unitAircraftSelection,
} from '#app/domain/accounts/aircraft.ts'
import { isTrackingCode, normaliseTrackingCode } from '#app/domain/checkout/carriers/carriers.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import {
  isStatusLocked,
  listAllowedStatuses,
  type SubscriptionStatus,
  subscriptionStatus,
} from '#app/domain/subscriptions/subscription.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordChange } from '#app/models/platform/history.server.ts'
import { raiseVersion } from '#app/models/platform/optimistic-lock.server.ts'
import { stampLine } from '#app/models/platform/updated-at.server.ts'
import { correctDispatch, type ShipmentChange } from '#app/models/shipments/shipment-status.server.ts'
import { lastSentRevision } from '#app/models/subscriptions/last-sent-revision.server.ts'
import { announceExpired, restoreFormerStatus } from '#app/models/subscriptions/subscription-expiry.server.ts'
import { selectOpenWithdrawal } from '#app/models/subscriptions/suspension.server.ts'

export type SubscriptionChanges = {
  /** the new status; undefined changes nothing */
  status: SubscriptionStatus | undefined
  /** the new due date; undefined changes nothing */
  due: CivilDate | undefined
  /** day and tracking code as typed; undefined changes nothing */
  dispatch: { date: CivilDate | null; trackCode: string | null } | undefined
  /** notes that only staff see */
  notes: string | null
  aircraft: UnitAircraft<FuelType>
}

export type SubscriptionRefusalReason =
  | 'status-locked'
  | 'status-does-not-fit'
  | 'one-off-has-no-due'
  | 'not-sent'
  | 'date-required'
  | Exclude<ShipmentChange, 'changed'>

export class SubscriptionRefused extends Error {
  override name = 'SubscriptionRefused'
  readonly reason: SubscriptionRefusalReason
  constructor(reason: SubscriptionRefusalReason) {
    super(reason)
    this.reason = reason
  }
}

/** `seenVersion` is the record version that the form displayed. */
export type SaveContext = { actorUserId: number; seenVersion: number; today: CivilDate }

export function findSubscriptionForStaff(id: number, reader: DbOrTrx = db) {
  return selectUnits(reader).where('subscriptions.id', '=', id).executeTakeFirst()
}

export function listRenewalOrders(subscriptionId: number) {
  return db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .where('renews_subscription_id', '=', subscriptionId)
    .select(['order_lines.id', 'orders.id as orderId', 'orders.date', 'orders.status', 'reason', 'value'])
    .orderBy('order_lines.id', 'desc')
    .limit(50)
    .execute()
}

export function listDownloadsOfSubscription(subscriptionId: number) {
  return db
    .selectFrom('copies')
    .innerJoin('downloads', 'downloads.copy_id', 'copies.id')
    .innerJoin('revisions', 'revisions.id', 'copies.revision_id')
    .innerJoin('users', 'users.id', 'downloads.user_id')
    .where('copies.subscription_id', '=', subscriptionId)
    .select(['downloads.id', 'downloads.created_at as at', 'copies.number', 'revisions.version', 'email'])
    .orderBy('downloads.id', 'desc')
    .limit(100)
    .execute()
}

/** Returns the shipment in which the subscription's copy is packed, in transit or delivered. */
export function findShipmentOfUnit(lineId: number, reader: DbOrTrx = db) {
  return reader
    .selectFrom('shipment_lines')
    .innerJoin('shipments', 'shipments.id', 'shipment_id')
    .where('order_line_id', '=', lineId)
    .where('holds', '=', 1)
    .select(['shipments.id', 'status'])
    .executeTakeFirst()
}

/** Locks the order before the subscription because a change of the aircraft writes to both. */
async function lockOrderOfUnit(trx: Trx, id: number): Promise<void> {
  await trx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', (eb) =>
      eb
        .selectFrom('subscriptions')
        .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
        .select('order_id')
        .where('subscriptions.id', '=', id),
    )
    .forUpdate()
    .execute()
}

/**
 * Saves a subscription. Stores the dispatch data in the subscription's shipment, if any. A due date from
 * today on restores the status before expiry. Throws StaleRecordError and SubscriptionRefused.
 */
export function saveSubscription(
  id: number,
  changes: SubscriptionChanges,
  context: SaveContext,
): Promise<void> {
  return withTransaction(async (trx) => {
    await lockOrderOfUnit(trx, id)
    await raiseVersion(trx, 'subscriptions', id, context.seenVersion)
    const unit = await selectUnits(trx).where('subscriptions.id', '=', id).executeTakeFirstOrThrow()
    assertChangesAllowed(unit, changes, context.today)
    await writeUnit(trx, unit, changes)
    await writeAircraft(trx, unit.lineId, changes.aircraft)
    const isShipmentCorrected = await writeDispatch(trx, unit, changes, context)
    const isNotOverdue = changes.due !== undefined && changes.due >= context.today
    if (isNotOverdue && !isStatusChanged(unit, changes)) await restoreFormerStatus(trx, id)
    const after = await selectUnits(trx).where('subscriptions.id', '=', id).executeTakeFirstOrThrow()
    const entry = { entity: 'subscription', entityId: id, actorUserId: context.actorUserId } as const
    const { trackCode, sentOn } = after
    // The correction of a shipment has recorded its own change of code and date.
    const before = pickEditable(isShipmentCorrected ? { ...unit, trackCode, sentOn } : unit)
    await recordChange(trx, { ...entry, before, after: pickEditable(after) })
    const { expired } = subscriptionStatus
    if (unit.status !== expired && after.status === expired) await announceExpired(trx, [id])
  })
}

type Unit = Awaited<ReturnType<ReturnType<typeof selectUnits>['executeTakeFirstOrThrow']>>

function isStatusChanged(unit: Unit, { status }: SubscriptionChanges): boolean {
  return status !== undefined && status !== unit.status
}

function assertChangesAllowed(unit: Unit, changes: SubscriptionChanges, today: CivilDate) {
  if (isStatusChanged(unit, changes)) {
    if (isStatusLocked(unit, today)) throw new SubscriptionRefused('status-locked')
    const isAllowed = listAllowedStatuses(unit).some((status) => status === changes.status)
    if (!isAllowed) throw new SubscriptionRefused('status-does-not-fit')
  }
  const isOneOff = !unit.isSignature
  if (isOneOff && changes.due !== undefined) throw new SubscriptionRefused('one-off-has-no-due')
  if (changes.dispatch && unit.status !== subscriptionStatus.sent) throw new SubscriptionRefused('not-sent')
}

/** Writes the subscription. A new status clears the values that the expiry job stored. */
async function writeUnit(trx: Trx, unit: Unit, changes: SubscriptionChanges) {
  const status = changes.status ?? unit.status
  const clearedExpiry = isStatusChanged(unit, changes) ? { status_before_expiry: null, expired_on: null } : {}
  await trx
    .updateTable('subscriptions')
    .set({ status, due: changes.due ?? unit.due, notes: changes.notes, ...clearedExpiry })
    .where('id', '=', unit.id)
    .execute()
}

async function writeAircraft(trx: Trx, lineId: number, aircraft: SubscriptionChanges['aircraft']) {
  const { numChangedRows } = await trx
    .updateTable('order_lines')
    .set(toUnitAircraftRow(aircraft))
    .where('id', '=', lineId)
    .executeTakeFirstOrThrow()
  if (numChangedRows !== 0n) await stampLine(trx, lineId)
}

/** Writes the dispatch data. Returns true if it corrected a shipment, which has then recorded the history. */
async function writeDispatch(
  trx: Trx,
  unit: Unit,
  { dispatch }: SubscriptionChanges,
  context: SaveContext,
): Promise<boolean> {
  if (!dispatch) return false
  const { date, trackCode } = dispatch
  if (date === unit.sentOn && trackCode === unit.trackCode) return false
  if (date !== null && date > context.today) throw new SubscriptionRefused('date-wrong')
  const shipment = await findShipmentOfUnit(unit.lineId, trx)
  if (!shipment || shipment.status === shipmentStatus.underWay) {
    await writeOwnDispatch(trx, unit.id, dispatch)
    return false
  }
  if (date === null) throw new SubscriptionRefused('date-required')
  const actor = { actorUserId: context.actorUserId, source: 'signature' }
  const correction = await correctDispatch(shipment.id, { date, trackCode }, actor, trx)
  if (correction !== 'changed') throw new SubscriptionRefused(correction)
  return true
}

/** Writes the dispatch data into the subscription, because imported copies were sent without a shipment. */
async function writeOwnDispatch(
  trx: Trx,
  id: number,
  dispatch: NonNullable<SubscriptionChanges['dispatch']>,
) {
  const { date, trackCode: typedCode } = dispatch
  const trackCode = typedCode === null ? null : normaliseTrackingCode(typedCode)
  const isCodeValid = trackCode !== null && isTrackingCode(trackCode)
  if (typedCode !== null && !isCodeValid) throw new SubscriptionRefused('track-code-wrong')
  await trx
    .updateTable('subscriptions')
    .set({ track_code: trackCode, sent_on: date })
    .where('id', '=', id)
    .execute()
}

function pickEditable(unit: Unit) {
  const { status, due, trackCode, sentOn, notes, registration, isForeign, serialNumber, fuel } = unit
  return { status, due, trackCode, sentOn, notes, registration, isForeign, serialNumber, fuel }
}

function selectUnits(reader: DbOrTrx) {
  return reader
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .innerJoin('profiles', 'profiles.id', 'subscriptions.profile_id')
    .innerJoin('publications', 'publications.id', 'subscriptions.publication_id')
    .select(['subscriptions.id', 'subscriptions.profile_id as profileId', 'subscriptions.status', 'due'])
    .select(['starts_on as startsOn', 'suspended_at as suspendedAt', 'times_renewed as timesRenewed'])
    .select(['status_before_expiry as formerStatus', 'track_code as trackCode', 'sent_on as sentOn', 'notes'])
    .select(['subscriptions.lock_version', 'order_line_id as lineId', 'order_id as orderId'])
    .select(['subscriptions.publication_id as publicationId', 'order_lines.name', 'order_lines.version'])
    .select([lastSentRevision.as('sentVersion'), selectOpenWithdrawal().as('withdrawal')])
    .select(['publications.version as currentVersion', 'order_lines.is_download as isDownload'])
    .select([
      'order_lines.is_signature as isSignature',
      'order_lines.is_sent_immediately as isSentImmediately',
    ])
    .select(unitAircraftSelection)
    .select([
      'profiles.is_company as isCompany',
      'profiles.name as personName',
      'company_name as companyName',
    ])
}
