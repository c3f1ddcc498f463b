import type { Insertable } from 'kysely'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { calculateRenewedDue } from '#app/domain/subscriptions/subscription.ts'
import type { Database } from '#app/models/platform/schema.ts'
import { findAccountByEmail } from '#db/seed/account-rows.ts'
import type { OrderPlan } from '#db/seed/orders.ts'
import { makeInstant } from '#db/seed/reference-date.ts'

type Rows = {
  orderLines: Insertable<Database['order_lines']>[]
  subscriptions: Insertable<Database['subscriptions']>[]
  history: Insertable<Database['history']>[]
}

type PaidRenewal = {
  plan: OrderPlan
  orderId: number
  lines: Insertable<Database['order_lines']>[]
  firstLineId: number
  paidOn: CivilDate
}

/** Extends subscriptions by a year, as a paid renewal does (D32). Returns the rows of renewals. */
export function renewSubscriptions(rows: Rows, { plan, orderId, lines, firstLineId, paidOn }: PaidRenewal) {
  return plan.units.flatMap((unit, index): Insertable<Database['renewals']>[] => {
    const line = lines[index]
    if (unit.costs !== 'renewal' || !line) return []
    const { id, subscription } = findRenewedSubscription(rows, plan, line.publication_id, orderId)
    const dueBefore = subscription.due ?? paidOn
    const dueAfter = calculateRenewedDue(dueBefore)
    line.renews_subscription_id = id
    subscription.due = dueAfter
    subscription.times_renewed = 1
    rows.history.push({
      entity: 'subscription',
      entity_id: id,
      action: 'renewed',
      actor_user_id: null,
      details: JSON.stringify({ orderId, from: dueBefore, to: dueAfter }),
      created_at: makeInstant(paidOn, '07:15'),
    })
    return [
      {
        order_line_id: firstLineId + index,
        subscription_id: id,
        due_before: dueBefore,
        due_after: dueAfter,
        applied_at: makeInstant(paidOn, '07:15'),
        created_at: makeInstant(paidOn, '07:15'),
      },
    ]
  })
}

/** Returns the customer's earlier subscription to the publication, with its future id. */
function findRenewedSubscription(
  { subscriptions }: Rows,
  { email }: OrderPlan,
  publicationId: number,
  orderId: number,
) {
  const { id: profileId } = findAccountByEmail(email)
  const index = subscriptions.findIndex(
    (unit) => unit.profile_id === profileId && unit.publication_id === publicationId,
  )
  const subscription = subscriptions[index]
  if (!subscription) throw new RangeError(`order ${orderId} renews a subscription that nobody bought`)
  return { id: index + 1, subscription }
}
