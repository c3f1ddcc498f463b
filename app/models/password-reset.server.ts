import { createHmac, hkdfSync } from 'node:crypto'
import type { AccountEffect } from '#app/domain/effect.ts'
import { env } from '#app/env.server.ts'
import { db, type Trx, withTransaction } from '#app/models/db.server.ts'
import { recordHistory } from '#app/models/history.server.ts'
import { addToOutbox } from '#app/models/outbox.server.ts'
import { endSessionsOf, hashSecret, newSecret } from '#app/models/session.server.ts'
import { getShopRules } from '#app/models/setting.server.ts'
import { noteTry, type Trier } from '#app/models/try.server.ts'
import {
  hashPassword,
  holdUserByEmail,
  isShut,
  replacePassword,
  verifyCredentials,
} from '#app/models/user.server.ts'

const LIFETIME_MS = 24 * 3_600_000
/** A double click sends the form twice; so long the second answer is that of the first. */
const REPEAT_MS = 15_000
const effects = ['send-password-link'] as const satisfies AccountEffect[]

type MadeOf = { userId: number | null; nonce: string }

/**
 * Promises a mail with a link for a new password, good for 24 hours and once; links from before are good no more
 * (D51). An e-mail without an account costs the same work in the same order, so that time tells nothing; whether
 * 'unknown' is said is the owner's choice. 'too-many-tries' before anything is looked at.
 */
export async function requestPasswordLink(trier: Trier): Promise<'sent' | 'unknown' | 'too-many-tries'> {
  if (!(await noteTry('recovery', trier))) return 'too-many-tries'
  const { revealsUnknownEmail } = await getShopRules()
  const isKnown = await withTransaction((trx) => insertReset(trx, trier.email))
  return isKnown || !revealsUnknownEmail ? 'sent' : 'unknown'
}

/** What the page of a link shows: its form, that it is over (used, expired, replaced), or that there is no such link. */
export async function findLinkState(token: string): Promise<'live' | 'over' | 'unknown'> {
  const reset = await findReset(token)
  if (!reset) return 'unknown'
  return reset.used_at || reset.expires_at <= new Date() ? 'over' : 'live'
}

/**
 * Sets the password of the account a link was made for, uses the link up and ends all sessions of the user.
 * Gives the user's e-mail, or undefined when the link is no good (any more). The same form once more within
 * 15 seconds gets the same answer.
 */
export async function setPasswordByLink(token: string, password: string): Promise<string | undefined> {
  const reset = await findReset(token)
  if (!reset || reset.expires_at <= new Date()) return undefined
  if (!reset.used_at) {
    const passwordHash = await hashPassword(password)
    if (await withTransaction((trx) => spendReset(trx, reset, passwordHash))) return reset.email
  }
  return (await isRepeat(reset, password)) ? reset.email : undefined
}

/** What the mail with the link says and to whom it goes, or undefined when there is nothing (more) to send. */
export async function findPasswordLink(resetId: number) {
  const reset = await resetsWithUser()
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select('profiles.name as contactName')
    .where('password_resets.id', '=', resetId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  if (!reset || isShut(reset)) return undefined
  const { email, contactName, expires_at } = reset
  return { email, contactName, expiresAt: expires_at, token: tokenOf(reset) }
}

/** Deletes links that expired before `before`; returns how many. */
export async function deleteOldResets(before: Date, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('password_resets')
    .where('expires_at', '<', before)
    .limit(limit)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

async function insertReset(trx: Trx, email: string): Promise<boolean> {
  const userId = await holdUserByEmail(trx, email)
  const { id } = await insertLink(trx, userId)
  await addToOutbox(trx, effects, String(id))
  return userId !== null
}

/** Makes a link for a new password that no mail brings, and gives its token: whoever asks hands it over. */
export async function makePasswordLink(trx: Trx, userId: number): Promise<string> {
  const { token } = await insertLink(trx, userId)
  return token
}

async function insertLink(trx: Trx, userId: number | null): Promise<{ id: number; token: string }> {
  await endLinksOf(trx, userId)
  const nonce = newSecret()
  const [newest = ''] = env.COOKIE_SECRETS
  const token = derive(newest, { userId, nonce })
  const made = await trx
    .insertInto('password_resets')
    .values({
      user_id: userId,
      nonce,
      token_hash: hashSecret(token),
      expires_at: new Date(Date.now() + LIFETIME_MS),
    })
    .executeTakeFirstOrThrow()
  return { id: Number(made.insertId), token }
}

type Reset = NonNullable<Awaited<ReturnType<typeof findReset>>>

/** False when the link was used up, or the account shut, meanwhile. The user's row is held first, as in a request. */
async function spendReset(trx: Trx, { id, userId, email }: Reset, passwordHash: string): Promise<boolean> {
  if ((await holdUserByEmail(trx, email)) !== userId) return false
  const now = new Date()
  const spent = await trx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (spent.numUpdatedRows === 0n) return false
  await replacePassword(trx, userId, passwordHash)
  await endLinksOf(trx, userId)
  await endSessionsOf(trx, userId)
  const change = { action: 'password-changed-by-link', actorUserId: userId }
  await recordHistory(trx, { entity: 'user', entityId: userId, ...change })
  return true
}

/** The link was used a moment ago, and for this very password. */
async function isRepeat({ id, userId, email }: Reset, password: string): Promise<boolean> {
  const justNow = new Date(Date.now() - REPEAT_MS)
  const used = await resetsWithUser()
    .where('password_resets.id', '=', id)
    .where('used_at', '>', justNow)
    .executeTakeFirst()
  return used !== undefined && (await verifyCredentials(email, password)) === userId
}

/** Links of this user that are still good are over from now on. */
export async function endLinksOf(trx: Trx, userId: number | null): Promise<void> {
  const now = new Date()
  await trx
    .updateTable('password_resets')
    .set({ expires_at: now })
    .where('user_id', '=', userId ?? 0)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}

/** The row a token belongs to, whatever its age; undefined for a shut account and for a row that no secret vouches for. */
async function findReset(token: string) {
  const reset = await resetsWithUser().where('token_hash', '=', hashSecret(token)).executeTakeFirst()
  return reset && !isShut(reset) && tokenOf(reset) !== undefined ? reset : undefined
}

/** Resets with the user they are for, and so none of an e-mail without an account. */
function resetsWithUser() {
  return db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select([
      'password_resets.id as id',
      'users.id as userId',
      'users.email as email',
      'users.is_active as is_active',
      'nonce',
      'token_hash',
      'expires_at',
      'used_at',
    ])
}

/**
 * The token is nowhere stored. It is a keyed hash of the row under a secret of ours, so the worker can make it again
 * for the mail, the table alone opens nothing, and a row that somebody wrote or turned to another user is no link. Any
 * of the current secrets may have made it; undefined when none did.
 */
function tokenOf(row: MadeOf & { token_hash: string }): string | undefined {
  return env.COOKIE_SECRETS.map((secret) => derive(secret, row)).find(
    (token) => hashSecret(token) === row.token_hash,
  )
}

/** 256 bits as 43 letters, digits, dashes and underscores. The key is one of its own, not the secret of the cookies. */
function derive(secret: string, { userId, nonce }: MadeOf): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'link for a new password', 32))
  return createHmac('sha256', key).update(`${userId} ${nonce}`).digest('base64url')
}
