import type { MailTopic } from '#app/domain/accounts/mailbox/mail-topic.ts'
import type { MailName } from '#app/domain/platform/effect.ts'
import type { JobEvent } from '#app/domain/platform/job-event.ts'
import type { Block } from '#app/mails/platform/blocks.ts'
import { type Letter, type MailContent, renderMail } from '#app/mails/platform/render-mail.tsx'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import type { OrderReader, Reader } from '#app/text/orders/reader-labels.ts'

export type WithSender = { sender: CompanyContact }
type ReplyTo = { name: string; address: string }

/** Topic and links of a declinable mail. */
export type OptOut = { userId: number; topic: MailTopic; url: string }

export type Message = WithSender & {
  to: string
  /** the user whose data the address is, where it is not an account's own */
  personId?: number
  replyTo?: ReplyTo
  optOut?: OptOut
  /** users who get the same mail by an event of their own */
  copyTo?: readonly number[]
  content: MailContent
}

/** One reader of a mail; `to` and `contactName` are set unless it is the account the mail is about. */
export type Reading = {
  reader: OrderReader
  to?: string
  contactName?: string
  copyTo: readonly number[]
  /** follows the opening */
  sentence: Block | undefined
}

/** `Facts` is what `write` takes. */
export type Mail<Name extends MailName = MailName, Facts extends WithSender = never> = {
  name: Name
  label: string
  /** Undefined when the mail is obsolete. Throws JobRefused. */
  prepare(subject: string, event: JobEvent): Promise<Message | undefined>
  render(facts: Facts, reader?: Reader): MailContent
  /** everybody it is written for */
  readers: readonly Reader[]
  /** where it goes when it is sent again: 'ao endereço atual da conta' */
  addressee: string
  /** Called once the mail server has accepted the mail. */
  sent?: ((subject: string) => Promise<void>) | undefined
  /** Called when the mail cannot be sent, or its reader declined it. */
  refused?: ((subject: string) => Promise<void>) | undefined
}

export type Declaration<Name extends MailName, Found extends Facts, Facts extends WithSender> = {
  name: Name
  /** shown in the mail log and the task list */
  label: string
  /** Reads current data; undefined when the mail is obsolete. Throws JobRefused. */
  find(subject: string, event: JobEvent): Promise<Found | undefined>
  to(found: Found): string
  /** Where it goes when it is sent again, if neither to the company nor to the present address of the account. */
  addressee?: string
  /**
   * The user whose data the address is, where it may be another than an account's own: typed into a form, or somebody
   * they invited. Its log entry goes with the account.
   */
  person?(found: Found): number | null
  /** Everybody it is written for, if neither staff nor the owner of an account. */
  readers?: readonly Reader[]
  /** Undefined when the reader of the event may not read the mail any more. */
  readings?(found: Found, event: JobEvent): Promise<Reading | undefined>
  replyTo?(found: Found): ReplyTo | Promise<ReplyTo>
  optOut?(found: Found): OptOut
  /** Says nothing that is untrue for `reader`. */
  write(facts: Facts, reader: Reader): Letter
} & Pick<Mail, 'sent' | 'refused'>

/** Job, mail log entry and sample derive from this declaration; urgency and order from its line in `mailEffects`. */
export function defineMail<Name extends MailName, Found extends Facts, Facts extends WithSender>(
  mail: Declaration<Name, Found, Facts>,
): Mail<Name, Facts> {
  const { name, label, sent, refused } = mail
  const readers = mail.readers ?? (mail.to === company ? staff : accountHolders)
  const [usual = 'buyer'] = readers
  const render = (facts: Facts, reader: Reader = usual) => renderMail(mail.write(facts, reader), facts.sender)
  return {
    name,
    label,
    sent,
    refused,
    render,
    addressee: mail.addressee ?? addressees[mail.to === company ? 'company' : 'account'],
    readers,
    async prepare(subject, event) {
      const found = await mail.find(subject, event)
      if (!found) return undefined
      const replyTo = await mail.replyTo?.(found)
      const optOut = mail.optOut?.(found)
      const reading = mail.readings ? await mail.readings(found, event) : { ...ownReading, reader: usual }
      if (!reading) return undefined
      const { to = mail.to(found), contactName, copyTo, sentence, reader } = reading
      const facts = contactName === undefined ? found : { ...found, contactName }
      const content = renderMail(insertSentence(mail.write(facts, reader), sentence), found.sender)
      const personId = mail.person?.(found)
      const message = { sender: found.sender, to, copyTo, content }
      return {
        ...message,
        ...(replyTo ? { replyTo } : {}),
        ...(optOut ? { optOut } : {}),
        ...(personId ? { personId } : {}),
      }
    },
  }
}

const addressees = { company: 'ao endereço da empresa', account: 'ao endereço atual da conta' }

const ownReading: Omit<Reading, 'reader'> = { copyTo: [], sentence: undefined }

const staff: readonly Reader[] = ['staff']

/** A person's account, or the login of a company. */
const accountHolders: readonly Reader[] = ['buyer', 'owner']

function insertSentence(letter: Letter, sentence: Block | undefined): Letter {
  if (!sentence) return letter
  const [opening, ...rest] = letter.blocks
  return { ...letter, blocks: [...(opening ? [opening] : []), sentence, ...rest] }
}

export function company({ sender }: WithSender): string {
  return sender.email
}
