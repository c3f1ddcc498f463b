import type { MailTopic } from '#app/domain/accounts/mailbox/mail-topic.ts'
import { env } from '#app/env.server.ts'
import type { OptOut } from '#app/mails/platform/define-mail.ts'
import { findOrCreateMailboxToken } from '#app/models/accounts/mailbox/mailbox.server.ts'
import { paths } from '#app/paths.ts'

/** Returns an address that stays the same for as long as the account exists. */
export async function getOptOut(userId: number, topic: MailTopic): Promise<OptOut> {
  const url = `${env.PUBLIC_URL}${paths.declineMails(await findOrCreateMailboxToken(userId), topic)}`
  return { userId, topic, url }
}
