import type { RateLimitKey } from '#app/domain/accounts/attempt-limits.ts'
import {
  deriveLinkToken,
  endPasswordLinks,
  endUserLinks,
  hashLinkToken,
  linkLifetimeMs,
  linkRepeatMs,
} from '#app/models/accounts/link.server.ts'
import { proveMailbox } from '#app/models/accounts/mailbox/mailbox-proof.server.ts'
import { endEarlierAccess } from '#app/models/accounts/mailbox/recovered-account.server.ts'
import { countAttempt, type TooManyAttempts } from '#app/models/accounts/rate-limit.server.ts'
import { endUserSessions, hashSecret, makeSecret } from '#app/models/accounts/session.server.ts'
import {
  hashPassword,
  isDeactivated,
  lockUserByEmail,
  replacePassword,
  verifyCredentials,
} from '#app/models/accounts/user.server.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'
import { getShopRules } from '#app/models/settings/setting.server.ts'

const PURPOSE = 'link for a new password'
const resetEffects = ['send-password-link'] as const
const firstPasswordEffects = { 'moved-in': ['send-moved-in-link'], staff: ['send-staff-link'] } as const
const changeEffects = ['mail-password-changed'] as const

type LinkFacts = { userId: number | null; nonce: string }

/** Mails a password link that works once within 24 hours. Takes equally long for an unknown e-mail. */
export async function requestPasswordLink(key: RateLimitKey): Promise<'sent' | 'unknown' | TooManyAttempts> {
  const tooManyAttempts = await countAttempt('recovery', key)
  if (tooManyAttempts) return tooManyAttempts
  const { revealsUnknownEmail } = await getShopRules()
  const isKnown = await withTransaction((trx) => insertReset(trx, key.email))
  return isKnown || !revealsUnknownEmail ? 'sent' : 'unknown'
}

/** Returns the state of a link. 'over' means that the link was used, has expired or was replaced. */
export async function findLinkState(token: string): Promise<'live' | 'over' | 'unknown'> {
  const reset = await findReset(token)
  if (!reset) return 'unknown'
  return reset.used_at || reset.expires_at <= new Date() ? 'over' : 'live'
}

/** Returns the link's owner without using the link. */
export async function findLinkOwner(token: string): Promise<{ userId: number; email: string } | undefined> {
  const reset = await findReset(token)
  return reset && reset.expires_at > new Date() ? { userId: reset.userId, email: reset.email } : undefined
}

/** Sets the password and ends all sessions. Returns the e-mail, also for a repeat within 15 seconds. */
export async function setPasswordByLink(token: string, password: string): Promise<string | undefined> {
  const reset = await findReset(token)
  if (!reset || reset.expires_at <= new Date()) return undefined
  if (!reset.used_at) {
    const passwordHash = await hashPassword(password)
    const isConsumed = await withTransaction((trx) => consumeReset(trx, reset, passwordHash))
    if (isConsumed) return reset.email
  }
  return (await isRepeatedReset(reset, password)) ? reset.email : undefined
}

/** Returns the data of the mail with this password link, or undefined if the link has ended. */
export async function findPasswordLink(resetId: number) {
  const reset = await selectResets()
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['profiles.name', 'email_proved_at as emailProvedAt'])
    .where('password_resets.id', '=', resetId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  if (!reset || isDeactivated(reset)) return undefined
  const { email, expires_at } = reset
  // The name is omitted until the mailbox is proved because a stranger may have chosen the name.
  const contactName = reset.emailProvedAt === null ? null : reset.name
  return { email, contactName, expiresAt: expires_at, token: deriveResetToken(reset) }
}

/** Returns the expiry of the open password link, or undefined if there is none or the account is deactivated. */
export async function findOpenLinkExpiry(userId: number): Promise<Date | undefined> {
  return (await findOpenReset(userId))?.expires_at
}

/** Returns the link to show it to authorised staff, and records each view in the history. */
export function revealPasswordLink(userId: number, actorUserId: number) {
  return withTransaction(async (trx) => {
    const reset = await findOpenReset(userId, trx)
    const token = reset && deriveResetToken(reset)
    if (!reset || !token) return undefined
    await recordHistory(trx, { entity: 'user', entityId: userId, action: 'reset-link-seen', actorUserId })
    return { token, expiresAt: reset.expires_at }
  })
}

