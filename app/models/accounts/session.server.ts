import { createHash, randomBytes } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import { sessionHours } from '#app/domain/accounts/lifetimes.ts'
import { isSecondFactorDue } from '#app/domain/accounts/second-factor.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { findActingMembership } from '#app/models/accounts/colleagues/membership.server.ts'
import { isDeactivated, isStaff, type Viewer } from '#app/models/accounts/user.server.ts'
import { compileQuery, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import type { Database } from '#app/models/platform/schema.ts'
import { cachedShopIdentity } from '#app/models/settings/cached-settings.server.ts'

const HOUR_MS = 3_600_000
/** A session ends after this time without use. Even in use, it ends after 30 days, or 7 days for staff. */
export const idleLifetimeMs = sessionHours * HOUR_MS
const absoluteLifetimeMs = 30 * 24 * HOUR_MS
const staffAbsoluteLifetimeMs = 7 * 24 * HOUR_MS
/** For seven days, an expired session still identifies the owner of its browser. */
const knownAfterEndMs = 7 * 24 * HOUR_MS
const refreshAfterMs = 5 * 60_000
const MAX_USER_AGENT_LENGTH = 200
/** Maximum number of open sessions per person and kind */
const MAX_OPEN = 100
/** The account's page lists the open sessions of both kinds. */
const MAX_LISTED = 2 * MAX_OPEN

/** Returns 256 random bits, of which only the SHA-256 is stored. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the SHA-256 as 64 hexadecimal digits. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/**
 * Starts a session and returns its token. `hasCode` is true if the login included a code of the second
 * factor. Ends all but the newest hundred sessions of this kind, because programs log in often.
 */
export async function startSession(
  userId: number,
  userAgent: string | null = null,
  kind: 'browser' | 'api' = 'browser',
  provedAt: Date | null = new Date(),
  hasCode = false,
): Promise<string> {
  const token = makeSecret()
  const now = Date.now()
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashSecret(token),
      user_id: userId,
      kind,
      user_agent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
      proved_at: provedAt,
      has_code: hasCode,
      last_seen_at: new Date(now),
      expires_at: new Date(now + idleLifetimeMs),
    })
    .execute()
  await endExcessSessions(userId, kind, new Date(now))
  return token
}

/** Deletes all sessions of this kind but the newest MAX_OPEN. */
async function endExcessSessions(userId: number, kind: 'browser' | 'api', now: Date): Promise<void> {
  const [firstExcess] = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .offset(MAX_OPEN)
    .limit(1)
    .execute()
  if (firstExcess)
    await db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('id', '<=', firstExcess.id)
      .execute()
}

/** Returns the user of a browser's token and extends the session; undefined for an invalid token. */
export async function findViewer(token: string): Promise<Viewer | undefined> {
  const now = new Date()
  const row = await findSession(token, 'browser', now)
  if (!row) return undefined
  if (now.getTime() - row.lastSeenAt.getTime() > refreshAfterMs) await prolongSession(row, now)
  const actingFor = await findActingFor(row)
  const hasCompanies = Boolean(row.hasCompanies)
  const viewer: Viewer = { ...toViewer(row, row.sessionId), ...toIdentityProof(row), hasCompanies, actingFor }
  return removeUnprovedRights(viewer)
}

async function findActingFor({ memberId, userId }: { memberId: number | null; userId: number }) {
  if (memberId === null) return null
  return (await findActingMembership(memberId, userId)) ?? 'ended'
}

/** Removes staff rights while a required second factor is missing, so pages need no check of their own. */
async function removeUnprovedRights(viewer: Viewer): Promise<Viewer> {
  if (!(await isRequiredFactorMissing(viewer))) return viewer
  return { ...viewer, isStaff: false, isSuperuser: false, isFactorMissing: true }
}

export async function isRequiredFactorMissing(person: {
  isStaff: boolean
  hasSecondFactor: boolean
}): Promise<boolean> {
  if (!person.isStaff || person.hasSecondFactor) return false
  const { secondFactorFrom } = await cachedShopIdentity()
  return isSecondFactorDue(secondFactorFrom, toCivilDate(new Date()))
}

