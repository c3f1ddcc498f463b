import type { CivilDate } from '#app/domain/calendar.ts'
import { db } from '#app/models/db.server.ts'
import { confirmPayment } from '#app/models/order-status.server.ts'
import { makeOrder } from './orders.ts'
import { makePublication } from './publications.ts'

type Change = { due?: CivilDate | null; status?: number; suspended_at?: Date; prefix?: string }

/** Paid subscriptions of one new customer, one for each change, all of one publication; and whose they are. */
export async function makeSubscriptions(
  changes: Change[],
  publication: Parameters<typeof makePublication>[0] = {},
) {
  const publicationId = await makePublication({
    is_signature: true,
    name: 'Manual da Hélice',
    ...publication,
  })
  const order = await makeOrder({ [publicationId]: changes.length })
  await confirmPayment(order.orderId, { actorUserId: null, source: 'test' }, '2026-01-10')
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .where('order_id', '=', order.orderId)
    .select(['subscriptions.id', 'profile_id', 'order_line_id'])
    .orderBy('subscriptions.id')
    .execute()
  for (const [index, { prefix, ...change }] of changes.entries()) {
    const { id = 0, order_line_id: lineId = 0 } = rows[index] ?? {}
    await db
      .updateTable('subscriptions')
      .set({ id, ...change })
      .where('id', '=', id)
      .execute()
    if (prefix !== undefined)
      await db.updateTable('order_lines').set({ airplane_prefix: prefix }).where('id', '=', lineId).execute()
  }
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', order.userId)
    .executeTakeFirstOrThrow()
  const [first] = rows
  return {
    ...order,
    email,
    publicationId,
    profileId: first?.profile_id ?? 0,
    ids: rows.map(({ id }) => id),
  }
}
