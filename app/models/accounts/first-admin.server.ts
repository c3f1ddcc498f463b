import { makePasswordLink } from '#app/models/accounts/password-reset.server.ts'
import { indexUser } from '#app/models/accounts/person-words.server.ts'
import { endUserSessions } from '#app/models/accounts/session.server.ts'
import { isDeactivated, normaliseEmail } from '#app/models/accounts/user.server.ts'
import { type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { stampAccount } from '#app/models/platform/updated-at.server.ts'

/**
 * Creates the first administrator or promotes the user with this e-mail. Returns the token of a password link
 * that works once within 24 hours, or 'exists' if the shop has another administrator or this user has a
 * password.
 */
export function createFirstAdmin(typedEmail: string): Promise<{ token: string } | 'exists' | 'deactivated'> {
  const email = normaliseEmail(typedEmail)
  return withTransaction(async (trx) => {
    const superusers = await trx
      .selectFrom('users')
      .select(['id', 'email', 'password_hash'])
      .where('is_superuser', '=', true)
      // Two rows suffice to find another administrator.
      .limit(2)
      .forUpdate()
      .execute()
    const hasOtherAdmin = superusers.some((user) => user.email !== email || user.password_hash !== null)
    if (hasOtherAdmin) return 'exists'
    const user = await findOrCreateUser(trx, email)
    if (isDeactivated(user)) return 'deactivated'
    if (superusers.length === 0) await promoteToSuperuser(trx, user.id)
    return { token: await makePasswordLink(trx, user.id) }
  })
}

async function findOrCreateUser(trx: Trx, email: string) {
  const knownUser = await trx
    .selectFrom('users')
    .select(['id', 'email', 'is_active', 'is_demonstration'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (knownUser) return knownUser
  const insertion = await trx
    .insertInto('users')
    .values({ email, password_hash: null })
    .executeTakeFirstOrThrow()
  const id = Number(insertion.insertId)
  await trx.insertInto('profiles').values({ user_id: id, is_company: false, name: email }).execute()
  await indexUser(trx, id)
  return { id, email, is_active: true, is_demonstration: false }
}

async function promoteToSuperuser(trx: Trx, userId: number): Promise<void> {
  await trx
    .updateTable('users')
    .set({ is_superuser: true, is_staff: true })
    .where('id', '=', userId)
    .execute()
  await stampAccount(trx, userId)
  await endUserSessions(trx, userId)
  await recordHistory(trx, {
    entity: 'user',
    entityId: userId,
    action: 'made-superuser',
    actorUserId: null,
  })
}
