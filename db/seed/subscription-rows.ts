import type { Insertable } from 'kysely'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { calculateDueDate, getFirstStatus } from '#app/domain/subscriptions/subscription.ts'
import type { Database } from '#app/models/platform/schema.ts'
import type { OrderPlan } from '#db/seed/orders.ts'
import { findPublicationByCode } from '#db/seed/publications.ts'
import { makeInstant } from '#db/seed/reference-date.ts'

type Row = Insertable<Database['subscriptions']>
type PaidOrder = { plan: OrderPlan; profileId: number; firstLineId: number; paidOn: CivilDate }

/** Returns the units of a paid order: one per line, except for renewals (D32). */
export function makeSubscriptionRows({ plan, profileId, firstLineId, paidOn }: PaidOrder): Row[] {
  return plan.units.flatMap((unit, index): Row[] => {
    if (unit.costs === 'renewal') return []
    const publication = findPublicationByCode(unit.code)
    const soldForm = {
      isDownload: publication.is_download,
      isSignature: publication.is_signature,
      isSentImmediately: publication.is_sent_immediately,
    }
    const row = {
      order_line_id: firstLineId + index,
      profile_id: profileId,
      publication_id: publication.id,
      status: getFirstStatus(soldForm),
      starts_on: paidOn,
      due: calculateDueDate(paidOn, soldForm),
      created_at: makeInstant(paidOn, '07:15'),
    }
    return [row]
  })
}
