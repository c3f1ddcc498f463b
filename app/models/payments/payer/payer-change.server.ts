import type { BoletoAfter } from '#app/models/payments/payer/payer-correction.server.ts'
import { db } from '#app/models/platform/db.server.ts'

export type PayerChange = { field: string; from: string | null; to: string | null }

/** Returns the correction of a payer by its history entry, or undefined if the entry's values were erased. */
export async function findPayerChange(historyId: number) {
  const entry = await db
    .selectFrom('history')
    .innerJoin('orders', 'orders.id', 'history.entity_id')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['orders.id as orderId', 'history.details', 'email', 'profiles.name as contactName'])
    .where('history.id', '=', historyId)
    .where('history.entity', '=', 'order')
    .where('history.action', '=', 'payer-corrected')
    .executeTakeFirst()
  if (!entry?.details) return undefined
  const { details, ...order } = entry
  const { changes = {}, boletoAfter = null }: HistoryDetails = JSON.parse(details)
  const payerChanges = Object.entries(changes).map(([field, [from = null, to = null]]) => ({
    field,
    from,
    to,
  }))
  return { ...order, changes: payerChanges, boletoAfter }
}

type HistoryDetails = { changes?: Record<string, (string | null)[]>; boletoAfter?: BoletoAfter }

export function listPayerChanges(orderId: number, limit: number) {
  return db
    .selectFrom('history')
    .select('id')
    .where('entity', '=', 'order')
    .where('entity_id', '=', orderId)
    .where('action', '=', 'payer-corrected')
    .limit(limit)
    .execute()
}
