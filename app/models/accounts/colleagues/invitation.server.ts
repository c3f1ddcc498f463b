import {
  getMemberState,
  invitationDays,
  type MemberRole,
  maxColleagues,
} from '#app/domain/accounts/colleagues.ts'
import {
  closeMember,
  recordMemberEvent,
  selectMembersWithCompany,
} from '#app/models/accounts/colleagues/membership.server.ts'
import { deriveLinkToken, hashLinkToken, linkRepeatMs } from '#app/models/accounts/link.server.ts'
import { isMailboxProved, proveMailbox } from '#app/models/accounts/mailbox/mailbox-proof.server.ts'
import { countAttempt, type TooManyAttempts } from '#app/models/accounts/rate-limit.server.ts'
import { hashSecret, makeSecret } from '#app/models/accounts/session.server.ts'
import {
  type AccountOwner,
  findUserIdByEmail,
  isDeactivated,
  normaliseEmail,
} from '#app/models/accounts/user.server.ts'
import { type DbOrTrx, db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

const PURPOSE = 'invitation of a colleague'
const DAY_MS = 24 * 3_600_000
const MAX_LISTED = 50
const inviteEffects = ['send-invitation'] as const
const joinEffects = ['mail-colleague-joined'] as const

/** An invitation to act for a company. `address` is the IP network of the inviting person. */
type Invitation = { email: string; role: MemberRole; address: string }
/** 'same': the inviter's own e-mail; 'known': already invited or a colleague; 'unproved': the inviter is unverified. */
type InviteResult = 'sent' | 'same' | 'known' | 'full' | 'unproved' | TooManyAttempts

/**
 * Invites a colleague by a mailed link that is valid for seven days. The e-mail needs no account. A repeat within
 * 15 seconds sends nothing, but a repeat with another role replaces the first invitation.
 */
export async function inviteColleague(
  owner: AccountOwner & { email: string },
  { email: typedEmail, role, address }: Invitation,
): Promise<InviteResult> {
  const email = normaliseEmail(typedEmail)
  if (email === owner.email) return 'same'
  if (!(await isMailboxProved(owner.userId))) return 'unproved'
  const tooManyAttempts = await countInvitationAttempts(owner, { email, address })
  if (tooManyAttempts) return tooManyAttempts
  return withTransaction(async (trx) => {
    await lockCompany(trx, owner.profileId)
    const openMembers = await listOpenMembers(trx, owner.profileId)
    const knownMember = openMembers.find(
      (member) => member.invitedEmail === email || member.personEmail === email,
    )
    if (knownMember && !isJustSent(knownMember)) return 'known'
    if (knownMember && knownMember.role !== role)
      await correctRole(trx, owner, { ...knownMember, email, role })
    if (knownMember) return 'sent'
    if (openMembers.length >= maxColleagues) return 'full'
    await insertInvitation(trx, owner, { email, role })
    return 'sent'
  })
}

/** Mails a new link that is valid for seven days and ends the old link. Returns 'over' for a closed invitation. */
export async function sendInvitationAgain(
  memberId: number,
  owner: AccountOwner & { email: string },
  ipNetwork: string,
): Promise<'sent' | 'over' | 'unproved' | TooManyAttempts> {
  const invitation = await findOpenInvitation(db, memberId, owner.profileId).executeTakeFirst()
  if (!invitation) return 'over'
  if (!(await isMailboxProved(owner.userId))) return 'unproved'
  const recipient = { email: invitation.email, address: ipNetwork }
  const tooManyAttempts = await countInvitationAttempts(owner, recipient)
  if (tooManyAttempts) return tooManyAttempts
  return withTransaction(async (trx) => {
    const lockedInvitation = await findOpenInvitation(trx, memberId, owner.profileId)
      .forUpdate()
      .executeTakeFirst()
    if (!lockedInvitation) return 'over'
    await renewLink(trx, owner, { memberId, ...lockedInvitation })
    await recordInvitationAct(trx, owner, 'colleague-invited-again', memberId)
    return 'sent'
  })
}

/**
 * Returns the data of an invitation's mail number `sends`, or undefined if its link was replaced or has
 * ended.
 */
export async function findInvitationMail(memberId: number, sends: number) {
  const row = await selectInvitations(db).where('company_members.id', '=', memberId).executeTakeFirst()
  if (!row || row.sends !== sends || getLinkState(row) !== 'live') return undefined
  const { email, role, companyName, companyUserId, expiresAt } = row
  return { email, role, companyName, companyUserId, expiresAt, token: deriveInvitationToken(row) }
}

export type InvitationView =
  | { state: 'unknown' | 'over' }
  | {
      state: 'live'
      email: string
      role: MemberRole
      companyName: string
      cnpj: string | null
      expiresAt: Date
    }

/** Returns the state of an invitation's link and, while the link is live, the invitation. */
export async function findInvitation(token: string): Promise<InvitationView> {
  const row = await findInvitationByToken(token, db)
  if (!row) return { state: 'unknown' }
  if (getLinkState(row) !== 'live') return { state: 'over' }
  const { email, role, companyName, cnpj, expiresAt } = row
  return { state: 'live', email, role, companyName, cnpj, expiresAt }
}

/**
 * Returns the person's live invitations with their tokens. Returns no invitations for an unverified mailbox,
 * because the use of a token verifies the mailbox.
 */
export async function listInvitations({ userId, email }: Person) {
  const rows = await selectInvitations(db)
    .where('company_members.email', '=', email)
    .where('is_open', '=', 1)
    .where('accepted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('users as invited')
          .select('invited.id')
          .where('invited.id', '=', userId)
          .where('invited.email_proved_at', 'is not', null),
      ),
    )
    .orderBy('company_members.id')
    .limit(MAX_LISTED)
    .execute()
  return rows.flatMap((row) => {
    const token = deriveInvitationToken(row)
    if (token === undefined || getLinkState(row) !== 'live') return []
    const { memberId, companyName, role, expiresAt } = row
    return [{ memberId, companyName, role, expiresAt, token }]
  })
}

