import { createHash, randomBytes } from 'node:crypto'
import { isDeactivated, isStaff, type Viewer } from '#app/models/accounts/user.server.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'

const HOUR = 3_600_000
/** A session ends after 12 hours without a visit (D56) and after 30 days whatever happens. */
export const idleLifetime = 12 * HOUR
const absoluteLifetime = 30 * 24 * HOUR
const refreshAfter = 5 * 60_000
const MAX_USER_AGENT_LENGTH = 200
const MAX_LISTED = 100

/** 256 random bits as text; only their SHA-256 is ever stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 of a secret as 64 hexadecimal digits. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Starts a session and gives the token that goes into the cookie; of the browser's name 200 characters are kept. */
export async function startSession(userId: number, userAgent: string | null = null): Promise<string> {
  const token = newSecret()
  const now = Date.now()
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashSecret(token),
      user_id: userId,
      user_agent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
      last_seen_at: new Date(now),
      expires_at: new Date(now + idleLifetime),
    })
    .execute()
  return token
}

/** The person behind a session token, or undefined when it is unknown, over or the account shut. */
export async function findViewer(token: string): Promise<Viewer | undefined> {
  const now = new Date()
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .select([
      'sessions.id as sessionId',
      'sessions.created_at as startedAt',
      'last_seen_at as lastSeenAt',
      'users.id as userId',
      'profiles.id as profileId',
      'email',
      'name',
      'company_name as companyName',
      'is_company as isCompany',
      'is_partner as isPartner',
      'is_staff',
      'is_superuser',
      'is_active',
      'is_demonstration',
    ])
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row || isDeactivated(row)) return undefined
  if (now.getTime() - row.lastSeenAt.getTime() > refreshAfter)
    await prolong(row.sessionId, row.startedAt, now)
  return {
    sessionId: row.sessionId,
    userId: row.userId,
    profileId: row.profileId,
    email: row.email,
    displayName: (row.isCompany && row.companyName) || row.name,
    isPartner: row.isPartner,
    isStaff: isStaff(row),
    isSuperuser: row.is_superuser,
  }
}

/** Ends a session on the server. */
export async function endSession(token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashSecret(token)).execute()
}

/** Ends every session of a user, on all devices. */
export async function endSessionsOf(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

/** The sessions of a user that are not over, last used first; ids and times, never the token's hash. */
export function listSessions(userId: number) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent as userAgent', 'created_at as startedAt', 'last_seen_at as lastSeenAt'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute()
}

/** Ends one session of this user; false when it is another's or over already (D49). */
export function endSessionOf(userId: number, sessionId: number): Promise<boolean> {
  return withTransaction(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    await recordEnd(trx, userId, 1)
    return true
  })
}

/** Ends all sessions of a user but the one to `keep` (null: all of them); gives how many. */
export function endOtherSessions(userId: number, keep: number | null): Promise<number> {
  return withTransaction(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .$if(keep !== null, (rows) => rows.where('id', '!=', keep ?? 0))
      .executeTakeFirst()
    const count = Number(numDeletedRows)
    if (count > 0) await recordEnd(trx, userId, count)
    return count
  })
}

function recordEnd(trx: Trx, userId: number, count: number) {
  const what = { action: 'sessions-ended', actorUserId: userId, details: { count } }
  return recordHistory(trx, { entity: 'user', entityId: userId, ...what })
}

/** Deletes sessions that are over; returns how many. */
export async function deleteOverSessions(now: Date, limit: number): Promise<number> {
  const result = await db.deleteFrom('sessions').where('expires_at', '<', now).limit(limit).executeTakeFirst()
  return Number(result.numDeletedRows)
}

async function prolong(id: number, startedAt: Date, now: Date) {
  const end = Math.min(now.getTime() + idleLifetime, startedAt.getTime() + absoluteLifetime)
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now, expires_at: new Date(end) })
    .where('id', '=', id)
    .execute()
}
