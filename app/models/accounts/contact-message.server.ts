import { createHash } from 'node:crypto'
import { countAttempt, type TooManyAttempts } from '#app/models/accounts/rate-limit.server.ts'
import { db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

/** A message of the contact form. `phone` contains only digits. */
export type ContactMessage = { name: string; email: string; phone: string | null; text: string }

/** The subject that the specification defines for all messages of the contact form. */
const SUBJECT = 'contact-form'
const messageEffects = ['forward-contact-message', 'acknowledge-contact-message'] as const

/** Stores the message and returns its protocol number. Limits the messages per network and per e-mail. */
export async function receiveContactMessage(
  message: ContactMessage,
  { token, address, userId = null }: { token: string; address: string; userId?: number | null },
): Promise<number | TooManyAttempts> {
  const formHash = hashMessage(token, message)
  const knownId = await findIdByForm(formHash)
  if (knownId !== undefined) return knownId
  const tooManyAttempts = await countAttempt('contact', { address, email: message.email })
  if (tooManyAttempts) return tooManyAttempts
  try {
    return await withTransaction((trx) =>
      insertContactMessage(trx, { ...message, form_hash: formHash, user_id: userId }),
    )
  } catch (error) {
    const firstId = isDuplicate(error, 'contact_messages_form') ? await findIdByForm(formHash) : undefined
    if (firstId === undefined) throw error
    return firstId
  }
}

export function findContactMessage(id: number) {
  return db
    .selectFrom('contact_messages')
    .select(['id', 'created_at', 'name', 'email', 'phone', 'text', 'user_id as userId'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export const maxListedMessages = 100
const MAX_LISTED_HANDLED = 20

export async function listContactMessages() {
  const messages = db
    .selectFrom('contact_messages')
    .leftJoin('profiles as handler', 'handler.user_id', 'handled_by_user_id')
    .select([
      'contact_messages.id',
      'contact_messages.created_at as createdAt',
      'contact_messages.name',
      'email',
    ])
    .select(['contact_messages.phone', 'text', 'handled_at as handledAt', 'handler.name as handler'])
  const [openMessages, handled] = await Promise.all([
    messages
      .where('handled_at', 'is', null)
      .orderBy('contact_messages.id')
      .limit(maxListedMessages + 1)
      .execute(),
    messages
      .where('handled_at', 'is not', null)
      .orderBy('handled_at', 'desc')
      .limit(MAX_LISTED_HANDLED)
      .execute(),
  ])
  const hasMore = openMessages.length > maxListedMessages
  return { open: openMessages.slice(0, maxListedMessages), hasMore, handled }
}

/** Marks messages as answered or as open. Returns the number of changed messages. */
export async function markContactMessages(
  ids: readonly number[],
  { isHandled, userId }: { isHandled: boolean; userId: number },
): Promise<number> {
  const handledColumns = isHandled
    ? { handled_at: new Date(), handled_by_user_id: userId }
    : { handled_at: null, handled_by_user_id: null }
  const update = await db
    .updateTable('contact_messages')
    .set(handledColumns)
    .where('id', 'in', nonEmptyIds(ids))
    .where('handled_at', isHandled ? 'is' : 'is not', null)
    .executeTakeFirst()
  return Number(update.numUpdatedRows)
}

export async function deleteOldContactMessages(before: Date, limit: number): Promise<number> {
  const deletion = await db
    .deleteFrom('contact_messages')
    .where('created_at', '<', before)
    .limit(limit)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}

type NewMessageRow = ContactMessage & { form_hash: string; user_id: number | null }

/** Inserts a message. The UNIQUE `form_hash` rejects a repeated submission. */
export async function insertContactMessage(trx: Trx, row: NewMessageRow): Promise<number> {
  const insertion = await trx
    .insertInto('contact_messages')
    .values({ ...row, subject: SUBJECT })
    .executeTakeFirstOrThrow()
  await addToOutbox(trx, messageEffects, String(insertion.insertId))
  return Number(insertion.insertId)
}

async function findIdByForm(formHash: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('contact_messages')
    .select('id')
    .where('form_hash', '=', formHash)
    .executeTakeFirst()
  return row?.id
}

/** Hashes token and contents because changed contents from the same form are another message. */
function hashMessage(token: string, { name, email, phone, text }: ContactMessage): string {
  const formText = JSON.stringify([token, name, email, phone, text])
  return createHash('sha256').update(formText).digest('hex')
}
