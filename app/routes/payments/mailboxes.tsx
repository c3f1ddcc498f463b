import { likelyEmail } from '#app/domain/accounts/mailbox/likely-email.ts'
import {
  formatLikelyEmail,
  formatMailboxes,
  type Mailbox,
  mailboxLabels,
} from '#app/text/accounts/mailbox-labels.ts'

/** Where the mails of an order go, and the way to correct it. */
export function Mailboxes({ mailboxes, href }: { mailboxes: readonly Mailbox[]; href: string }) {
  if (mailboxes.length === 0) return null
  const likely = mailboxes.flatMap(({ address }) => likelyEmail(address) ?? [])
  return (
    <p className="hint">
      {formatMailboxes(mailboxes)} {likely.map((email) => `${formatLikelyEmail(email)} `)}
      <span className="no-print">
        {mailboxLabels.wrong} <a href={href}>{mailboxLabels.correct}</a>
      </span>
    </p>
  )
}
