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

const HOUR = 3_600_000
/** How long a session lasts without use, in milliseconds. The limit with use is 30 days, for staff 7. */
export const idleLifetime = sessionHours * HOUR
const absoluteLifetime = 30 * 24 * HOUR
const absoluteLifetimeOfStaff = 7 * 24 * HOUR
/** For seven days, an ended session still identifies the owner of its browser. */
const knownAfterEnd = 7 * 24 * HOUR
const refreshAfter = 5 * 60_000
const MAX_USER_AGENT_LENGTH = 200
/** The limit of open sessions per person and kind; the account's page lists all of them. */
const MAX_OPEN = 100
const MAX_LISTED = 2 * MAX_OPEN

/** Returns 256 random bits, of which only the SHA-256 is stored. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the SHA-256 as 64 hexadecimal digits. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Starts a session and returns its token. Only the newest hundred remain, as programs log in often. */
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
      expires_at: new Date(now + idleLifetime),
    })
    .execute()
  await endOverMany(userId, kind, new Date(now))
  return token
}

async function endOverMany(userId: number, kind: 'browser' | 'api', now: Date): Promise<void> {
  const [firstOver] = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .offset(MAX_OPEN)
    .limit(1)
    .execute()
  if (firstOver)
    await db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('id', '<=', firstOver.id)
      .execute()
}

/** Returns the user of a browser's token and extends the session; undefined if it is not valid. */
export async function findViewer(token: string): Promise<Viewer | undefined> {
  const now = new Date()
  const row = await findSession(token, 'browser', now)
  if (row && now.getTime() - row.lastSeenAt.getTime() > refreshAfter) await prolong(row, now)
  if (!row) return undefined
  const { memberId } = row
  const actingFor = memberId === null ? null : ((await findActingMembership(memberId, row.userId)) ?? 'ended')
  const hasCompanies = Boolean(row.hasCompanies)
  const viewer: Viewer = { ...toViewer(row, row.sessionId), ...toProof(row), hasCompanies, actingFor }
  return withoutUnprovedRole(viewer)
}

/** Removes staff rights while a required second factor is missing, so pages need no check of their own. */
async function withoutUnprovedRole(viewer: Viewer): Promise<Viewer> {
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

/** Returns the owner of a browser session, open or ended within a week; undefined after a logout. */
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
    .where('expires_at', '>', new Date(now.getTime() - knownAfterEnd))
    .executeTakeFirst()
}

/** Returns the holder of an API token; undefined if invalid or issued without a code now required. */
export async function findTokenHolder(token: string): Promise<Viewer | undefined> {
  return toApiViewer(await findSession(token, 'api', new Date()))
}

export async function findSessionHolder(sessionId: number): Promise<Viewer | undefined> {
  return toApiViewer(await findApiSession(sessionId, new Date()))
}

async function toApiViewer(row: Awaited<ReturnType<typeof findSession>>): Promise<Viewer | undefined> {
  if (!row || (row.hasSecondFactor && !row.hasCode)) return undefined
  const now = new Date()
  if (now.getTime() - row.lastSeenAt.getTime() > refreshAfter)
    await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', row.sessionId).execute()
  return withoutUnprovedRole({ ...toViewer(row, row.sessionId), ...toProof(row) })
}

function toProof({ hasSecondFactor, provedAt }: { hasSecondFactor: unknown; provedAt: Date | null }) {
  return { hasSecondFactor: Boolean(hasSecondFactor), provedAt }
}

async function findSession(token: string, kind: 'browser' | 'api', now: Date) {
  return openRow(await sessionByToken.first(db, { tokenHash: hashSecret(token), kind, now }))
}

async function findApiSession(id: number, now: Date) {
  const rows = sessionRows
    .where('sessions.id', '=', id)
    .where('kind', '=', 'api')
    .where('expires_at', '>', now)
  return openRow(await rows.executeTakeFirst())
}

function openRow(row: Awaited<ReturnType<typeof sessionByToken.first>>) {
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

/** Sets the company for which the session acts, null for none. Returns false if not its colleague. */
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
    await recordEnd(trx, userId, { count: 1 })
    return true
  })
}

/** Ends all sessions but `keep`; if it is null, pending logins too. Returns the number of sessions. */
export function endOtherSessions(
  userId: number,
  keep: number | null,
  now = new Date(),
  outer?: Trx,
): Promise<number> {
  return withTransaction(async (trx) => {
    const others = trx
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .$if(keep !== null, (rows) => rows.where('id', '!=', keep ?? 0))
    const { numDeletedRows } = await others.where('expires_at', '>', now).executeTakeFirst()
    await others.execute()
    await trx.deleteFrom('login_challenges').where('user_id', '=', userId).execute()
    const count = Number(numDeletedRows)
    if (count > 0) await recordEnd(trx, userId, { count })
    return count
  }, outer)
}

/** Ends all sessions and API tokens of a person and records the reason. Returns their number. */
export function endSessionsFor(
  userId: number,
  by: { actorUserId: number | null; reason: string },
  outer?: Trx,
): Promise<number> {
  const { actorUserId, reason } = by
  return withTransaction(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    await trx.deleteFrom('login_challenges').where('user_id', '=', userId).execute()
    const count = Number(numDeletedRows)
    if (count > 0) await recordEnd(trx, userId, { count, reason }, actorUserId)
    return count
  }, outer)
}

function recordEnd(
  trx: Trx,
  userId: number,
  details: { count: number; reason?: string },
  by: number | null = userId,
) {
  const what = { action: 'sessions-ended', actorUserId: by, details }
  return recordHistory(trx, { entity: 'user', entityId: userId, ...what })
}

/** Deletes sessions that no longer identify the owner of a browser; returns their number. */
export async function deleteExpiredSessions(now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - knownAfterEnd)
  const result = await db
    .deleteFrom('sessions')
    .where('expires_at', '<', before)
    .limit(limit)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

type Prolonged = Pick<ViewerRow, 'is_staff' | 'is_superuser'> & { sessionId: number; startedAt: Date }

async function prolong(row: Prolonged, now: Date) {
  const longest = isStaff(row) ? absoluteLifetimeOfStaff : absoluteLifetime
  const end = Math.min(now.getTime() + idleLifetime, row.startedAt.getTime() + longest)
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now, expires_at: new Date(end) })
    .where('id', '=', row.sessionId)
    .execute()
}
