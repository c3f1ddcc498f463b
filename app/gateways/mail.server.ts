import { createTransport } from 'nodemailer'
import { env } from '#app/env.server.ts'
import { atProvider } from '#app/gateways/provider.server.ts'
import { pathOf, putFile } from '#app/gateways/storage.server.ts'

/**
 * A message ready to go; `id` names the event and is the same at every try. `replyTo` is given in its parts, so that
 * nothing a person typed is read as an address list or a header.
 */
export type Mail = {
  id: string
  from: string
  to: string
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** Pictures the HTML shows, each by its `cid:`. */
  inline?: readonly InlinePicture[]
}

/** A PNG that travels inside a message; `name` is for mail programs that list it. */
export type InlinePicture = { cid: string; name: string; content: Uint8Array }

/** Where a message went: handed to the mail server, or written to a file because there is none. */
export type Delivery = { via: 'smtp' } | { via: 'file'; path: string }

const smtp =
  env.SMTP_URL === undefined
    ? undefined
    : createTransport({
        url: env.SMTP_URL,
        connectionTimeout: 5_000,
        greetingTimeout: 5_000,
        socketTimeout: 20_000,
      })
const composer = createTransport({ streamTransport: true, buffer: true })

/**
 * Hands a message to the mail server and returns once the server has taken it (250). Without SMTP_URL the
 * message becomes a file under the data folder. Message-ID follows from the event, so a repeated hand-over
 * is recognisable. Throws MailRefused for an addressee that does not exist, anything else for what may
 * be tried again.
 */
export async function sendMail(mail: Mail): Promise<Delivery> {
  const { id, inline = [], ...content } = mail
  const message = {
    ...content,
    messageId: `<${id}@${new URL(env.PUBLIC_URL).hostname}>`,
    attachments: inline.map(attachmentOf),
  }
  if (smtp) {
    await atProvider('mail', () => smtp.sendMail(message).catch(hideAddress), { isOutage: isOfServer })
    return { via: 'smtp' }
  }
  const name = `mail/${id}.eml`
  const composed = await composer.sendMail(message)
  await putFile(name, Buffer.isBuffer(composed.message) ? composed.message : Buffer.from(''))
  return { via: 'file', path: pathOf(name) }
}

function attachmentOf({ cid, name, content }: InlinePicture) {
  return { cid, filename: name, content: Buffer.from(content), contentType: 'image/png' }
}

/** The mail server will never take this message: its addressee does not exist there. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

/** What a mail server answers may quote the address it refuses: only its codes go on to logs and queues. */
function hideAddress(error: unknown): never {
  const [code, responseCode] = [factOf(error, 'code'), factOf(error, 'responseCode')]
  const message = `mail not taken (${code ?? 'unknown'}, ${responseCode ?? '-'})`
  const command = factOf(error, 'command')
  throw isFinal(error)
    ? new MailRefused(message)
    : Object.assign(new Error(message), { code, responseCode, command })
}

/** False where the mail server speaks of one addressee, whose mailbox may be full: others may have their mail. */
function isOfServer(error: Error): boolean {
  return !(error instanceof MailRefused) && factOf(error, 'command') !== 'RCPT TO'
}

/**
 * True when the addressee does not exist or may not be written to (550, 551, 553 at RCPT TO). Every other refusal,
 * such as a password, a sender or a relay that is not allowed (5.7.x), may be about us and pass once that is right.
 */
export function isFinal(error: unknown): boolean {
  const isNo = [550, 551, 553].includes(Number(factOf(error, 'responseCode')))
  if (!isNo || factOf(error, 'command') !== 'RCPT TO') return false
  return !/\b5\.7\.\d|relay/i.test(String(factOf(error, 'response') ?? ''))
}

function factOf(error: unknown, name: string): unknown {
  return error instanceof Error ? Reflect.get(error, name) : undefined
}
