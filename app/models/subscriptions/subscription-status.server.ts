import { expressionBuilder } from 'kysely'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import type { Database } from '#app/models/platform/schema.ts'

/** The units a filter means as of a day: past the due date everything is expired (D34). */
export function isInStatus(status: number, today: CivilDate) {
  const eb = expressionBuilder<Database, 'subscriptions'>()
  const isStored = eb('subscriptions.status', '=', status)
  if (status === subscriptionStatus.expired) return eb.or([eb('subscriptions.due', '<', today), isStored])
  return eb.and([
    isStored,
    eb.or([eb('subscriptions.due', 'is', null), eb('subscriptions.due', '>=', today)]),
  ])
}
