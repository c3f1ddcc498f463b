import type { CivilDate } from '#app/domain/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscription.ts'
import { db, type Reader } from '#app/models/db.server.ts'

/** How many subscribers of a publication the report lists. */
export const subscribersListed = 1000

const { downloadReleased, awaitingDispatch, sent, active } = subscriptionStatus

/** The subscriptions of a publication in force: paid, not past due; a one-off purchase is none (D37). */
export function subscriptionsInForce(reader: Reader, publicationId: number, today: CivilDate) {
  return reader
    .selectFrom('subscriptions')
    .innerJoin('profiles', 'profiles.id', 'subscriptions.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('subscriptions.publication_id', '=', publicationId)
    .where('subscriptions.status', 'in', [downloadReleased, awaitingDispatch, sent, active])
    .where('suspended_at', 'is', null)
    .where('due', '>=', today)
}

/** Who subscribes to a publication today, a row for each subscription, by name; one more than is listed at the most. */
export function listSubscribers(publicationId: number, today: CivilDate) {
  return subscriptionsInForce(db, publicationId, today)
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .select([
      'subscriptions.id',
      'subscriptions.status',
      'due',
      'profiles.name',
      'company_name',
      'is_company',
    ])
    .select(['users.email', 'airplane_prefix as prefix', 'airplane_serial_number as serialNumber'])
    .orderBy('profiles.name')
    .orderBy('company_name')
    .orderBy('subscriptions.id')
    .limit(subscribersListed + 1)
    .execute()
}
