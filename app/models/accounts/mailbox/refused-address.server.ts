import { makeMailboxRow } from '#app/models/accounts/mailbox/mailbox.server.ts'
import { normaliseEmail } from '#app/models/accounts/user.server.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'

const MAX_CODE_LENGTH = 20
const noRefusal = { refused_at: null, refused_by: null, refusal_code: null }

export type Refusal = { by: 'server' | 'report'; code: string }

/** Records that mail to this address was refused. The record belongs to the account that has the address now. */
export async function recordAddressRefusal(
  email: string,
  refusal: Refusal,
  refusedAt = new Date(),
): Promise<void> {
  await withTransaction((trx) => storeAddressRefusal(trx, email, refusal, refusedAt))
}

/**
 * Stores the refusal for the account with this address. Adds no history entry while an earlier refusal
 * stands.
 */
export async function storeAddressRefusal(
  trx: Trx,
  email: string,
  refusal: Refusal,
  refusedAt: Date,
): Promise<void> {
  const userId = await findUserId(trx, email)
  if (userId === undefined) return
  await trx.insertInto('mailboxes').ignore().values(makeMailboxRow(userId)).execute()
  const mailbox = await trx
    .selectFrom('mailboxes')
    .select('refused_at')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  const refusalCode = refusal.code.slice(0, MAX_CODE_LENGTH)
  await trx
    .updateTable('mailboxes')
    .set({ refused_at: refusedAt, refused_by: refusal.by, refusal_code: refusalCode })
    .where('user_id', '=', userId)
    .execute()
  if (mailbox?.refused_at) return
  await recordHistory(trx, {
    entity: 'user',
    entityId: userId,
    action: 'email-refused',
    actorUserId: null,
    source: 'mail-server',
    details: { code: refusal.code },
  })
}

/** Clears a mail server's refusal. Keeps a reported refusal, because relays accept mails that later return. */
export async function clearRefusalAfterDelivery(email: string): Promise<void> {
  const ownerId = db.selectFrom('users').select('id').where('email', '=', normaliseEmail(email))
  await db
    .updateTable('mailboxes')
    .set(noRefusal)
    .where('user_id', '=', ownerId)
    .where('refused_by', '=', 'server')
    .execute()
}

export async function clearRefusal(trx: Trx, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('mailboxes')
    .set(noRefusal)
    .where('user_id', '=', userId)
    .where('refused_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Clears the refusal because the owner confirmed the address. Returns false if there is no refusal. */
export function confirmAddress(userId: number): Promise<boolean> {
  return withTransaction(async (trx) => {
    const isCleared = await clearRefusal(trx, userId)
    if (!isCleared) return false
    await recordHistory(trx, {
      entity: 'user',
      entityId: userId,
      action: 'email-confirmed',
      actorUserId: userId,
    })
    return true
  })
}

async function findUserId(trx: Trx, email: string): Promise<number | undefined> {
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('email', '=', normaliseEmail(email))
    .executeTakeFirst()
  return user?.id
}
