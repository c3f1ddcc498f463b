import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'
import { announceEvent } from '#app/models/settings/webhook-event.server.ts'
import { describeSubscriptions } from '#app/models/subscriptions/subscription-event.server.ts'

const { downloadReleased, awaitingDispatch, sent, expired, active } = subscriptionStatus
const statusesInForce = [downloadReleased, awaitingDispatch, sent, active]

/** Maximum number of copies listed in a mail to staff */
export const maxListedUndispatched = 200

/** Queues a mail to staff about overdue unsent copies. Returns their number. Must precede `expireSubscriptions`. */
export async function reportUndispatched(today: CivilDate): Promise<number> {
  const { count } = await selectOverdueUnits(today)
    .where('subscriptions.status', '=', awaitingDispatch)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count > 0) await withTransaction((trx) => addToOutbox(trx, ['mail-staff-undispatched'], today))
  return count
}

/** Returns units that expired on `day` before dispatch, by due date. Omits units that were restored. */
export function listUndispatchedUnits(day: CivilDate) {
  return selectOverdueUnits(day)
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .innerJoin('profiles', 'profiles.id', 'subscriptions.profile_id')
    .where((eb) =>
      eb.or([
        eb('subscriptions.status', '=', awaitingDispatch),
        eb.and([eb('status_before_expiry', '=', awaitingDispatch), eb('expired_on', '=', day)]),
      ]),
    )
    .select(['subscriptions.id', 'due', 'order_lines.order_id as orderId', 'order_lines.name', 'version'])
    .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
    .select('profiles.name as customer')
    .orderBy('due')
    .orderBy('subscriptions.id')
    .limit(maxListedUndispatched + 1)
    .execute()
}

/** Marks units as expired, even suspended ones, and stores their previous status. Returns their number. */
export function expireSubscriptions(today: CivilDate, limit: number): Promise<number> {
  return withTransaction(async (trx) => {
    const rows = await trx
      .selectFrom('subscriptions')
      .where('due', '<', today)
      .where('status', 'in', statusesInForce)
      .select(['id', 'status', 'due'])
      .orderBy('due')
      .limit(limit)
      .forUpdate()
      .execute()
    for (const status of statusesInForce) {
      const rowsInStatus = rows.filter((row) => row.status === status)
      const idsInStatus = rowsInStatus.map(({ id }) => id)
      if (idsInStatus.length > 0) await markExpired(trx, idsInStatus, { status, today })
    }
    await recordStatusHistory(trx, 'expired', rows)
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await announceExpired(trx, ids)
    return rows.length
  })
}

/** Queues the webhook event about expired units, also when staff set the status. */
export function announceExpired(trx: Trx, ids: readonly number[]): Promise<void> {
  return announceEvent(trx, 'subscription.expired', () => describeSubscriptions(trx, ids))
}

/** Restores expired units that are not overdue, for example after a wrong clock. Returns their number. */
export function restoreUnexpired(today: CivilDate, limit: number): Promise<number> {
  return withTransaction(async (trx) => {
    const rows = await selectExpiredUnits(trx)
      .where('due', '>=', today)
      .select(['id', 'status', 'due'])
      .limit(limit)
      .forUpdate()
      .execute()
    const ids = rows.map(({ id }) => id)
    await restoreStatuses(trx, ids)
    await recordStatusHistory(trx, 'restored', rows)
    return rows.length
  })
}

/** Restores the status that the expiry job changed. Runs in the transaction that changes the due date. */
export async function restoreFormerStatus(trx: Trx, id: number): Promise<void> {
  const row = await selectExpiredUnits(trx).where('id', '=', id).select('id').forUpdate().executeTakeFirst()
  if (row) await restoreStatuses(trx, [id])
}

async function markExpired(trx: Trx, ids: number[], { status, today }: { status: number; today: CivilDate }) {
  await trx
    .updateTable('subscriptions')
    .set((eb) => ({
      status: expired,
      status_before_expiry: status,
      expired_on: today,
      lock_version: eb('lock_version', '+', 1),
    }))
    .where('id', 'in', ids)
    .execute()
}

function selectExpiredUnits(trx: Trx) {
  return trx
    .selectFrom('subscriptions')
    .where('status', '=', expired)
    .where('status_before_expiry', 'is not', null)
}

/** Restores the former status. `status` comes first because MySQL assigns columns from left to right. */
async function restoreStatuses(trx: Trx, ids: number[]) {
  if (ids.length === 0) return
  await trx
    .updateTable('subscriptions')
    .set((eb) => ({
      status: eb.ref('status_before_expiry').$notNull(),
      status_before_expiry: null,
      expired_on: null,
      lock_version: eb('lock_version', '+', 1),
    }))
    .where('id', 'in', ids)
    .execute()
}

async function recordStatusHistory(
  trx: Trx,
  action: string,
  rows: { id: number; status: number; due: CivilDate | null }[],
) {
  const entries = rows.map(({ id, status, due }) => ({
    entity: 'subscription' as const,
    entityId: id,
    action,
    actorUserId: null,
    details: { from: status, due },
  }))
  await recordHistory(trx, ...entries)
}

/** Selects overdue units. Omits suspended units, for example of returned copies, because they need no dispatch. */
function selectOverdueUnits(today: CivilDate) {
  return db.selectFrom('subscriptions').where('due', '<', today).where('suspended_at', 'is', null)
}
