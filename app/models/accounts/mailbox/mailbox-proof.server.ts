import { type DbOrTrx, db, type Trx } from '#app/models/platform/db.server.ts'

/** Records that the owner used a mailed link and so proved the mailbox. Returns true the first time. */
export async function proveMailbox(trx: Trx, userId: number, now = new Date()): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ email_proved_at: now })
    .where('id', '=', userId)
    .where('email_proved_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function isMailboxProved(userId: number, reader: DbOrTrx = db): Promise<boolean> {
  const user = await reader
    .selectFrom('users')
    .select('email_proved_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  const provedAt = user?.email_proved_at ?? null
  return provedAt !== null
}
