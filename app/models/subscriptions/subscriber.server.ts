import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import type { DbOrTrx } from '#app/models/platform/db.server.ts'

const { downloadReleased, awaitingDispatch, sent, active } = subscriptionStatus

/** Paid and not past due; one-off purchases have no due date (D37). */
export function subscriptionsInForce(reader: DbOrTrx, publicationId: number, today: CivilDate) {
  return reader
    .selectFrom('subscriptions')
    .innerJoin('profiles', 'profiles.id', 'subscriptions.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('subscriptions.publication_id', '=', publicationId)
    .where('subscriptions.status', 'in', [downloadReleased, awaitingDispatch, sent, active])
    .where('suspended_at', 'is', null)
    .where('due', '>=', today)
}
