import { isRemovedEmail } from '#app/domain/accounts/data-retention.ts'
import { type Identity, identitySelection, toIdentityRow } from '#app/domain/accounts/identity.ts'
import {
  type ActingAccount,
  getAccountChangeRights,
  isStaffAccount,
  isSuperuserLost,
  listRoleDifferences,
  type Roles,
} from '#app/domain/accounts/roles.ts'
import { type Address, formatAddressLine, replaceAddresses } from '#app/models/accounts/address.server.ts'
import { findOpenDeletion } from '#app/models/accounts/deletion-request.server.ts'
import { replaceEmail } from '#app/models/accounts/email-request.server.ts'
import { endUserLinks } from '#app/models/accounts/link.server.ts'
import { mailFirstPasswordLink } from '#app/models/accounts/password-reset.server.ts'
import { indexPeople } from '#app/models/accounts/person-words.server.ts'
import { endUserSessions } from '#app/models/accounts/session.server.ts'
import { createAccount, findAddresses, lockUser, normaliseEmail } from '#app/models/accounts/user.server.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { getOriginAction, type Origin, recordChange } from '#app/models/platform/history.server.ts'
import { raiseVersion } from '#app/models/platform/optimistic-lock.server.ts'

/** The form of an account. Fields that the actor may not set are ignored. */
export type UserForm = Roles & {
  identity: Identity
  email: string
  billing: Address | null
  shipping: Address | null
  isPartner: boolean
  /** whether the buyer pays ICMS; null follows the IE, undefined changes nothing */
  contributor?: string | null | undefined
}

type Refusal = 'own-account' | 'last-superuser' | 'deletion-open' | 'email-unproved'

export class RoleRefused extends Error {
  override name = 'RoleRefused'
  readonly reason: Refusal
  readonly fields: readonly (keyof Roles)[]
  constructor(reason: Refusal, fields: readonly (keyof Roles)[]) {
    super(reason)
    this.reason = reason
    this.fields = fields
  }
}

export async function findUserForStaff(profileId: number) {
  const row = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .leftJoin('mailboxes', 'mailboxes.user_id', 'users.id')
    .where('profiles.id', '=', profileId)
    .select(['profiles.id', 'users.id as userId', 'email', ...identitySelection, 'shown_name as shownName'])
    .select(['is_active as isActive', 'is_staff as isStaff', 'is_superuser as isSuperuser'])
    .select(['is_partner as isPartner', 'contributor', 'lock_version', 'profiles.created_at as createdAt'])
    .select(['billing_address_id', 'shipping_address_id'])
    .select(['reminders_off_at as remindersOffAt', 'revisions_off_at as revisionsOffAt'])
    .select(['refused_at as emailRefusedAt', 'refusal_code as emailRefusalCode'])
    .executeTakeFirst()
  if (!row) return undefined
  const { billing_address_id, shipping_address_id, ...user } = row
  const addresses = await findAddresses({ billing_address_id, shipping_address_id })
  return { ...user, ...addresses, isRemoved: isRemovedEmail(user.email) }
}

export type StaffUser = NonNullable<Awaited<ReturnType<typeof findUserForStaff>>>

/** Creates an account without a password and returns its profile id. Mails a link to staff. Throws EmailTaken. */
export function createUser(form: UserForm, actor: ActingAccount, origin?: Origin): Promise<number> {
  const { identity, email, billing, shipping, isPartner } = form
  const roles = getAccountChangeRights(undefined, actor).roles ? form : { isStaff: false, isSuperuser: false }
  return withTransaction(async (trx) => {
    const newAccount = await createAccount(trx, { email, passwordHash: null, identity, billing, shipping })
    await setRoles(trx, newAccount.userId, { ...roles, isActive: form.isActive })
    if (isPartner)
      await trx
        .updateTable('profiles')
        .set({ is_partner: true })
        .where('id', '=', newAccount.profileId)
        .execute()
    const entry = {
      entity: 'user',
      entityId: newAccount.userId,
      ...getOriginAction(origin, 'created'),
    } as const
    const after = toHistoryData({ ...form, ...roles, isActive: form.isActive, email: normaliseEmail(email) })
    await recordChange(trx, { ...entry, actorUserId: actor.userId, before: {}, after })
    await mailStaffLink(trx, newAccount.userId, { ...roles, isActive: form.isActive })
    return newAccount.profileId
  })
}

