import { mailFirstPasswordLink } from '#app/models/accounts/password-reset.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'

/** Mails links to imported accounts that have neither a password nor an open link. Returns their number. */
export async function inviteImportedAccounts(importId: number, limit: number): Promise<number> {
  const users = await db
    .selectFrom('import_records')
    .innerJoin('profiles', 'profiles.legacy_id', 'import_records.legacy_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select('users.id')
    .where('import_id', '=', importId)
    .where('kind', '=', 'profiles')
    .where('state', '=', 'applied')
    .where('password_hash', 'is', null)
    .where('is_active', '=', true)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('password_resets')
            .select('password_resets.id')
            .whereRef('password_resets.user_id', '=', 'users.id')
            .where('expires_at', '>', new Date()),
        ),
      ),
    )
    .orderBy('users.id')
    .limit(limit)
    .execute()
  for (const { id } of users) await withTransaction((trx) => mailFirstPasswordLink(trx, id))
  return users.length
}