/** Returns the active owner of a browser session that is open or expired within a week; undefined after a logout. */
export async function findFormerSession(
  token: string,
  now = new Date(),
): Promise<{ userId: number; memberId: number | null } | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['user_id as userId', 'acting_member_id as memberId'])
    .where('token_hash', '=', hashSecret(token))
    .where('kind', '=', 'browser')
    .where('is_active', '=', true)
    .where('expires_at', '>', new Date(now.getTime() - knownAfterEndMs))
    .executeTakeFirst()
}

/** Returns the holder of an API token; undefined if it is invalid or lacks the second factor's code. */
export async function findTokenHolder(token: string): Promise<Viewer | undefined> {
  return toApiViewer(await findSession(token, 'api', new Date()))
}

export async function findSessionHolder(sessionId: number): Promise<Viewer | undefined> {
  return toApiViewer(await findApiSession(sessionId, new Date()))
}

async function toApiViewer(row: Awaited<ReturnType<typeof findSession>>): Promise<Viewer | undefined> {
  if (!row || (row.hasSecondFactor && !row.hasCode)) return undefined
  const now = new Date()
  if (now.getTime() - row.lastSeenAt.getTime() > refreshAfterMs)
    await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', row.sessionId).execute()
  return removeUnprovedRights({ ...toViewer(row, row.sessionId), ...toIdentityProof(row) })
}

function toIdentityProof({ hasSecondFactor, provedAt }: { hasSecondFactor: unknown; provedAt: Date | null }) {
  return { hasSecondFactor: Boolean(hasSecondFactor), provedAt }
}

async function findSession(token: string, kind: 'browser' | 'api', now: Date) {
  return dropDeactivatedUser(await sessionByToken.first(db, { tokenHash: hashSecret(token), kind, now }))
}

async function findApiSession(id: number, now: Date) {
  const rows = sessionRows
    .where('sessions.id', '=', id)
    .where('kind', '=', 'api')
    .where('expires_at', '>', now)
  return dropDeactivatedUser(await rows.executeTakeFirst())
}

function dropDeactivatedUser(row: Awaited<ReturnType<typeof sessionByToken.first>>) {
  return row && !isDeactivated(row) ? row : undefined
}

export const viewerRows = db
  .selectFrom('users')
  .innerJoin('profiles', 'profiles.user_id', 'users.id')
  .leftJoin('mailboxes', 'mailboxes.user_id', 'users.id')
  .select(['users.id as userId', 'profiles.id as profileId', 'email', 'profiles.name as personName'])
  .select(['company_name as companyName', 'is_company as isCompany', 'is_partner as isPartner'])
  .select(['is_staff', 'is_superuser', 'is_active', 'is_demonstration', 'refused_at', 'email_proved_at'])

const sessionRows = viewerRows
  .innerJoin('sessions', 'sessions.user_id', 'users.id')
  .select(['sessions.id as sessionId', 'sessions.created_at as startedAt', 'last_seen_at as lastSeenAt'])
  .select(['acting_member_id as memberId', 'proved_at as provedAt', 'has_code as hasCode'])
  .select((eb) => eb.exists(selectOwnMemberships(eb)).as('hasCompanies'))
  .select((eb) => eb.exists(selectOwnSecondFactor(eb)).as('hasSecondFactor'))

const sessionByToken = compileQuery(
  (value: ValueSlots<{ tokenHash: string; kind: 'browser' | 'api'; now: Date }>) =>
    sessionRows
      .where('token_hash', '=', value('tokenHash'))
      .where('kind', '=', value('kind'))
      .where('expires_at', '>', value('now')),
)

function selectOwnMemberships(eb: ExpressionBuilder<Database, 'users'>) {
  return eb
    .selectFrom('company_members')
    .select('company_members.id')
    .whereRef('company_members.user_id', '=', 'users.id')
    .where('is_open', '=', 1)
}

function selectOwnSecondFactor(eb: ExpressionBuilder<Database, 'users'>) {
  return eb
    .selectFrom('second_factors')
    .select('second_factors.user_id')
    .whereRef('second_factors.user_id', '=', 'users.id')
    .where('confirmed_at', 'is not', null)
}

type ViewerRow = Awaited<ReturnType<typeof viewerRows.executeTakeFirstOrThrow>>

export function toViewer(row: ViewerRow, sessionId: number): Viewer {
  return {
    sessionId,
    userId: row.userId,
    profileId: row.profileId,
    email: row.email,
    displayName: (row.isCompany && row.companyName) || row.personName,
    isPartner: row.isPartner,
    isStaff: isStaff(row),
    isSuperuser: row.is_superuser,
    isFactorMissing: false,
    hasCompanies: false,
    hasSecondFactor: false,
    isEmailRefused: row.refused_at !== null,
    emailProvedAt: row.email_proved_at,
    provedAt: null,
    actingFor: null,
  }
}

