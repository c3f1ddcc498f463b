import { createTransport } from 'nodemailer'
import { env } from '#app/env.server.ts'
import { readDkimKey } from '#app/gateways/dkim-key.server.ts'
import { trackProvider } from '#app/gateways/provider.server.ts'
import { getFileLocation, putFile } from '#app/gateways/storage.server.ts'

/** A mail. All attempts have the same `id`. `replyTo` has two parts because a typed name is never an address. */
export type Mail = {
  id: string
  from: string
  to: string
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  html: string
  inline?: readonly InlinePicture[]
  attachments?: readonly AttachedFile[]
  /** address where one POST unsubscribes from this kind of mail (RFC 8058) */
  unsubscribeUrl?: string | undefined
}

export type InlinePicture = { cid: string; name: string; content: Uint8Array }

export type AttachedFile = { name: string; type: string; content: Uint8Array }

export type Delivery = { via: 'smtp' } | { via: 'file'; path: string }

/** The header fields that DKIM signs. RFC 8058, 4 requires the fields for unsubscribing. */
const signedFields = [
  'From',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'Reply-To',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'Auto-Submitted',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
].join(':')

function makeSigningOptions() {
  if (!env.DKIM) return {}
  const { domain: domainName, selector: keySelector, keyFile } = env.DKIM
  const keyResult = readDkimKey(keyFile)
  if ('fault' in keyResult) throw new Error(`DKIM_KEY_FILE: ${keyResult.fault}`)
  return { dkim: { domainName, keySelector, privateKey: keyResult.key, headerFieldNames: signedFields } }
}

let transports: ReturnType<typeof makeTransports> | undefined

function makeTransports() {
  const signature = makeSigningOptions()
  const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 20_000 }
  return {
    smtp: env.SMTP_URL ? createTransport({ url: env.SMTP_URL, ...timeouts, ...signature }) : undefined,
    composer: createTransport({ streamTransport: true, buffer: true, ...signature }),
  }
}

/** Sends the mail, or writes a file without SMTP_URL. Throws MailRefused if the mailbox does not exist. */
export async function sendMail(mail: Mail): Promise<Delivery> {
  const { id, inline = [], attachments = [], unsubscribeUrl, ...content } = mail
  const message = {
    ...content,
    messageId: `<${id}@${new URL(env.PUBLIC_URL).hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...makeUnsubscribeHeaders(unsubscribeUrl) },
    ...(env.MAIL_BOUNCES ? { envelope: { from: env.MAIL_BOUNCES, to: mail.to } } : {}),
    attachments: [...inline.map(toInlineAttachment), ...attachments.map(toAttachment)],
  }
  transports ??= makeTransports()
  const { smtp, composer } = transports
  if (smtp) {
    await trackProvider('mail', () => smtp.sendMail(message).catch(rethrowWithoutAddress), {
      isOutage: isServerFault,
    })
    return { via: 'smtp' }
  }
  const name = `mail/${id}.eml`
  const composedMail = await composer.sendMail(message)
  await putFile(name, Buffer.isBuffer(composedMail.message) ? composedMail.message : Buffer.from(''))
  return { via: 'file', path: await getFileLocation(name) }
}

function makeUnsubscribeHeaders(url: string | undefined) {
  if (url === undefined) return {}
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function toInlineAttachment({ cid, name, content }: InlinePicture) {
  return { cid, filename: name, content: Buffer.from(content), contentType: 'image/png' }
}

function toAttachment({ name, type, content }: AttachedFile) {
  return { filename: name, content: Buffer.from(content), contentType: type }
}

export class MailRefused extends Error {
  override name = 'MailRefused'

  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message)
  }
}

/** Throws an error with only the codes, because SMTP replies may contain the address and errors are logged. */
function rethrowWithoutAddress(error: unknown): never {
  const code = getErrorProperty(error, 'code')
  const responseCode = getErrorProperty(error, 'responseCode')
  const message = `mail not taken (${code ?? 'unknown'}, ${responseCode ?? '-'})`
  const command = getErrorProperty(error, 'command')
  throw isUnknownMailbox(error)
    ? new MailRefused(message, String(responseCode))
    : Object.assign(new Error(message), { code, responseCode, command })
}

/** Returns false for a rejected RCPT TO, such as a full mailbox, which concerns one recipient. */
function isServerFault(error: Error): boolean {
  return !(error instanceof MailRefused) && getErrorProperty(error, 'command') !== 'RCPT TO'
}

/** Returns true if the mailbox does not exist: 550, 551 or 553 at RCPT TO. Other codes may be our configuration. */
export function isUnknownMailbox(error: unknown): boolean {
  const isMailboxCode = [550, 551, 553].includes(Number(getErrorProperty(error, 'responseCode')))
  if (!isMailboxCode || getErrorProperty(error, 'command') !== 'RCPT TO') return false
  return !/\b5\.7\.\d|relay/i.test(String(getErrorProperty(error, 'response') ?? ''))
}

function getErrorProperty(error: unknown, name: string): unknown {
  return error instanceof Error ? Reflect.get(error, name) : undefined
}