type ChangeRequest = { form: UserForm; seenVersion: number; actor: ActingAccount; origin?: Origin }

/**
 * Updates the fields that the actor may set. Logs out deactivated accounts and new staff. Returns false if the
 * account is unknown or removed. Throws StaleRecordError, EmailTaken and RoleRefused.
 */
export function changeUser(
  profileId: number,
  { form, seenVersion, actor, origin }: ChangeRequest,
): Promise<boolean> {
  return withTransaction(async (trx) => {
    const lockedAccount = await lockAccount(trx, profileId)
    if (!lockedAccount) return false
    await raiseVersion(trx, 'profiles', profileId, seenVersion)
    const before = { ...(await readStoredForm(trx, profileId)), ...lockedAccount.account }
    const after = mergePermittedFields(before, { form, actor, userId: lockedAccount.userId })
    await rejectForbiddenRoles(trx, { ...lockedAccount, before, after, actor })
    await writeAccount(trx, { ...lockedAccount, profileId, before, after })
    const entry = { entity: 'user', entityId: lockedAccount.userId, actorUserId: actor.userId } as const
    const values = { before: toHistoryData(before), after: toHistoryData(after) }
    await recordChange(trx, { ...entry, ...getOriginAction(origin, 'changed'), ...values })
    return true
  })
}

/**
 * Locks the profile's user before the profile, as all code does. Returns undefined for an unknown or removed
 * account.
 */
async function lockAccount(trx: Trx, profileId: number) {
  const profile = await trx
    .selectFrom('profiles')
    .select('user_id')
    .where('id', '=', profileId)
    .executeTakeFirst()
  if (!profile) return undefined
  const user = await lockUser(trx, profile.user_id)
  if (isRemovedEmail(user.email)) return undefined
  const { email, is_active: isActive, is_staff: isStaff, is_superuser: isSuperuser } = user
  return { userId: user.id, account: { email, isActive, isStaff, isSuperuser } }
}

async function readStoredForm(trx: Trx, profileId: number) {
  const profile = await trx
    .selectFrom('profiles')
    .select([...identitySelection, 'is_partner', 'contributor', 'billing_address_id', 'shipping_address_id'])
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow()
  const { is_partner: isPartner, contributor, billing_address_id, shipping_address_id, ...identity } = profile
  const addresses = await findAddresses({ billing_address_id, shipping_address_id }, trx)
  const { billing = null, shipping = null } = addresses
  return { identity, isPartner, contributor, billing, shipping }
}

/** Returns the values of the form, but the stored value of each field that the actor may not change. */
function mergePermittedFields(
  before: UserForm,
  { form, actor, userId }: Pick<ChangeRequest, 'form' | 'actor'> & LockedAccount,
): UserForm {
  const permissions = getAccountChangeRights({ ...before, userId }, actor)
  const { isStaff, isSuperuser } = permissions.roles ? form : before
  return {
    ...form,
    contributor: form.contributor === undefined ? before.contributor : form.contributor,
    email: permissions.email ? normaliseEmail(form.email) : before.email,
    isActive: permissions.active ? form.isActive : before.isActive,
    isStaff,
    isSuperuser,
  }
}

type LockedAccount = { userId: number }
type AccountChange = LockedAccount & { before: UserForm; after: UserForm }