/** Sets the company for which the session acts, or none. Returns false if the membership is not the user's own. */
export async function switchAccount(
  { sessionId, userId }: Pick<Viewer, 'sessionId' | 'userId'>,
  memberId: number | null,
): Promise<boolean> {
  if (memberId !== null && !(await findActingMembership(memberId, userId))) return false
  await db
    .updateTable('sessions')
    .set({ acting_member_id: memberId })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .execute()
  return true
}

/** Records in the session that the person has just confirmed their identity. */
export async function recordProof(sessionId: number, now = new Date()): Promise<void> {
  await db.updateTable('sessions').set({ proved_at: now }).where('id', '=', sessionId).execute()
}

export async function endSession(token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashSecret(token)).execute()
}

/** Ends sessions and pending logins, which may have started with the old password. */
export async function endUserSessions(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await trx.deleteFrom('login_challenges').where('user_id', '=', userId).execute()
}

/** Returns the user's sessions without token hashes, last used first. */
export function listSessions(userId: number) {
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'kind',
      'user_agent as userAgent',
      'created_at as startedAt',
      'last_seen_at as lastSeenAt',
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute()
}

/** Ends one session. Returns false if it belongs to another user or has ended. */
export function endUserSession(userId: number, sessionId: number): Promise<boolean> {
  return withTransaction(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    await recordSessionEnd(trx, userId, { count: 1 })
    return true
  })
}

/** Ends all sessions but `keptSessionId`, and all pending logins. Returns the number of ended sessions. */
export function endOtherSessions(
  userId: number,
  keptSessionId: number | null,
  now = new Date(),
  outerTrx?: Trx,
): Promise<number> {
  return withTransaction(async (trx) => {
    let deleteOthers = trx.deleteFrom('sessions').where('user_id', '=', userId)
    if (keptSessionId !== null) deleteOthers = deleteOthers.where('id', '!=', keptSessionId)
    // Only open sessions are counted, so they are deleted before the expired sessions.
    const { numDeletedRows } = await deleteOthers.where('expires_at', '>', now).executeTakeFirst()
    await deleteOthers.execute()
    await trx.deleteFrom('login_challenges').where('user_id', '=', userId).execute()
    const count = Number(numDeletedRows)
    if (count > 0) await recordSessionEnd(trx, userId, { count })
    return count
  }, outerTrx)
}

/** Ends all sessions and API tokens of a person and records the reason. Returns their number. */
export function endSessionsWithReason(
  userId: number,
  { actorUserId, reason }: { actorUserId: number | null; reason: string },
  outerTrx?: Trx,
): Promise<number> {
  return withTransaction(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    await trx.deleteFrom('login_challenges').where('user_id', '=', userId).execute()
    const count = Number(numDeletedRows)
    if (count > 0) await recordSessionEnd(trx, userId, { count, reason }, actorUserId)
    return count
  }, outerTrx)
}

function recordSessionEnd(
  trx: Trx,
  userId: number,
  details: { count: number; reason?: string },
  actorUserId: number | null = userId,
) {
  return recordHistory(trx, {
    entity: 'user',
    entityId: userId,
    action: 'sessions-ended',
    actorUserId,
    details,
  })
}

/** Deletes sessions that no longer identify the owner of a browser; returns their number. */
export async function deleteExpiredSessions(now: Date, limit: number): Promise<number> {
  const oldestKnownEnd = new Date(now.getTime() - knownAfterEndMs)
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('expires_at', '<', oldestKnownEnd)
    .limit(limit)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

type ProlongedSession = Pick<ViewerRow, 'is_staff' | 'is_superuser'> & { sessionId: number; startedAt: Date }

async function prolongSession(row: ProlongedSession, now: Date) {
  const absoluteLimitMs = isStaff(row) ? staffAbsoluteLifetimeMs : absoluteLifetimeMs
  const idleEnd = now.getTime() + idleLifetimeMs
  const absoluteEnd = row.startedAt.getTime() + absoluteLimitMs
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now, expires_at: new Date(Math.min(idleEnd, absoluteEnd)) })
    .where('id', '=', row.sessionId)
    .execute()
}