export async function hasAccount(email: string): Promise<boolean> {
  return (await findUserIdByEmail(email)) !== undefined
}

type Person = { userId: number; email: string }
type AcceptResult = { memberId: number } | 'over' | 'other-account' | 'role-changed'

/**
 * Makes the person a colleague and mails the company. The account's e-mail must be the invited one, so a
 * forwarded link does not work. `role` is the role that the page showed.
 */
export async function acceptInvitation(token: string, person: Person, role: string): Promise<AcceptResult> {
  try {
    return await withTransaction((trx) => acceptInTransaction(trx, token, person, role))
  } catch (error) {
    // The person is already a colleague, invited by an earlier e-mail address.
    if (isDuplicate(error, 'company_members_person')) return 'over'
    throw error
  }
}

async function acceptInTransaction(
  trx: Trx,
  token: string,
  { userId, email }: Person,
  role: string,
): Promise<AcceptResult> {
  const invitation = await lockInvitationByToken(trx, token)
  if (!invitation) return 'over'
  const { memberId, companyUserId } = invitation
  if (isMember(invitation, userId)) return { memberId }
  if (getLinkState(invitation) !== 'live' || companyUserId === userId) return 'over'
  if (invitation.email !== email) return 'other-account'
  if (invitation.role !== role) return 'role-changed'
  const acceptance = { user_id: userId, accepted_at: new Date() }
  await trx.updateTable('company_members').set(acceptance).where('id', '=', memberId).execute()
  await proveMailbox(trx, userId)
  await recordInvitationAct(trx, { userId: companyUserId }, 'colleague-joined', memberId, userId)
  await addToOutbox(trx, joinEffects, String(memberId))
  return { memberId }
}

function isMember({ userId, acceptedAt, endedAt }: InvitationRow, personId: number): boolean {
  return userId === personId && acceptedAt !== null && endedAt === null
}

/** Declines the invitation of this link; needs no login. Returns false if the invitation is closed. */
export function declineInvitation(token: string): Promise<boolean> {
  return withTransaction(async (trx) => {
    const row = await lockInvitationByToken(trx, token)
    if (!row || getLinkState(row) !== 'live') return false
    const { memberId, companyUserId } = row
    await closeMember(trx, memberId, { reason: 'declined', actorUserId: null, companyUserId })
    return true
  })
}

export async function deleteOldInvitations(before: Date, limit: number): Promise<number> {
  const deletion = await db
    .deleteFrom('company_members')
    .where('accepted_at', 'is', null)
    .where('expires_at', '<', before)
    .limit(limit)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}

/** Limits invitations per company and per recipient, because recipients did not request these mails. */
async function countInvitationAttempts(
  owner: { email: string },
  recipient: { email: string; address: string },
) {
  const tooManySent = await countAttempt('invitations-sent', { address: '', email: owner.email })
  return tooManySent ?? (await countAttempt('invitation', recipient))
}

function lockCompany(trx: Trx, profileId: number) {
  return trx.selectFrom('profiles').select('id').where('id', '=', profileId).forUpdate().execute()
}

function listOpenMembers(trx: Trx, profileId: number) {
  return trx
    .selectFrom('company_members')
    .leftJoin('users', 'users.id', 'company_members.user_id')
    .select(['company_members.id as memberId', 'company_members.email as invitedEmail'])
    .select(['users.email as personEmail', 'invited_at as invitedAt', 'role', 'sends'])
    .where('profile_id', '=', profileId)
    .where('is_open', '=', 1)
    .execute()
}

