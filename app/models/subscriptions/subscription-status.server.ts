import { expressionBuilder } from 'kysely'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import type { Database } from '#app/models/platform/schema.ts'

/** Returns a condition on `subscriptions`. After its due date, a unit counts as expired in any stored status. */
export function isInStatus(status: number, today: CivilDate) {
  const eb = expressionBuilder<Database, 'subscriptions'>()
  const hasStatus = eb('subscriptions.status', '=', status)
  if (status === subscriptionStatus.expired) return eb.or([eb('subscriptions.due', '<', today), hasStatus])
  const isNotOverdue = eb.or([eb('subscriptions.due', 'is', null), eb('subscriptions.due', '>=', today)])
  return eb.and([hasStatus, isNotOverdue])
}
