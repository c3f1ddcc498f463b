import { createTransport } from 'nodemailer'
import { env } from '#app/env.server.ts'
import { atProvider } from '#app/gateways/provider.server.ts'
import { pathOf, putFile } from '#app/gateways/storage.server.ts'

/**
 * `id` names the event and is stable across retries. `replyTo` is in parts, so that user input is never parsed as an
 * address list or a header.
 */
export type Mail = {
  id: string
  from: string
  to: string
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** Pictures referenced by `cid:`. */
  inline?: readonly InlinePicture[]
}

/** An inline PNG; `name` is shown by mail programs that list attachments. */
export type InlinePicture = { cid: string; name: string; content: Uint8Array }

/** 'file' when no mail server is configured. */
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
 * Returns once the server has accepted the message (250); without SMTP_URL it becomes a file under the data folder.
 * Message-ID derives from the event, so duplicates are recognisable. Throws MailRefused for a nonexistent addressee,
 * any other error when a retry may help.
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

export class MailRefused extends Error {
  override name = 'MailRefused'
}

/** SMTP replies may quote the address; only codes go on to logs and queues. */
function hideAddress(error: unknown): never {
  const [code, responseCode] = [factOf(error, 'code'), factOf(error, 'responseCode')]
  const message = `mail not taken (${code ?? 'unknown'}, ${responseCode ?? '-'})`
  const command = factOf(error, 'command')
  throw isFinal(error)
    ? new MailRefused(message)
    : Object.assign(new Error(message), { code, responseCode, command })
}

/** A refused RCPT TO (a full mailbox, say) concerns one addressee, not the server. */
function isOfServer(error: Error): boolean {
  return !(error instanceof MailRefused) && factOf(error, 'command') !== 'RCPT TO'
}

/**
 * 550, 551 or 553 at RCPT TO: no such mailbox, or it may not be written to. Other refusals, such as login, sender or
 * relay (5.7.x), may be our configuration and pass once it is fixed.
 */
export function isFinal(error: unknown): boolean {
  const isNo = [550, 551, 553].includes(Number(factOf(error, 'responseCode')))
  if (!isNo || factOf(error, 'command') !== 'RCPT TO') return false
  return !/\b5\.7\.\d|relay/i.test(String(factOf(error, 'response') ?? ''))
}

function factOf(error: unknown, name: string): unknown {
  return error instanceof Error ? Reflect.get(error, name) : undefined
}
