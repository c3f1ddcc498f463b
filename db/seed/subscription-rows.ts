import type { Insertable } from 'kysely'
import { addBusinessDays, addDays, type CivilDate } from '#app/domain/calendar.ts'
import { dueDateOf, firstStatus, subscriptionStatus } from '#app/domain/subscription.ts'
import { trackingCheckDigit } from '#app/domain/tracking.ts'
import type { Database } from '#app/models/schema.ts'
import type { OrderPlan } from '#db/seed/orders.ts'
import { publicationByCode } from '#db/seed/publications.ts'
import { instantAt, referenceDate } from '#db/seed/reference-date.ts'

type Row = Insertable<Database['subscriptions']>
type Paid = { plan: OrderPlan; profileId: number; firstLineId: number; paidOn: CivilDate }

/** A parcel is on its way this many days after the payment, and delivered a fortnight later. */
const dispatchDays = 3
const deliveryDays = 14

/** What a paid order of the demonstration released: a unit a line, but renewals, which prolong another one (D32). */
export function subscriptionRows({ plan, profileId, firstLineId, paidOn }: Paid): Row[] {
  return plan.units.flatMap((unit, index): Row[] => {
    if (unit.costs === 'renewal') return []
    const publication = publicationByCode(unit.code)
    const sold = {
      isDownload: publication.is_download,
      isSignature: publication.is_signature,
      isSentImmediately: publication.is_sent_immediately,
    }
    const lineId = firstLineId + index
    const released = {
      order_line_id: lineId,
      profile_id: profileId,
      publication_id: publication.id,
      status: firstStatus(sold),
      starts_on: paidOn,
      due: dueDateOf(paidOn, sold),
      created_at: instantAt(paidOn, '07:15'),
    }
    return [{ ...released, ...dispatchOf(released, sold.isSignature, lineId) }]
  })
}

/** What became of a copy that had to be sent, by the reference date (D29). */
function dispatchOf(row: { status: number; starts_on: CivilDate }, isSignature: boolean, lineId: number) {
  const sentOn = addBusinessDays(row.starts_on, dispatchDays)
  if (row.status !== subscriptionStatus.awaitingDispatch || sentOn > referenceDate) return {}
  const isDelivered = addDays(sentOn, deliveryDays) <= referenceDate
  const serial = String(10_000_000 + lineId)
  return {
    status: isDelivered && isSignature ? subscriptionStatus.active : subscriptionStatus.sent,
    sent_on: sentOn,
    track_code: `AA${serial}${trackingCheckDigit(serial)}BR`,
  }
}