function isJustSent({ invitedAt, personEmail }: { invitedAt: Date; personEmail: string | null }): boolean {
  return personEmail === null && invitedAt.getTime() > Date.now() - linkRepeatMs
}

/** Changes the role of an open invitation and replaces its mail and link, because they contain the old role. */
async function correctRole(
  trx: Trx,
  owner: AccountOwner,
  { role, ...invitation }: SentInvitation & { role: MemberRole },
) {
  const { memberId } = invitation
  await trx.updateTable('company_members').set({ role }).where('id', '=', memberId).execute()
  await renewLink(trx, owner, invitation)
  await recordMemberEvent(trx, {
    companyUserId: owner.userId,
    actorUserId: owner.userId,
    action: 'colleague-role-changed',
    details: { member: memberId, role },
  })
}

type SentInvitation = { memberId: number; email: string; sends: number }

async function renewLink(
  trx: Trx,
  { profileId }: AccountOwner,
  { memberId, email, sends }: SentInvitation,
): Promise<void> {
  await trx
    .updateTable('company_members')
    .set({ ...makeLinkColumns({ profileId, email }), sends: sends + 1 })
    .where('id', '=', memberId)
    .execute()
  await addToOutbox(trx, inviteEffects, `${memberId}/${sends + 1}`)
}

/** Inserts an invitation, records it and queues its first mail. */
async function insertInvitation(
  trx: Trx,
  owner: AccountOwner,
  { email, role }: { email: string; role: MemberRole },
) {
  const { profileId, userId } = owner
  const insertion = await trx
    .insertInto('company_members')
    .values({
      profile_id: profileId,
      email,
      role,
      invited_by_user_id: userId,
      ...makeLinkColumns({ profileId, email }),
      user_id: null,
      accepted_at: null,
      ended_at: null,
      ended_by_user_id: null,
      end_reason: null,
    })
    .executeTakeFirstOrThrow()
  const memberId = Number(insertion.insertId)
  await recordInvitationAct(trx, owner, 'colleague-invited', memberId)
  await addToOutbox(trx, inviteEffects, `${memberId}/1`)
}

function makeLinkColumns(invitedPerson: { profileId: number; email: string }) {
  const nonce = makeSecret()
  const expires_at = new Date(Date.now() + invitationDays * DAY_MS)
  return {
    nonce,
    token_hash: hashLinkToken(PURPOSE, formatLinkFacts({ ...invitedPerson, nonce })),
    expires_at,
  }
}

function findOpenInvitation(reader: DbOrTrx, memberId: number, profileId: number) {
  return reader
    .selectFrom('company_members')
    .select(['email', 'sends'])
    .where('id', '=', memberId)
    .where('profile_id', '=', profileId)
    .where('is_open', '=', 1)
    .where('accepted_at', 'is', null)
}

function selectInvitations(reader: DbOrTrx) {
  return selectMembersWithCompany(reader)
    .select(['company_members.email', 'company_members.user_id as userId', 'nonce', 'token_hash', 'sends'])
    .select(['expires_at as expiresAt', 'accepted_at as acceptedAt', 'ended_at as endedAt'])
    .select('end_reason as endReason')
}

type InvitationRow = Awaited<ReturnType<ReturnType<typeof selectInvitations>['executeTakeFirstOrThrow']>>

/** Returns the invitation of a token, or undefined if no configured secret produces the token. */
async function findInvitationByToken(token: string, reader: DbOrTrx): Promise<InvitationRow | undefined> {
  const row = await selectInvitations(reader).where('token_hash', '=', hashSecret(token)).executeTakeFirst()
  return row && deriveInvitationToken(row) !== undefined ? row : undefined
}

/** Locks the invitation before it is read, because concurrent responses must run one after the other. */
async function lockInvitationByToken(trx: Trx, token: string): Promise<InvitationRow | undefined> {
  await trx
    .selectFrom('company_members')
    .select('id')
    .where('token_hash', '=', hashSecret(token))
    .forUpdate()
    .execute()
  return findInvitationByToken(token, trx)
}

function getLinkState(row: InvitationRow): 'live' | 'over' {
  return getMemberState(row, new Date()) === 'invited' && !isDeactivated(row) ? 'live' : 'over'
}

type LinkFacts = { profileId: number; email: string; nonce: string }

function deriveInvitationToken(row: LinkFacts & { token_hash: string }): string | undefined {
  return deriveLinkToken(PURPOSE, formatLinkFacts(row), row.token_hash)
}

function formatLinkFacts({ profileId, email, nonce }: LinkFacts): string {
  return `${profileId} ${email} ${nonce}`
}

function recordInvitationAct(
  trx: Trx,
  { userId: companyUserId }: { userId: number },
  action: string,
  member: number,
  actorUserId = companyUserId,
) {
  return recordMemberEvent(trx, { companyUserId, action, actorUserId, details: { member } })
}
