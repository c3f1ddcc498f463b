import { createTransport } from 'nodemailer'
import { env } from '#app/env.server.ts'
import { pathOf, putFile } from '#app/gateways/storage.server.ts'

/** A message ready to go; `id` names the event and is the same at every try. */
export type Mail = { id: string; from: string; to: string; subject: string; text: string; html: string }

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
 * is recognisable. Throws MailRefused for what
 * will never be taken, anything else for what may be tried again.
 */
export async function sendMail(mail: Mail): Promise<Delivery> {
  const { id, ...content } = mail
  const message = { ...content, messageId: `<${id}@${new URL(env.PUBLIC_URL).hostname}>` }
  if (smtp) {
    await smtp.sendMail(message).catch(hideAddress)
    return { via: 'smtp' }
  }
  const name = `mail/${id}.eml`
  const composed = await composer.sendMail(message)
  await putFile(name, Buffer.isBuffer(composed.message) ? composed.message : Buffer.from(''))
  return { via: 'file', path: pathOf(name) }
}

/** The mail server will not take this message, now or later; the address is wrong or the message is unwanted. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

/** What a mail server answers may quote the address it refuses: only its codes go on to logs and queues. */
function hideAddress(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const responseCode = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined
  const message = `mail not taken (${code ?? 'unknown'}, ${responseCode ?? '-'})`
  // A wrong password is a 5xx too, but of ours: the same message goes through once the setting is right.
  const isFinal = Number(responseCode) >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
  throw isFinal ? new MailRefused(message) : Object.assign(new Error(message), { code, responseCode })
}
