import { sql } from 'kysely'
import type { Trx } from '#app/models/db.server.ts'
import { recordHistory } from '#app/models/history.server.ts'

/** Lines of an order whose withdrawal the company has accepted; for queries over `order_lines`. */
export const isGivenBack = sql<boolean>`exists (
  select 1 from withdrawal_lines
  join withdrawal_requests on withdrawal_requests.id = withdrawal_lines.request_id
  where withdrawal_lines.order_line_id = order_lines.id and withdrawal_requests.outcome = 'accepted')`

/** Lines of an order that are given back, or may be; such a copy is not sent. */
export const isGivenBackOrAsked = sql<boolean>`exists (
  select 1 from withdrawal_lines
  join withdrawal_requests on withdrawal_requests.id = withdrawal_lines.request_id
  where withdrawal_lines.order_line_id = order_lines.id
    and (withdrawal_requests.is_open = 1 or withdrawal_requests.outcome = 'accepted'))`

/** Suspends what an order released from `at` on, unless it is so already; with `lineIds` only of these lines (D17). */
export async function suspendUnits(
  trx: Trx,
  orderId: number,
  { actorUserId, at, lineIds }: { actorUserId: number | null; at: Date; lineIds?: readonly number[] },
): Promise<void> {
  const units = await releasedUnits(trx, orderId)
    .where('suspended_at', 'is', null)
    .$if(lineIds !== undefined, (own) => own.where('order_line_id', 'in', [0, ...(lineIds ?? [])]))
    .execute()
  await write(trx, units, { at, orderId, actorUserId })
}

/** Restores what an order released, but for the copies that were given back (D17, CDC art. 49). */
export async function restoreUnits(trx: Trx, orderId: number, actorUserId: number | null): Promise<void> {
  const units = await releasedUnits(trx, orderId)
    .where('suspended_at', 'is not', null)
    .where('order_line_id', 'in', (eb) =>
      eb
        .selectFrom('order_lines')
        .select('id')
        .where('order_id', '=', orderId)
        .where((lines) => lines.not(isGivenBack)),
    )
    .execute()
  await write(trx, units, { at: null, orderId, actorUserId })
}

/** What the lines of an order have released, held until the transaction ends. */
function releasedUnits(trx: Trx, orderId: number) {
  return trx
    .selectFrom('subscriptions')
    .select('id')
    .where('order_line_id', 'in', (eb) =>
      eb.selectFrom('order_lines').select('id').where('order_id', '=', orderId),
    )
    .orderBy('id')
    .forUpdate()
}

type Suspension = { at: Date | null; orderId: number; actorUserId: number | null }

async function write(trx: Trx, units: readonly { id: number }[], { at, orderId, actorUserId }: Suspension) {
  if (units.length === 0) return
  const ids = units.map(({ id }) => id)
  await trx
    .updateTable('subscriptions')
    .set((eb) => ({ suspended_at: at, edits: eb('edits', '+', 1) }))
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
