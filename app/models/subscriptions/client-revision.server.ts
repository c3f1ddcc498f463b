import { sql } from 'kysely'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { lastSentRevision } from '#app/models/subscriptions/last-sent-revision.server.ts'

const lastDownloaded = sql<string | null>`(
  select revisions.version from copies
  join downloads on downloads.copy_id = copies.id
  join revisions on revisions.id = copies.revision_id
  where copies.subscription_id = subscriptions.id
  order by downloads.id desc limit 1)`

/**
 * SQL for the revision that the client has: last sent and not returned, or last downloaded; null for none.
 * Without a shipment, the revision sold. Over `subscriptions` and `order_lines`.
 */
export const clientRevision = sql<string | null>`if(order_lines.is_download, ${lastDownloaded},
  coalesce(${lastSentRevision}, if(subscriptions.status = ${subscriptionStatus.sent}, order_lines.version, null)))`