async function findOpenReset(userId: number, reader: DbOrTrx = db) {
  const reset = await selectResets(reader)
    .where('users.id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date())
    .orderBy('password_resets.id', 'desc')
    .executeTakeFirst()
  return reset && !isDeactivated(reset) ? reset : undefined
}

export async function deleteOldResets(before: Date, limit: number): Promise<number> {
  const deletion = await db
    .deleteFrom('password_resets')
    .where('expires_at', '<', before)
    .limit(limit)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}

async function insertReset(trx: Trx, email: string): Promise<boolean> {
  const userId = await lockUserByEmail(trx, email)
  const { id } = await insertPasswordLink(trx, userId)
  await addToOutbox(trx, resetEffects, String(id))
  return userId !== null
}

/** Mails a link for the first password to the owner of an imported or new staff account. */
export async function mailFirstPasswordLink(
  trx: Trx,
  userId: number,
  kind: keyof typeof firstPasswordEffects = 'moved-in',
): Promise<void> {
  const { id } = await insertPasswordLink(trx, userId)
  await addToOutbox(trx, firstPasswordEffects[kind], String(id))
}

/** Creates a password link without a mail and returns its token for the caller to pass on. */
export async function makePasswordLink(trx: Trx, userId: number): Promise<string> {
  const { token } = await insertPasswordLink(trx, userId)
  return token
}

/** Ends earlier password links and creates a new one. `userId` is null for an unknown e-mail. */
async function insertPasswordLink(trx: Trx, userId: number | null): Promise<{ id: number; token: string }> {
  await endPasswordLinks(trx, userId)
  const nonce = makeSecret()
  const tokenHash = hashLinkToken(PURPOSE, formatLinkFacts({ userId, nonce }))
  const insertion = await trx
    .insertInto('password_resets')
    .values({
      user_id: userId,
      nonce,
      token_hash: tokenHash,
      expires_at: new Date(Date.now() + linkLifetimeMs),
    })
    .executeTakeFirstOrThrow()
  const token = deriveLinkToken(PURPOSE, formatLinkFacts({ userId, nonce }), tokenHash)
  if (token === undefined) throw new Error('link token cannot be verified')
  return { id: Number(insertion.insertId), token }
}

type Reset = NonNullable<Awaited<ReturnType<typeof findReset>>>

/** Sets the password and marks the link as used. Returns false if another request has used the link. */
async function consumeReset(
  trx: Trx,
  { id, userId, email, hasPassword }: Reset,
  passwordHash: string,
): Promise<boolean> {
  if ((await lockUserByEmail(trx, email)) !== userId) return false
  const now = new Date()
  const update = await trx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (update.numUpdatedRows === 0n) return false
  await replacePassword(trx, userId, passwordHash)
  await endUserLinks(trx, userId)
  const isFirstProof = await proveMailbox(trx, userId, now)
  const endedAccessDetails = isFirstProof ? { details: { ended: await endEarlierAccess(trx, userId) } } : {}
  await endUserSessions(trx, userId)
  const historyId = await recordHistory(trx, {
    entity: 'user',
    entityId: userId,
    action: 'password-changed-by-link',
    actorUserId: userId,
    ...endedAccessDetails,
  })
  // A first password is not announced because the first administrator sets it before the shop can send mails.
  if (hasPassword) await addToOutbox(trx, changeEffects, String(historyId))
  return true
}

/** Returns true if the link was used with this password within the last 15 seconds. */
async function isRepeatedReset({ id, userId, email }: Reset, password: string): Promise<boolean> {
  const repeatStart = new Date(Date.now() - linkRepeatMs)
  const usedReset = await selectResets()
    .where('password_resets.id', '=', id)
    .where('used_at', '>', repeatStart)
    .executeTakeFirst()
  return usedReset !== undefined && (await verifyCredentials(email, password)) === userId
}

/** Returns a link of any age, or undefined for a deactivated account or an invalid token. */
async function findReset(token: string) {
  const reset = await selectResets().where('token_hash', '=', hashSecret(token)).executeTakeFirst()
  if (!reset || isDeactivated(reset)) return undefined
  return deriveResetToken(reset) === undefined ? undefined : reset
}

/** Selects password links of accounts. The inner join excludes requests for unknown e-mails. */
function selectResets(reader: DbOrTrx = db) {
  return reader
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(({ eb }) => [
      'password_resets.id as id',
      'users.id as userId',
      'users.email as email',
      'users.is_active as is_active',
      'users.is_demonstration as is_demonstration',
      'nonce',
      'token_hash',
      'expires_at',
      'used_at',
      eb('users.password_hash', 'is not', null).as('hasPassword'),
    ])
}

function deriveResetToken(row: LinkFacts & { token_hash: string }): string | undefined {
  return deriveLinkToken(PURPOSE, formatLinkFacts(row), row.token_hash)
}

function formatLinkFacts({ userId, nonce }: LinkFacts): string {
  return `${userId} ${nonce}`
}
