import { sql } from 'kysely'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { lastSentRevision } from '#app/models/subscriptions/last-sent-revision.server.ts'

const lastDownloadedRevision = sql<string | null>`(
  select revisions.version from copies
  join downloads on downloads.copy_id = copies.id
  join revisions on revisions.id = copies.revision_id
  where copies.subscription_id = subscriptions.id
  order by downloads.id desc limit 1)`

/**
 * SQL over `subscriptions` and `order_lines` for the revision that the client has, or null. Clients have the
 * revision that they downloaded last, or the last sent revision that was not returned, else the sold revision.
 */
export const clientRevision = sql<string | null>`if(order_lines.is_download, ${lastDownloadedRevision},
  coalesce(${lastSentRevision}, if(subscriptions.status = ${subscriptionStatus.sent}, order_lines.version, null)))`
