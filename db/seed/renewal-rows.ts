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

type Paid = {
  plan: OrderPlan
  orderId: number
  lines: Insertable<Database['order_lines']>[]
  firstLineId: number
  paidOn: CivilDate
}

/** Extends subscriptions by a year, as a paid renewal does (D32). Returns the rows of renewals. */
export function renew(rows: Rows, { plan, orderId, lines, firstLineId, paidOn }: Paid) {
  return plan.units.flatMap((unit, index): Insertable<Database['renewals']>[] => {
    const line = lines[index]
    if (unit.costs !== 'renewal' || !line) return []
    const { id, bought } = findBoughtBefore(rows, plan, line.publication_id, orderId)
    const before = bought.due ?? paidOn
    const after = calculateRenewedDue(before)
    line.renews_subscription_id = id
    bought.due = after
    bought.times_renewed = 1
    rows.history.push({
      entity: 'subscription',
      entity_id: id,
      action: 'renewed',
      actor_user_id: null,
      details: JSON.stringify({ orderId, from: before, to: after }),
      created_at: makeInstant(paidOn, '07:15'),
    })
    return [
      {
        order_line_id: firstLineId + index,
        subscription_id: id,
        due_before: before,
        due_after: after,
        applied_at: makeInstant(paidOn, '07:15'),
        created_at: makeInstant(paidOn, '07:15'),
      },
    ]
  })
}

/** Returns the customer's earlier subscription to the publication, with its future id. */
function findBoughtBefore(
  { subscriptions }: Rows,
  { email }: OrderPlan,
  publicationId: number,
  orderId: number,
) {
  const { id: profileId } = findAccountByEmail(email)
  const index = subscriptions.findIndex(
    (unit) => unit.profile_id === profileId && unit.publication_id === publicationId,
  )
  const bought = subscriptions[index]
  if (!bought) throw new RangeError(`order ${orderId} renews what nobody bought`)
  return { id: index + 1, bought }
}
