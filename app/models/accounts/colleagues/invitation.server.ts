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
/** 'same': the inviter's own e-mail; 'known': invited or a colleague; 'unproved': inviter unverified. */
type Invited = 'sent' | 'same' | 'known' | 'full' | 'unproved' | TooManyAttempts

/**
 * Invites a colleague by a mailed link that is valid for seven days, whether or not the e-mail has an
 * account. A repeat within 15 seconds is ignored; one with another role replaces the first.
 */
export async function inviteColleague(
  owner: AccountOwner & { email: string },
  { email: typedEmail, role, address }: Invitation,
): Promise<Invited> {
  const email = normaliseEmail(typedEmail)
  if (email === owner.email) return 'same'
  if (!(await isMailboxProved(owner.userId))) return 'unproved'
  const limited = await consumeInvitation(owner, { email, address })
  if (limited) return limited
  return withTransaction(async (trx) => {
    await lockCompany(trx, owner.profileId)
    const open = await listOpen(trx, owner.profileId)
    const knownMember = open.find((member) => member.invitedEmail === email || member.personEmail === email)
    if (knownMember && !isJustSent(knownMember)) return 'known'
    if (knownMember && knownMember.role !== role)
      await correctRole(trx, owner, { ...knownMember, email, role })
    if (knownMember) return 'sent'
    if (open.length >= maxColleagues) return 'full'
    await insertInvitation(trx, owner, { email, role })
    return 'sent'
  })
}

/** Mails a new link for seven days and ends the old one. Returns 'over' for a closed invitation. */
export async function sendInvitationAgain(
  memberId: number,
  owner: AccountOwner & { email: string },
  address: string,
): Promise<'sent' | 'over' | 'unproved' | TooManyAttempts> {
  const found = await findOpenInvitation(db, memberId, owner.profileId).executeTakeFirst()
  if (!found) return 'over'
  if (!(await isMailboxProved(owner.userId))) return 'unproved'
  const limited = await consumeInvitation(owner, { email: found.email, address })
  if (limited) return limited
  return withTransaction(async (trx) => {
    const row = await findOpenInvitation(trx, memberId, owner.profileId).forUpdate().executeTakeFirst()
    if (!row) return 'over'
    await renewLink(trx, owner, { memberId, ...row })
    await note(trx, owner, 'colleague-invited-again', memberId)
    return 'sent'
  })
}

/** Returns the data for the mail; undefined if it is obsolete. `token` is undefined without its secret. */
export async function findInvitationMail(memberId: number, sends: number) {
  const row = await selectInvitations(db).where('company_members.id', '=', memberId).executeTakeFirst()
  if (!row || row.sends !== sends || getLinkState(row) !== 'live') return undefined
  const { email, role, companyName, companyUserId, expiresAt } = row
  return { email, role, companyName, companyUserId, expiresAt, token: deriveRowToken(row) }
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

/** Returns the invitation of a link and the account of the invited mailbox, which received that link. */
export async function findInvitation(token: string): Promise<InvitationView> {
  const row = await findByToken(token, db)
  if (!row) return { state: 'unknown' }
  if (getLinkState(row) !== 'live') return { state: 'over' }
  const { email, role, companyName, cnpj, expiresAt } = row
  return { state: 'live', email, role, companyName, cnpj, expiresAt }
}

/** Returns valid invitations with their links, which verify the mailbox; empty until it is verified. */
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
    const token = deriveRowToken(row)
    if (token === undefined || getLinkState(row) !== 'live') return []
    const { memberId, companyName, role, expiresAt } = row
    return [{ memberId, companyName, role, expiresAt, token }]
  })
}

export async function hasAccount(email: string): Promise<boolean> {
  return (await findUserIdByEmail(email)) !== undefined
}

type Person = { userId: number; email: string }
type Accepted = { memberId: number } | 'over' | 'other-account' | 'role-changed'

/**
 * Makes the person a colleague and mails the company. The account's e-mail must be the invited one, so a
 * forwarded link does not work. `role` is the role that the page showed.
 */
export async function acceptInvitation(token: string, person: Person, role: string): Promise<Accepted> {
  try {
    return await withTransaction((trx) => accept(trx, token, person, role))
  } catch (error) {
    // The person is already a colleague, invited by an earlier e-mail address.
    if (isDuplicate(error, 'company_members_person')) return 'over'
    throw error
  }
}

async function accept(trx: Trx, token: string, { userId, email }: Person, role: string): Promise<Accepted> {
  const row = await lockByToken(trx, token)
  if (row?.userId === userId && row.acceptedAt && !row.endedAt) return { memberId: row.memberId }
  if (!row || getLinkState(row) !== 'live' || row.companyUserId === userId) return 'over'
  if (row.email !== email) return 'other-account'
  if (row.role !== role) return 'role-changed'
  const { memberId } = row
  const acceptance = { user_id: userId, accepted_at: new Date() }
  await trx.updateTable('company_members').set(acceptance).where('id', '=', memberId).execute()
  await proveMailbox(trx, userId)
  await note(trx, { userId: row.companyUserId }, 'colleague-joined', memberId, userId)
  await addToOutbox(trx, joinEffects, String(memberId))
  return { memberId }
}

