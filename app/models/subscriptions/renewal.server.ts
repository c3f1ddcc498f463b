import { sql } from 'kysely'
import { unitAircraftSelection } from '#app/domain/accounts/aircraft.ts'
import { unpaidStatuses } from '#app/domain/orders/order-status.ts'
import { addDays, type CivilDate } from '#app/domain/platform/calendar.ts'
import {
  calculateDueWithoutRenewal,
  findRenewalBlocker,
  type RenewalBlocker,
  renewalWindowDays,
  renewUnit,
} from '#app/domain/subscriptions/subscription.ts'
import { compileQuery, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { type DbOrTrx, db, type Trx } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'
import { announceEvent } from '#app/models/settings/webhook-event.server.ts'
import { describeSubscriptions } from '#app/models/subscriptions/subscription-event.server.ts'
import { isInWithdrawal, selectOpenWithdrawal } from '#app/models/subscriptions/suspension.server.ts'

export const maxRenewals = 100

/** SQL over `subscriptions`: the id of the unpaid order that renews the subscription, or null. */
export const openRenewalOrder = sql<number | null>`(
  select max(renewing_order.id) from order_lines as renewing
  join orders as renewing_order on renewing_order.id = renewing.order_id
  where renewing.renews_subscription_id = subscriptions.id
    and renewing_order.status in (${sql.join(unpaidStatuses)}))`

/** A unit that may be renewed. The price is in centavos (null: not for sale), the weight in grams. */
export type RenewalUnit = Awaited<ReturnType<typeof readUnits>>[number] & {
  blocker: RenewalBlocker | null
}

/** Returns units by due date with the reason that blocks their renewal. Omits other customers' units. */
export async function listRenewalUnits(
  { profileId, ids, today }: { profileId: number; ids: readonly number[]; today: CivilDate },
  reader: DbOrTrx = db,
): Promise<RenewalUnit[]> {
  if (ids.length === 0) return []
  const units = await readUnits(reader, { profileId, ids, today })
  return units.map((unit) => ({ ...unit, blocker: findRenewalBlocker(unit, today) }))
}

type OwnedUnits = { profileId: number; ids: readonly number[] }

/** Locks subscriptions because the second of two renewals must wait for the first. */
export async function lockSubscriptions(trx: Trx, { profileId, ids }: OwnedUnits): Promise<void> {
  if (ids.length === 0) return
  await trx
    .selectFrom('subscriptions')
    .select('id')
    .where('id', 'in', ids)
    .where('profile_id', '=', profileId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function lockRenewalUnits(
  trx: Trx,
  selection: { profileId: number; ids: readonly number[]; today: CivilDate },
): Promise<RenewalUnit[]> {
  await lockSubscriptions(trx, selection)
  return listRenewalUnits(selection, trx)
}

/** Returns at most `maxRenewals` ids of renewable subscriptions, by due date. */
export async function listRenewableIds(profileId: number, today: CivilDate): Promise<number[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('publications', 'publications.id', 'subscriptions.publication_id')
    .select('subscriptions.id')
    .where('subscriptions.profile_id', '=', profileId)
    .where('due', '>=', today)
    .where('due', '<=', addDays(today, renewalWindowDays))
    .where('suspended_at', 'is', null)
    .where('publications.active', '=', true)
    .where('price_signature', 'is not', null)
    .where(openRenewalOrder, 'is', null)
    .orderBy('due')
    .orderBy('subscriptions.id')
    .limit(maxRenewals)
    .execute()
  const ids = rows.map(({ id }) => id)
  const units = await listRenewalUnits({ profileId, ids, today })
  return units.flatMap(({ id, blocker }) => (blocker === null ? [id] : []))
}

const suspendedRenewalMails = ['mail-staff-suspended-renewal'] as const

/** Extends each renewed subscription by a year, once. Queues a mail to staff about suspended subscriptions. */
export async function applyRenewals(trx: Trx, orderId: number, actorUserId: number | null): Promise<void> {
  const lockedRenewals = await lockRenewals(trx, orderId)
  const openRenewals = lockedRenewals.filter(({ renewal, isReturned }) => !renewal?.applied_at && !isReturned)
  if (openRenewals.length === 0) return
  const unitChanges = openRenewals.map(({ unit, isDownload }) => ({
    unit,
    ...renewUnit(unit, { isDownload }),
  }))
  const applied_at = new Date()
  await trx
    .insertInto('renewals')
    .values(
      openRenewals.map(({ lineId, unit }, index) => ({
        order_line_id: lineId,
        subscription_id: unit.id,
        due_before: unit.due,
        due_after: unitChanges[index]?.due ?? null,
        applied_at,
      })),
    )
    // The row exists if the renewal was applied before and then undone.
    .onDuplicateKeyUpdate(({ fn, ref }) => ({
      due_before: fn('values', [ref('due_before')]),
      due_after: fn('values', [ref('due_after')]),
      applied_at: fn('values', [ref('applied_at')]),
    }))
    .execute()
  for (const { due, status, ids } of groupByDueAndStatus(unitChanges))
    await trx
      .updateTable('subscriptions')
      .set({ due, status, status_before_expiry: null, expired_on: null })
      .set((eb) => ({
        times_renewed: eb('times_renewed', '+', 1),
        lock_version: eb('lock_version', '+', 1),
      }))
      .where('id', 'in', ids)
      .execute()
  await recordUnitChanges(trx, 'renewed', unitChanges, { orderId, actorUserId })
  if (openRenewals.some(({ unit }) => unit.suspended_at !== null))
    await addToOutbox(trx, suspendedRenewalMails, String(orderId))
  const renewedIds = openRenewals.map(({ unit }) => unit.id)
  await announceEvent(trx, 'subscription.renewed', () => describeSubscriptions(trx, renewedIds))
}

/** Removes the added years of all lines or of `lineIds`. The next payment adds the years again. */
export async function undoRenewals(
  trx: Trx,
  orderId: number,
  actorUserId: number | null,
  lineIds?: readonly number[],
): Promise<void> {
  const unitChanges = (await lockRenewals(trx, orderId)).flatMap(({ lineId, unit, renewal }) => {
    const isOtherLine = lineIds !== undefined && !lineIds.includes(lineId)
    if (!renewal?.applied_at || isOtherLine) return []
    const due = calculateDueWithoutRenewal(unit.due, { before: renewal.due_before, after: renewal.due_after })
    return [{ lineId, unit, due, status: unit.status }]
  })
  if (unitChanges.length === 0) return
  const appliedLineIds = unitChanges.map(({ lineId }) => lineId)
  await trx
    .updateTable('renewals')
    .set({ applied_at: null })
    .where('order_line_id', 'in', appliedLineIds)
    .execute()
  for (const { due, ids } of groupByDueAndStatus(unitChanges))
    await trx
      .updateTable('subscriptions')
      .set((eb) => ({
        due,
        times_renewed: eb('times_renewed', '-', 1),
        lock_version: eb('lock_version', '+', 1),
      }))
      .where('id', 'in', ids)
      .execute()
  await recordUnitChanges(trx, 'renewal-taken-back', unitChanges, { orderId, actorUserId })
}

type UnitChange = { unit: { id: number; due: CivilDate | null }; due: CivilDate | null; status: number }

function groupByDueAndStatus(unitChanges: readonly UnitChange[]) {
  const groups = new Map<string, Pick<UnitChange, 'due' | 'status'> & { ids: number[] }>()
  for (const { unit, due, status } of unitChanges) {
    const key = `${due} ${status}`
    const ids = [...(groups.get(key)?.ids ?? []), unit.id]
    groups.set(key, { due, status, ids })
  }
  return groups.values()
}

/** Returns true if another unpaid order renews one of this order's subscriptions. */
export async function isRenewedElsewhere(trx: Trx, orderId: number): Promise<boolean> {
  const ids = (await lockRenewals(trx, orderId)).map(({ unit }) => unit.id)
  if (ids.length === 0) return false
  const otherOrder = await trx
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .where('renews_subscription_id', 'in', ids)
    .where('orders.id', '!=', orderId)
    .where('orders.status', 'in', unpaidStatuses)
    .select('orders.id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return otherOrder !== undefined
}

export async function listRenewalsOfOrder(orderId: number) {
  const rows = await db
    .selectFrom('renewals')
    .innerJoin('order_lines', 'order_lines.id', 'renewals.order_line_id')
    .innerJoin('subscriptions', 'subscriptions.id', 'renewals.subscription_id')
    .where('order_lines.order_id', '=', orderId)
    .where('applied_at', 'is not', null)
    .select(['subscriptions.id as subscriptionId', 'order_lines.name', 'subscriptions.due', 'suspended_at'])
    .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
    .orderBy('order_lines.id')
    .limit(1000)
    .execute()
  return rows.map(({ suspended_at, ...row }) => ({ ...row, isSuspended: suspended_at !== null }))
}

type ChangeContext = { orderId: number; actorUserId: number | null }

function recordUnitChanges(
  trx: Trx,
  action: string,
  unitChanges: readonly UnitChange[],
  { orderId, actorUserId }: ChangeContext,
) {
  const entries = unitChanges.map(({ unit, due }) => ({
    entity: 'subscription' as const,
    entityId: unit.id,
    action,
    actorUserId,
    details: { orderId, from: unit.due, to: due },
  }))
  return recordHistory(trx, ...entries)
}

const renewalLines = compileQuery((value: ValueSlots<{ orderId: number }>) =>
  db
    .selectFrom('order_lines')
    .select(['id', 'renews_subscription_id as unitId', 'is_download'])
    .select(isInWithdrawal.as('isReturned'))
    .where('order_id', '=', value('orderId'))
    .where('renews_subscription_id', 'is not', null)
    .orderBy('renews_subscription_id'),
)

/** Returns renewal lines and locks their subscriptions in the sequence of their ids. */
async function lockRenewals(trx: Trx, orderId: number) {
  const lines = await renewalLines.rows(trx, { orderId })
  if (lines.length === 0) return []
  const units = await trx
    .selectFrom('subscriptions')
    .select(['id', 'status', 'status_before_expiry as formerStatus', 'due', 'suspended_at'])
    .where(
      'id',
      'in',
      lines.flatMap(({ unitId }) => unitId ?? []),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const renewals = await trx
    .selectFrom('renewals')
    .select(['order_line_id as lineId', 'applied_at', 'due_before', 'due_after'])
    .where(
      'order_line_id',
      'in',
      lines.map(({ id }) => id),
    )
    .execute()
  return lines.map(({ id: lineId, unitId, is_download: isDownload, isReturned }) => {
    const unit = units.find(({ id }) => id === unitId)
    if (!unit) throw new Error(`Order line ${lineId} renews an unknown subscription`)
    const renewal = renewals.find((candidate) => candidate.lineId === lineId)
    return { lineId, isDownload, isReturned: Boolean(isReturned), unit, renewal }
  })
}

type UnitSelection = { profileId: number; ids: readonly number[]; today: CivilDate }

async function readUnits(reader: DbOrTrx, { profileId, ids, today }: UnitSelection) {
  const rows = await reader
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .innerJoin('publications', 'publications.id', 'subscriptions.publication_id')
    .where('subscriptions.id', 'in', ids)
    .where('subscriptions.profile_id', '=', profileId)
    .select([
      'subscriptions.id',
      'subscriptions.due',
      'suspended_at',
      'subscriptions.publication_id as publicationId',
    ])
    .select(['publications.name', 'publications.version', 'publications.active', 'publications.weight'])
    .select(['publications.price_signature as renewalPrice', 'order_lines.is_download as isDownload'])
    .select(unitAircraftSelection)
    .select([openRenewalOrder.as('openOrderId'), selectOpenWithdrawal(today).as('withdrawal')])
    .orderBy('subscriptions.due')
    .orderBy('subscriptions.id')
    .limit(500)
    .execute()
  return rows.map(({ suspended_at, withdrawal, ...row }) => ({
    ...row,
    isSuspended: suspended_at !== null,
    isWithdrawn: withdrawal !== null,
  }))
}
