import { suggestEmail } from '#app/domain/accounts/mailbox/likely-email.ts'
import {
  formatLikelyEmail,
  formatMailboxes,
  type Mailbox,
  mailboxLabels,
} from '#app/text/accounts/mailbox-labels.ts'

type MailboxesProps = {
  mailboxes: readonly Mailbox[]
  href: string | undefined // undefined for readers who cannot correct the address
  isPaying?: boolean // true on pages for paying, where the mail with the boleto is new
}

export function Mailboxes({ mailboxes, href, isPaying = false }: MailboxesProps) {
  if (mailboxes.length === 0) return null
  const suggestedEmails = mailboxes.flatMap(({ address }) => suggestEmail(address) ?? [])
  return (
    <p className="hint">
      {formatMailboxes(mailboxes, isPaying)} {suggestedEmails.map((email) => `${formatLikelyEmail(email)} `)}
      {href ? (
        <span className="no-print">
          {mailboxLabels.wrong} <a href={href}>{mailboxLabels.correct}</a>
        </span>
      ) : null}
    </p>
  )
}
