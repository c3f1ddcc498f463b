import type { Address } from '#app/models/accounts/address.server.ts'
import { endUserLinks } from '#app/models/accounts/link.server.ts'
import { endUserSessions } from '#app/models/accounts/session.server.ts'
import {
  type AccountOwner,
  type BuyerProfile,
  changeContact,
  createAccount,
  hashPassword,
  lockUser,
  replacePassword,
} from '#app/models/accounts/user.server.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { lockVersion, type StaleCheck } from '#app/models/platform/optimistic-lock.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

type Addresses = { billing: Address; shipping: Address | null }

const passwordEffects = ['mail-password-changed'] as const

export async function countAircraftAndSessions({ userId, profileId }: AccountOwner) {
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('aircraft')
        .select((aircraft) => aircraft.fn.countAll<number>().as('count'))
        .where('profile_id', '=', profileId)
        .as('aircraft'),
      eb
        .selectFrom('sessions')
        .select((sessions) => sessions.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('expires_at', '>', new Date())
        .as('sessions'),
    ])
    .executeTakeFirstOrThrow()
  return { aircraft: row.aircraft ?? 0, sessions: row.sessions ?? 0 }
}

/** Creates a customer account that has no order yet. Throws EmailTaken. */
export function createAccountWithoutOrder(account: Parameters<typeof createAccount>[1]) {
  return withTransaction((trx) => createAccount(trx, account))
}

/** Sets the phone number (10 or 11 digits). Returns false if the number is unchanged. */
export function changePhone(
  owner: AccountOwner,
  phone: string,
  check?: StaleCheck<BuyerProfile>,
): Promise<boolean> {
  return withTransaction((trx) => saveContact(trx, { ...owner, action: 'phone-changed', check }, { phone }))
}

/** Sets the addresses. null removes the shipping address. Returns false if both addresses are unchanged. */
export function changeAddresses(
  owner: AccountOwner,
  addresses: Addresses,
  check?: StaleCheck<BuyerProfile>,
): Promise<boolean> {
  return withTransaction((trx) =>
    saveContact(trx, { ...owner, action: 'addresses-changed', check }, addresses),
  )
}

/** Sets phone and addresses. Throws StaleRecordError if the profile has another version than `seenVersion`. */
export function changePhoneAndAddresses(
  owner: AccountOwner,
  { phone, addresses }: { phone?: string | undefined; addresses?: Addresses | undefined },
  seenVersion?: number,
): Promise<void> {
  return withTransaction(async (trx) => {
    await lockVersion(trx, 'profiles', owner.profileId, seenVersion)
    if (phone !== undefined) await saveContact(trx, { ...owner, action: 'phone-changed' }, { phone })
    if (addresses) await saveContact(trx, { ...owner, action: 'addresses-changed' }, addresses)
  })
}

/** Returns true if the contact changed. */
async function saveContact(...contactArguments: Parameters<typeof changeContact>): Promise<boolean> {
  const { isChanged } = await changeContact(...contactArguments)
  return isChanged
}

/** Sets a new password, ends all sessions and password links, and queues a mail about the change. */
export async function changePassword(userId: number, password: string): Promise<void> {
  const passwordHash = await hashPassword(password)
  await withTransaction(async (trx) => {
    await lockUser(trx, userId)
    await replacePassword(trx, userId, passwordHash)
    await endUserLinks(trx, userId)
    await endUserSessions(trx, userId)
    const historyId = await recordUserAction(trx, userId, 'password-changed')
    await addToOutbox(trx, passwordEffects, String(historyId))
  })
}

/** Returns recipient and time of a password change, or undefined for another kind of history row. */
export function findPasswordChange(historyId: number) {
  return db
    .selectFrom('history')
    .innerJoin('users', 'users.id', 'history.entity_id')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.email', 'profiles.name as contactName', 'history.created_at as changedAt', 'details'])
    .where('history.id', '=', historyId)
    .where('entity', '=', 'user')
    .where('action', 'in', ['password-changed', 'password-changed-by-link'])
    .executeTakeFirst()
}

export function findMailRecipient(userId: number) {
  return db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.email', 'profiles.name as contactName'])
    .where('users.id', '=', userId)
    .where('users.is_active', '=', true)
    .executeTakeFirst()
}

/**
 * Returns the time of the change and the previous e-mail, which receives the mail about the change, or
 * undefined if the row was deleted.
 */
export function findEmailChange(id: number) {
  return db
    .selectFrom('email_changes')
    .select(['old_email as oldEmail', 'created_at as changedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function deleteOldEmailChanges(before: Date, limit: number): Promise<number> {
  const deletion = await db
    .deleteFrom('email_changes')
    .where('created_at', '<', before)
    .limit(limit)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}

export function recordDataExport(userId: number): Promise<void> {
  return withTransaction(async (trx) => {
    await recordUserAction(trx, userId, 'data-exported')
  })
}

function recordUserAction(trx: Trx, userId: number, action: string): Promise<number> {
  return recordHistory(trx, { entity: 'user', entityId: userId, action, actorUserId: userId })
}
