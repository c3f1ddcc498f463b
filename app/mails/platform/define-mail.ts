import type { MailTopic } from '#app/domain/accounts/mailbox/mail-topic.ts'
import type { MailName } from '#app/domain/platform/effect.ts'
import type { JobEvent } from '#app/domain/platform/job-event.ts'
import type { Block } from '#app/mails/platform/blocks.ts'
import { type Letter, type MailContent, renderMail } from '#app/mails/platform/render-mail.tsx'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import type { OrderReader, Reader } from '#app/text/orders/reader-labels.ts'

export type WithSender = { sender: CompanyContact }
type ReplyTo = { name: string; address: string }

/** The topic and unsubscribe link of a mail that may be declined. */
export type OptOut = { userId: number; topic: MailTopic; url: string }

export type Message = WithSender & {
  to: string
  /** the user whom the address belongs to, if it is not the address of an account */
  personId?: number
  replyTo?: ReplyTo
  optOut?: OptOut
  /** users who get the same mail by effects of their own */
  copyTo?: readonly number[]
  content: MailContent
}

/** The recipient of a mail. Without `to` and `contactName`, it is the account that the mail is about. */
export type MailRecipient = {
  reader: OrderReader
  to?: string
  contactName?: string
  copyTo: readonly number[]
  /** the sentence after the opening */
  sentence: Block | undefined
}

/** A declared mail. `Data` is the data that its text needs. */
export type Mail<Name extends MailName = MailName, Data extends WithSender = never> = {
  name: Name
  label: string
  /** Returns the message; undefined if the mail is obsolete. Throws JobRefused. */
  prepare(subject: string, event: JobEvent): Promise<Message | undefined>
  render(data: Data, reader?: Reader): MailContent
  /** kinds of readers for whom the text is written */
  readers: readonly Reader[]
  /** recipient of a resent mail, in words: 'ao endereço atual da conta' */
  addressee: string
  /** Called after the mail server accepted the mail. */
  onSent?: ((subject: string) => Promise<void>) | undefined
  /** Called if the mail cannot be sent or its reader declined it. */
  onRefusal?: ((subject: string) => Promise<void>) | undefined
}

export type Declaration<Name extends MailName, Found extends Facts, Facts extends WithSender> = {
  name: Name
  /** displayed in the mail log and the list of jobs */
  label: string
  /** Reads current data; undefined if the mail is obsolete. Throws JobRefused. */
  find(subject: string, event: JobEvent): Promise<Found | undefined>
  to(found: Found): string
  /** recipient of a resent mail, in words, if it is neither the company nor the account's present address */
  addressee?: string
  /**
   * Returns the user whom the address belongs to, if it was entered in a form or invited and so may not be the address
   * of an account. The entry of the mail log is deleted with that user's account.
   */
  person?(found: Found): number | null
  /** Readers, if the mail is neither for staff nor for the owner of an account. */
  readers?: readonly Reader[]
  /** Returns the recipient; undefined if the reader of the event may no longer read the mail. */
  readings?(found: Found, event: JobEvent): Promise<MailRecipient | undefined>
  replyTo?(found: Found): ReplyTo | Promise<ReplyTo>
  optOut?(found: Found): OptOut
  /** Returns the text, worded for this kind of reader. */
  write(data: Facts, reader: Reader): Letter
} & Pick<Mail, 'onSent' | 'onRefusal'>

/** Declares a mail with its job, log entry and sample. Its line in `mailEffects` sets the urgency. */
export function defineMail<Name extends MailName, Found extends Data, Data extends WithSender>(
  mail: Declaration<Name, Found, Data>,
): Mail<Name, Data> {
  const { name, label, onSent, onRefusal } = mail
  const readers = mail.readers ?? (mail.to === getCompanyEmail ? staffOnly : accountHolders)
  const [defaultReader = 'buyer'] = readers
  const render = (data: Data, reader: Reader = defaultReader) =>
    renderMail(mail.write(data, reader), data.sender)
  return {
    name,
    label,
    onSent,
    onRefusal,
    render,
    addressee: mail.addressee ?? addressees[mail.to === getCompanyEmail ? 'company' : 'account'],
    readers,
    async prepare(subject, event) {
      const found = await mail.find(subject, event)
      if (!found) return undefined
      const replyTo = await mail.replyTo?.(found)
      const optOut = mail.optOut?.(found)
      const recipient = mail.readings
        ? await mail.readings(found, event)
        : { ...accountRecipient, reader: defaultReader }
      if (!recipient) return undefined
      const { to = mail.to(found), contactName, copyTo, sentence, reader } = recipient
      const data = contactName === undefined ? found : { ...found, contactName }
      const content = renderMail(insertSentence(mail.write(data, reader), sentence), found.sender)
      const personId = mail.person?.(found)
      return {
        sender: found.sender,
        to,
        copyTo,
        content,
        ...(replyTo ? { replyTo } : {}),
        ...(optOut ? { optOut } : {}),
        ...(personId ? { personId } : {}),
      }
    },
  }
}

const addressees = { company: 'ao endereço da empresa', account: 'ao endereço atual da conta' }

const accountRecipient: Omit<MailRecipient, 'reader'> = { copyTo: [], sentence: undefined }

const staffOnly: readonly Reader[] = ['staff']

/** The owner of an account: a person, or a company's own login. */
const accountHolders: readonly Reader[] = ['buyer', 'owner']

function insertSentence(letter: Letter, sentence: Block | undefined): Letter {
  if (!sentence) return letter
  const [opening, ...otherBlocks] = letter.blocks
  return { ...letter, blocks: [...(opening ? [opening] : []), sentence, ...otherBlocks] }
}

/** Returns the company's e-mail address. As the `to` of a declaration, it marks a mail to staff. */
export function getCompanyEmail({ sender }: WithSender): string {
  return sender.email
}
