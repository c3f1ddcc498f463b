import type { BoletoAfter } from '#app/models/payments/payer/payer-correction.server.ts'
import { db } from '#app/models/platform/db.server.ts'

export type PayerChange = { field: string; from: string | null; to: string | null }

/** Returns a payer's correction by its history entry; undefined after its values were erased. */
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
  const { changes = {}, boletoAfter = null }: Details = JSON.parse(details)
  const rows = Object.entries(changes).map(([field, [from = null, to = null]]) => ({ field, from, to }))
  return { ...order, changes: rows, boletoAfter }
}

type Details = { changes?: Record<string, (string | null)[]>; boletoAfter?: BoletoAfter }

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
