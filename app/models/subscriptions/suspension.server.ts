import { type Expression, sql } from 'kysely'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { compileQuery, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { type DbOrTrx, db, type Trx } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'

/** SQL condition on `order_lines`: an accepted withdrawal contains the line. */
export const isInWithdrawal = sql<boolean>`exists (
  select 1 from withdrawal_lines
  join withdrawal_requests on withdrawal_requests.id = withdrawal_lines.request_id
  where withdrawal_lines.order_line_id = order_lines.id and withdrawal_requests.outcome = 'accepted')`

/** SQL for the id of the accepted withdrawal with a line of `order_lines`, or null. */
export const acceptedWithdrawalOfLine = sql<number | null>`(
  select withdrawal_requests.id from withdrawal_lines
  join withdrawal_requests on withdrawal_requests.id = withdrawal_lines.request_id
  where withdrawal_lines.order_line_id = order_lines.id and withdrawal_requests.outcome = 'accepted')`

/** SQL for the id of the open withdrawal request with a line of `order_lines`, or null. */
export const openWithdrawalOfLine = sql<number | null>`(
  select withdrawal_requests.id from withdrawal_lines
  join withdrawal_requests on withdrawal_requests.id = withdrawal_lines.request_id
  where withdrawal_lines.order_line_id = order_lines.id and withdrawal_requests.is_open = 1)`

/**
 * Returns SQL for the id of a unit's open withdrawal, or that of its renewal if the renewed year has begun by `today`.
 */
export function selectOpenWithdrawal(today?: CivilDate | Expression<CivilDate>) {
  const hasBegun = today === undefined ? sql`true` : sql`renewals.due_before < ${today}`
  return sql<number | null>`coalesce(
    (select withdrawal_requests.id from withdrawal_lines
      join withdrawal_requests on withdrawal_requests.id = withdrawal_lines.request_id
      where withdrawal_lines.order_line_id = subscriptions.order_line_id and withdrawal_requests.is_open = 1),
    (select min(withdrawal_requests.id) from renewals
      join withdrawal_lines on withdrawal_lines.order_line_id = renewals.order_line_id
      join withdrawal_requests on withdrawal_requests.id = withdrawal_lines.request_id
      where renewals.subscription_id = subscriptions.id and renewals.applied_at is not null
        and withdrawal_requests.is_open = 1 and ${hasBegun}))`
}

/** Suspends the units of the order, or only the units of the lines `lineIds`. */
export async function suspendUnits(
  trx: Trx,
  orderId: number,
  { actorUserId, at, lineIds }: { actorUserId: number | null; at: Date; lineIds?: readonly number[] },
): Promise<void> {
  const units = await runningUnitsQuery.rows(trx, { orderId })
  const chosenUnits = units.filter(({ lineId }) => lineIds?.includes(lineId) ?? true)
  await setSuspension(trx, chosenUnits, { at, orderId, actorUserId })
}

const runningUnitsQuery = compileQuery((value: ValueSlots<{ orderId: number }>) =>
  selectReleasedUnits(db, value('orderId'))
    .select('order_line_id as lineId')
    .where('suspended_at', 'is', null),
)

/** Restores the order's suspended units. Units of an accepted withdrawal stay suspended (CDC art. 49). */
export async function restoreUnits(trx: Trx, orderId: number, actorUserId: number | null): Promise<void> {
  const units = await selectReleasedUnits(trx, orderId)
    .where('suspended_at', 'is not', null)
    .where('order_line_id', 'in', (eb) =>
      eb
        .selectFrom('order_lines')
        .select('id')
        .where('order_id', '=', orderId)
        .where((lines) => lines.not(isInWithdrawal)),
    )
    .execute()
  await setSuspension(trx, units, { at: null, orderId, actorUserId })
}

/** Selects and locks the order's units in the sequence of their ids. */
function selectReleasedUnits(reader: DbOrTrx, orderId: number | Expression<number>) {
  return reader
    .selectFrom('subscriptions')
    .select('id')
    .where('order_line_id', 'in', (eb) =>
      eb.selectFrom('order_lines').select('id').where('order_id', '=', orderId),
    )
    .orderBy('id')
    .forUpdate()
}

type Suspension = { at: Date | null; orderId: number; actorUserId: number | null }

async function setSuspension(
  trx: Trx,
  units: readonly { id: number }[],
  { at, orderId, actorUserId }: Suspension,
) {
  if (units.length === 0) return
  const ids = units.map(({ id }) => id)
  await trx
    .updateTable('subscriptions')
    .set((eb) => ({ suspended_at: at, lock_version: eb('lock_version', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
  const action = at === null ? 'suspension-lifted' : 'suspended'
  const entries = ids.map((entityId) => ({
    entity: 'subscription' as const,
    entityId,
    action,
    actorUserId,
    details: { orderId },
  }))
  await recordHistory(trx, ...entries)
}
