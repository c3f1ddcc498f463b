import { db } from '#app/models/platform/db.server.ts'

export async function listOrdersAwaitingPhoto(orderIds: readonly number[]): Promise<Set<number>> {
  if (orderIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('photo_requests')
    .where('order_id', 'in', orderIds)
    .where('is_open', '=', 1)
    .select('order_id as orderId')
    .execute()
  return new Set(rows.map(({ orderId }) => orderId))
}
