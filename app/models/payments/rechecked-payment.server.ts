import { sql } from 'kysely'
import { getRecheckTerms } from '#app/domain/payments/money-back.ts'
import type { PaymentSource } from '#app/domain/payments/received-payment.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { db } from '#app/models/platform/db.server.ts'

export type RecheckedPayment = { id: number; eventKey: string }

/** Returns payments that perhaps were reversed without an event. The payment with the oldest check comes first. */
export function listPaymentsToRecheck(
  sources: readonly PaymentSource[],
  now: Date,
  limit: number,
): Promise<RecheckedPayment[]> {
  const { firstDay, dailyFrom, dailyBefore, weeklyBefore } = getRecheckTerms(now, toCivilDate(now))
  const lastCheckedAt = sql<Date>`coalesce(checked_at, created_at)`
  return db
    .selectFrom('payments')
    .select(['id', 'event_key as eventKey'])
    .where('paid_on', '>=', firstDay)
    .where('source', 'in', sources)
    .where((eb) => eb.or([eb('problem', 'is', null), eb('problem', '<>', 'reversed')]))
    .where((eb) =>
      eb.or([
        eb(lastCheckedAt, '<', weeklyBefore),
        eb.and([eb('paid_on', '>=', dailyFrom), eb(lastCheckedAt, '<', dailyBefore)]),
      ]),
    )
    .orderBy(lastCheckedAt)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function markRechecked(id: number, now: Date): Promise<void> {
  await db.updateTable('payments').set({ checked_at: now }).where('id', '=', id).execute()
}
