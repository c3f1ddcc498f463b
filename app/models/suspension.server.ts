import { sql } from 'kysely'
import type { Trx } from '#app/models/db.server.ts'

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
export async function suspendUnits(trx: Trx, orderId: number, at: Date, lineIds?: number[]): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set((eb) => ({ suspended_at: at, edits: eb('edits', '+', 1) }))
    .where('suspended_at', 'is', null)
    .where('order_line_id', 'in', (eb) =>
      eb
        .selectFrom('order_lines')
        .select('id')
        .where('order_id', '=', orderId)
        .$if(lineIds !== undefined, (lines) => lines.where('id', 'in', [0, ...(lineIds ?? [])])),
    )
    .execute()
}

/** Restores what an order released, but for the copies that were given back (D17, CDC art. 49). */
export async function restoreUnits(trx: Trx, orderId: number): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set((eb) => ({ suspended_at: null, edits: eb('edits', '+', 1) }))
    .where('suspended_at', 'is not', null)
    .where('order_line_id', 'in', (eb) =>
      eb
        .selectFrom('order_lines')
        .select('id')
        .where('order_id', '=', orderId)
        .where((lines) => lines.not(isGivenBack)),
    )
    .execute()
}
