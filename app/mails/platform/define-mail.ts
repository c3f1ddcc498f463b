import type { MailName } from '#app/domain/reports/effect.ts'
import type { JobEvent } from '#app/jobs/platform/job.ts'
import { type Letter, type MailContent, renderMail } from '#app/mails/platform/render-mail.tsx'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'

type WithSender = { sender: CompanyContact }
type ReplyTo = { name: string; address: string }

/** A mail ready to be delivered. */
export type Message = WithSender & { to: string; replyTo?: ReplyTo; content: MailContent }

/** What the job, the log of mails and the samples need of a mail; `Facts` is what it is written from. */
export type Mail<Name extends MailName = MailName, Facts extends WithSender = never> = {
  name: Name
  label: string
  /** The mail about a subject as things are now; undefined when there is nothing to say. Throws JobRefused. */
  prepare(subject: string, event: JobEvent): Promise<Message | undefined>
  render(facts: Facts): MailContent
  /** Notes that the mail about a subject was taken by the mail server. */
  sent?: ((subject: string) => Promise<void>) | undefined
  /** Notes that the mail about a subject cannot be sent as things are. */
  refused?: ((subject: string) => Promise<void>) | undefined
}

type Declaration<Name extends MailName, Found extends Facts, Facts extends WithSender> = {
  /** the effect that promises it */
  name: Name
  /** its name in the log of mails and in the list of tasks */
  label: string
  /** Reads anew what the mail says; undefined when there is nothing to say (any more). Throws JobRefused. */
  find(subject: string, event: JobEvent): Promise<Found | undefined>
  to(found: Found): string
  replyTo?(found: Found): ReplyTo
  write(facts: Facts): Letter
} & Pick<Mail, 'sent' | 'refused'>

/** Declares a mail: its job, its line in the log of mails and its sample all come from here. */
export function defineMail<Name extends MailName, Found extends Facts, Facts extends WithSender>(
  mail: Declaration<Name, Found, Facts>,
): Mail<Name, Facts> {
  const { name, label, sent, refused } = mail
  const render = (facts: Facts) => renderMail(mail.write(facts), facts.sender)
  return {
    name,
    label,
    sent,
    refused,
    render,
    async prepare(subject, event) {
      const found = await mail.find(subject, event)
      if (!found) return undefined
      const replyTo = mail.replyTo?.(found)
      const message = { sender: found.sender, to: mail.to(found), content: render(found) }
      return replyTo ? { ...message, replyTo } : message
    },
  }
}

/** The address of a mail that is a task for the company. */
export function company({ sender }: WithSender): string {
  return sender.email
}