/** Throws RoleRefused if the change of roles or of the active state is forbidden. */
async function rejectForbiddenRoles(
  trx: Trx,
  { userId, before, after, actor }: AccountChange & { actor: ActingAccount },
) {
  const changedRoles = listRoleDifferences(before, after)
  if (userId === actor.userId && changedRoles.length > 0) throw new RoleRefused('own-account', changedRoles)
  if (isSuperuserLost(before, after) && !(await hasOtherSuperuser(trx, userId)))
    throw new RoleRefused('last-superuser', changedRoles)
  const isNewStaff = !isStaffAccount(before) && isStaffAccount(after)
  if (isNewStaff && (await couldStrangerKnowPassword(trx, userId)))
    throw new RoleRefused('email-unproved', changedRoles)
  const isReactivated = !before.isActive && after.isActive
  if (isReactivated && (await findOpenDeletion(userId, trx)))
    throw new RoleRefused('deletion-open', ['isActive'])
}

/** Returns true if a password was set for an unverified mailbox, perhaps by a stranger. */
async function couldStrangerKnowPassword(trx: Trx, userId: number): Promise<boolean> {
  const user = await trx
    .selectFrom('users')
    .select(['password_hash', 'email_proved_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return user.password_hash !== null && user.email_proved_at === null
}

/** Locks the other superusers because two of them must not remove each other's rights at the same time. */
async function hasOtherSuperuser(trx: Trx, userId: number): Promise<boolean> {
  const others = await trx
    .selectFrom('users')
    .select('id')
    .where('is_superuser', '=', true)
    .where('is_active', '=', true)
    .where('id', '!=', userId)
    .forUpdate()
    .execute()
  return others.length > 0
}

async function writeAccount(
  trx: Trx,
  { userId, profileId, before, after }: AccountChange & { profileId: number },
) {
  await trx
    .updateTable('profiles')
    .set(toIdentityRow(after.identity))
    .set({ is_partner: after.isPartner, contributor: after.contributor ?? null })
    .where('id', '=', profileId)
    .execute()
  const isBillingChanged = formatAddressLine(before.billing) !== formatAddressLine(after.billing)
  const isShippingChanged = formatAddressLine(before.shipping) !== formatAddressLine(after.shipping)
  if (isBillingChanged || isShippingChanged) await replaceAddresses(trx, profileId, after)
  if (before.email !== after.email)
    await replaceEmail(trx, userId, { oldEmail: before.email, newEmail: after.email })
  await indexPeople(trx, [profileId])
  await setRoles(trx, userId, after)
  if (before.isActive && !after.isActive) {
    await endUserSessions(trx, userId)
    await endUserLinks(trx, userId)
  }
  // The password rule for staff applies at the next login.
  if (!isStaffAccount(before) && isStaffAccount(after)) {
    await endUserSessions(trx, userId)
    await mailStaffLink(trx, userId, after)
  }
}

async function mailStaffLink(trx: Trx, userId: number, roles: Roles) {
  if (!roles.isActive || !isStaffAccount(roles)) return
  const { password_hash: passwordHash } = await trx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (passwordHash === null) await mailFirstPasswordLink(trx, userId, 'staff')
}

async function setRoles(trx: Trx, userId: number, { isActive, isStaff, isSuperuser }: Roles) {
  await trx
    .updateTable('users')
    .set({ is_active: isActive, is_staff: isStaff, is_superuser: isSuperuser })
    .where('id', '=', userId)
    .execute()
}

/** Returns the form's values for the history, under the field names of the page. */
function toHistoryData({ identity, billing, shipping, ...account }: UserForm) {
  const { is_company, name, phone, ...documents } = toIdentityRow(identity)
  return {
    name,
    person_or_company: is_company,
    ...documents,
    contributor: account.contributor ?? null,
    phone,
    email: account.email,
    billing: formatAddressLine(billing),
    shipping: formatAddressLine(shipping),
    is_active: account.isActive,
    is_partner: account.isPartner,
    is_staff: account.isStaff,
    is_superuser: account.isSuperuser,
  }
}
