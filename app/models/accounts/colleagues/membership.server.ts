import {
  type ActingMembership,
  getMemberState,
  type MemberEnd,
  type MemberRole,
} from '#app/domain/accounts/colleagues.ts'
import { type AccountOwner, isDeactivated } from '#app/models/accounts/user.server.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import type { StaleCheck } from '#app/models/platform/optimistic-lock.server.ts'

const MAX_LISTED = 200

/** Returns the company for which the user acts. Runs in each request because a revocation takes effect immediately. */
export async function findActingMembership(
  memberId: number,
  userId: number,
): Promise<ActingMembership | undefined> {
  const [membership] = await listActingMemberships(userId, memberId)
  return membership
}

/** Returns the user's open memberships in companies with an active account, by name. */
export async function listActingMemberships(userId: number, memberId?: number): Promise<ActingMembership[]> {
  let memberships = selectMembersWithCompany(db)
    .where('company_members.user_id', '=', userId)
    .where('is_open', '=', 1)
  if (memberId !== undefined) memberships = memberships.where('company_members.id', '=', memberId)
  const rows = await memberships
    .orderBy('companyName')
    .orderBy('company_members.id')
    .limit(MAX_LISTED)
    .execute()
  const activeRows = rows.filter((row) => !isDeactivated(row))
  return activeRows.map((row) => ({
    memberId: row.memberId,
    userId: row.companyUserId,
    profileId: row.profileId,
    role: row.role,
    companyName: row.companyName,
  }))
}

/** Joins members and their companies; only accounts with a CNPJ have members. */
export function selectMembersWithCompany(reader: DbOrTrx) {
  return reader
    .selectFrom('company_members')
    .innerJoin('profiles as company', 'company.id', 'company_members.profile_id')
    .innerJoin('users as company_user', 'company_user.id', 'company.user_id')
    .where('company.is_company', '=', true)
    .select(['company_members.id as memberId', 'company.id as profileId', 'role'])
    .select(['company.user_id as companyUserId', 'company.cnpj', 'company_user.email as companyEmail'])
    .select((eb) => eb.fn.coalesce('company.company_name', 'company.name').as('companyName'))
    .select(['company_user.is_active', 'company_user.is_demonstration'])
}

export async function isCompany(profileId: number): Promise<boolean> {
  const row = await db
    .selectFrom('profiles')
    .select('is_company')
    .where('id', '=', profileId)
    .executeTakeFirst()
  return row?.is_company ?? false
}

/** Returns true if colleagues receive the mails of orders that they place for the company. */
export async function doColleaguesReceiveMails(profileId: number): Promise<boolean> {
  const row = await db
    .selectFrom('profiles')
    .select('mails_colleagues')
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow()
  return Boolean(row.mails_colleagues)
}