/** Declines the invitation of this link; needs no login. Returns false if the invitation is closed. */
export function declineInvitation(token: string): Promise<boolean> {
  return withTransaction(async (trx) => {
    const row = await lockByToken(trx, token)
    if (!row || getLinkState(row) !== 'live') return false
    const { memberId, companyUserId } = row
    await closeMember(trx, memberId, { reason: 'declined', actorUserId: null, companyUserId })
    return true
  })
}

export async function deleteOldInvitations(before: Date, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('company_members')
    .where('accepted_at', 'is', null)
    .where('expires_at', '<', before)
    .limit(limit)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Limits invitations per recipient and per company, because recipients did not request these mails. */
async function consumeInvitation(owner: { email: string }, key: { email: string; address: string }) {
  const sender = await countAttempt('invitations-sent', { address: '', email: owner.email })
  return sender ?? (await countAttempt('invitation', key))
}

function lockCompany(trx: Trx, profileId: number) {
  return trx.selectFrom('profiles').select('id').where('id', '=', profileId).forUpdate().execute()
}

function listOpen(trx: Trx, profileId: number) {
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

/** Changes the role of an open invitation and ends the first mail and link, which contain the old role. */
async function correctRole(trx: Trx, owner: AccountOwner, { role, ...sent }: Sent & { role: MemberRole }) {
  const { memberId: member } = sent
  await trx.updateTable('company_members').set({ role }).where('id', '=', member).execute()
  await renewLink(trx, owner, sent)
  const by = { companyUserId: owner.userId, actorUserId: owner.userId }
  await recordMemberEvent(trx, { ...by, action: 'colleague-role-changed', details: { member, role } })
}

type Sent = { memberId: number; email: string; sends: number }

async function renewLink(
  trx: Trx,
  { profileId }: AccountOwner,
  { memberId, email, sends }: Sent,
): Promise<void> {
  await trx
    .updateTable('company_members')
    .set({ ...makeInvitationLink({ profileId, email }), sends: sends + 1 })
    .where('id', '=', memberId)
    .execute()
  await addToOutbox(trx, inviteEffects, `${memberId}/${sends + 1}`)
}

async function insertInvitation(
  trx: Trx,
  owner: AccountOwner,
  { email, role }: { email: string; role: MemberRole },
) {
  const { profileId, userId } = owner
  const result = await trx
    .insertInto('company_members')
    .values({
      profile_id: profileId,
      email,
      role,
      invited_by_user_id: userId,
      ...makeInvitationLink({ profileId, email }),
      user_id: null,
      accepted_at: null,
      ended_at: null,
      ended_by_user_id: null,
      end_reason: null,
    })
    .executeTakeFirstOrThrow()
  const memberId = Number(result.insertId)
  await note(trx, owner, 'colleague-invited', memberId)
  await addToOutbox(trx, inviteEffects, `${memberId}/1`)
}

function makeInvitationLink(invitedPerson: { profileId: number; email: string }) {
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

type Row = Awaited<ReturnType<ReturnType<typeof selectInvitations>['executeTakeFirstOrThrow']>>

/** Returns the invitation of a token; undefined if no secret produces this token. */
async function findByToken(token: string, reader: DbOrTrx): Promise<Row | undefined> {
  const row = await selectInvitations(reader).where('token_hash', '=', hashSecret(token)).executeTakeFirst()
  return row && deriveRowToken(row) !== undefined ? row : undefined
}

/** Locks the invitation before reading it, so that two responses run one after the other. */
async function lockByToken(trx: Trx, token: string): Promise<Row | undefined> {
  await trx
    .selectFrom('company_members')
    .select('id')
    .where('token_hash', '=', hashSecret(token))
    .forUpdate()
    .execute()
  return findByToken(token, trx)
}

function getLinkState(row: Row): 'live' | 'over' {
  return getMemberState(row, new Date()) === 'invited' && !isDeactivated(row) ? 'live' : 'over'
}

type LinkFacts = { profileId: number; email: string; nonce: string }

function deriveRowToken(row: LinkFacts & { token_hash: string }): string | undefined {
  return deriveLinkToken(PURPOSE, formatLinkFacts(row), row.token_hash)
}

function formatLinkFacts({ profileId, email, nonce }: LinkFacts): string {
  return `${profileId} ${email} ${nonce}`
}

function note(
  trx: Trx,
  { userId: companyUserId }: { userId: number },
  action: string,
  member: number,
  actorUserId = companyUserId,
) {
  return recordMemberEvent(trx, { companyUserId, action, actorUserId, details: { member } })
}
