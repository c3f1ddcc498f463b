import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import type { DbOrTrx } from '#app/models/platform/db.server.ts'

const { downloadReleased, awaitingDispatch, sent, active } = subscriptionStatus

/** The subscriptions of a publication in force: paid, not past due; a one-off purchase is none (D37). */
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