/** Sets whether colleagues receive order mails. Also changes the recipients of queued mails. */
export function setColleagueOrderMails(
  { userId, profileId }: AccountOwner,
  isOn: boolean,
  check?: StaleCheck<{ isOn: boolean }>,
): Promise<void> {
  return withTransaction(async (trx) => {
    const storedChoice = await trx
      .selectFrom('profiles')
      .select('mails_colleagues')
      .where('id', '=', profileId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    check?.({ isOn: storedChoice.mails_colleagues })
    if (storedChoice.mails_colleagues === isOn) return
    await trx.updateTable('profiles').set({ mails_colleagues: isOn }).where('id', '=', profileId).execute()
    await recordHistory(trx, {
      entity: 'user',
      entityId: userId,
      actorUserId: userId,
      action: isOn ? 'order-mails-to-both' : 'order-mails-to-company',
    })
  })
}

/**
 * Returns the open members and then the ended members, each newest first. `email` is the person's present
 * e-mail or, for ended members, the invited e-mail.
 */
export async function listMembers(profileId: number, now = new Date()) {
  const rows = await selectMembers()
    .where('profile_id', '=', profileId)
    .orderBy('is_open', 'desc')
    .orderBy('company_members.id', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return rows.map((row) => toMember(row, now))
}

export async function findMember(id: number, profileId: number, now = new Date()) {
  const row = await selectMembers()
    .where('company_members.id', '=', id)
    .where('profile_id', '=', profileId)
    .executeTakeFirst()
  return row && toMember(row, now)
}

export type Member = ReturnType<typeof toMember>

function selectMembers() {
  return db
    .selectFrom('company_members')
    .leftJoin('users', 'users.id', 'company_members.user_id')
    .leftJoin('profiles', 'profiles.user_id', 'company_members.user_id')
    .select(['company_members.id', 'company_members.email as invitedEmail', 'role'])
    .select(['company_members.user_id as userId', 'users.email as personEmail', 'profiles.name'])
    .select(['invited_at as invitedAt', 'expires_at as expiresAt', 'accepted_at as acceptedAt'])
    .select(['ended_at as endedAt', 'end_reason as endReason'])
}

type MemberRow = Awaited<ReturnType<ReturnType<typeof selectMembers>['executeTakeFirstOrThrow']>>

function toMember({ invitedEmail, personEmail, ...row }: MemberRow, now: Date) {
  // The company must not see an e-mail that the person started to use after leaving.
  const email = row.endedAt ? invitedEmail : (personEmail ?? invitedEmail)
  return { ...row, email, state: getMemberState(row, now) }
}

/** Returns the names of present and past colleagues by user id. */
export async function listColleagueNames(profileId: number): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('company_members')
    .innerJoin('profiles', 'profiles.user_id', 'company_members.user_id')
    .select(['profiles.user_id as userId', 'profiles.name'])
    .where('company_members.profile_id', '=', profileId)
    .where('accepted_at', 'is not', null)
    // Past colleagues are included, so there may be more colleagues than a page lists.
    .limit(MAX_LISTED * 5)
    .execute()
  return new Map(rows.map(({ userId, name }) => [userId, name]))
}

/** Returns the data of the mail about a new colleague; undefined if the membership has ended. */
export async function findJoinedColleague(memberId: number) {
  const row = await selectMembersWithCompany(db)
    .innerJoin('users', 'users.id', 'company_members.user_id')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.email', 'profiles.name', 'company.name as contactName', 'accepted_at as acceptedAt'])
    .where('company_members.id', '=', memberId)
    .where('is_open', '=', 1)
    .executeTakeFirst()
  if (!row?.acceptedAt || isDeactivated(row)) return undefined
  const { email, name, contactName, companyEmail, companyName, role, acceptedAt } = row
  return { email, name, contactName, companyEmail, companyName, role, acceptedAt }
}

type MemberChange = { memberId: number; owner: AccountOwner }

/** Changes a colleague's role from the next request on. Only the company's own user may do so. */
export function changeRole(
  { memberId, owner }: MemberChange,
  role: MemberRole,
  check?: StaleCheck<{ role: MemberRole }>,
): Promise<'changed' | 'same' | 'over'> {
  return withTransaction(async (trx) => {
    const member = await lockOpenMember(trx, memberId, owner.profileId)
    if (!member) return 'over'
    check?.(member)
    if (member.role === role) return 'same'
    await trx.updateTable('company_members').set({ role }).where('id', '=', memberId).execute()
    await recordMemberEvent(trx, {
      companyUserId: owner.userId,
      action: 'colleague-role-changed',
      actorUserId: owner.userId,
      details: { member: memberId, role },
    })
    return 'changed'
  })
}

/** Ends a membership or an invitation. Returns false if it has ended or belongs to another company. */
export function endMember({ memberId, owner }: MemberChange): Promise<boolean> {
  return withTransaction(async (trx) => {
    const member = await lockOpenMember(trx, memberId, owner.profileId)
    if (!member) return false
    const isInvitation = member.accepted_at === null
    await closeMember(trx, memberId, {
      reason: isInvitation ? 'withdrawn' : 'revoked',
      actorUserId: owner.userId,
      companyUserId: owner.userId,
    })
    return true
  })
}

/** Ends the person's own membership. Returns false if it has ended or belongs to another person. */
export function leaveCompany(memberId: number, userId: number): Promise<boolean> {
  return withTransaction(async (trx) => {
    const member = await trx
      .selectFrom('company_members')
      .innerJoin('profiles', 'profiles.id', 'company_members.profile_id')
      .select('profiles.user_id as companyUserId')
      .where('company_members.id', '=', memberId)
      .where('company_members.user_id', '=', userId)
      .where('is_open', '=', 1)
      .forUpdate()
      .executeTakeFirst()
    if (!member) return false
    await closeMember(trx, memberId, { reason: 'left', actorUserId: userId, ...member })
    return true
  })
}

function lockOpenMember(trx: Trx, memberId: number, profileId: number) {
  return trx
    .selectFrom('company_members')
    .select(['role', 'accepted_at'])
    .where('id', '=', memberId)
    .where('profile_id', '=', profileId)
    .where('is_open', '=', 1)
    .forUpdate()
    .executeTakeFirst()
}

const actionsByReason: Readonly<Record<MemberEnd, string>> = {
  declined: 'invitation-declined',
  withdrawn: 'invitation-withdrawn',
  revoked: 'colleague-revoked',
  left: 'colleague-left',
  removed: 'colleague-removed',
}

type MemberEnding = { reason: MemberEnd; actorUserId: number | null; companyUserId: number }

export async function closeMember(
  trx: Trx,
  memberId: number,
  { reason, actorUserId, companyUserId }: MemberEnding,
) {
  const endColumns = {
    ended_at: new Date(),
    ended_by_user_id: actorUserId,
    end_reason: reason,
    is_open: null,
  }
  await trx.updateTable('company_members').set(endColumns).where('id', '=', memberId).execute()
  const details = { member: memberId }
  await recordMemberEvent(trx, { companyUserId, action: actionsByReason[reason], actorUserId, details })
}

type MemberEvent = {
  companyUserId: number
  action: string
  actorUserId: number | null
  details: Record<string, unknown>
}

export function recordMemberEvent(trx: Trx, { companyUserId, ...entry }: MemberEvent): Promise<number> {
  return recordHistory(trx, { entity: 'user', entityId: companyUserId, ...entry })
}

/**
 * Ends the account's memberships and the memberships in its company, and removes the account's e-mail from
 * the rows. The caller must have locked the user.
 */
export async function endAccountMemberships(
  trx: Trx,
  { userId, profileId, email }: AccountOwner & { email: string },
  removedEmail: string,
): Promise<void> {
  const rows = await trx
    .selectFrom('company_members')
    .innerJoin('profiles', 'profiles.id', 'company_members.profile_id')
    .select(['company_members.id', 'profiles.user_id as companyUserId'])
    .where('is_open', '=', 1)
    .where((eb) =>
      eb.or([eb('company_members.user_id', '=', userId), eb('company_members.profile_id', '=', profileId)]),
    )
    .execute()
  for (const { id, companyUserId } of rows)
    await closeMember(trx, id, { reason: 'removed', actorUserId: null, companyUserId })
  await trx
    .updateTable('company_members')
    .set({ email: removedEmail })
    .where('user_id', '=', userId)
    .execute()
  await trx
    .deleteFrom('company_members')
    .where('accepted_at', 'is', null)
    .where((eb) => eb.or([eb('profile_id', '=', profileId), eb('email', '=', email)]))
    .execute()
}
