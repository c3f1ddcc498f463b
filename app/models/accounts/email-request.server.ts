import {
  deriveLinkToken,
  endEmailLinks,
  endUserLinks,
  hashLinkToken,
  linkLifetimeMs,
  linkRepeatMs,
} from '#app/models/accounts/link.server.ts'
import { isMailboxProved, proveMailbox } from '#app/models/accounts/mailbox/mailbox-proof.server.ts'
import { clearRefusal } from '#app/models/accounts/mailbox/refused-address.server.ts'
import { indexUser } from '#app/models/accounts/person-words.server.ts'
import { countAttempt, type TooManyAttempts } from '#app/models/accounts/rate-limit.server.ts'
import { hashSecret, makeSecret } from '#app/models/accounts/session.server.ts'
import { EmailTaken, isDeactivated, lockUser, normaliseEmail } from '#app/models/accounts/user.server.ts'
import { type DbOrTrx, db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { raiseVersionUnchecked } from '#app/models/platform/optimistic-lock.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

const PURPOSE = 'link for another e-mail'
const requestEffects = ['send-email-link'] as const
const changeEffects = ['mail-email-changed', 'resend-order-mail'] as const

type RequestResult = 'sent' | 'same' | TooManyAttempts

/**
 * Mails a link to the new address. The link works once within 24 hours and replaces earlier links. The e-mail
 * changes when the link is used, so a typing error locks nobody out. Throws EmailTaken.
 */
export async function requestEmailChange(
  userId: number,
  { email, address }: { email: string; address: string },
): Promise<RequestResult> {
  const newEmail = normaliseEmail(email)
  const tooManyAttempts = await countAttempt('email-change', { address, email: newEmail })
  if (tooManyAttempts) return tooManyAttempts
  return withTransaction(async (trx) => {
    const user = await lockUser(trx, userId)
    if (user.email === newEmail) return 'same'
    await requireFreeEmail(trx, newEmail)
    const isRepeatedRequest = await hasRecentRequest(trx, userId, newEmail)
    if (!isRepeatedRequest) await insertRequest(trx, user, newEmail)
    return 'sent'
  })
}

/** Mails a link to the present address. Its use proves that the mailbox belongs to the account's owner. */
export async function requestMailboxProof(
  { userId, email }: { userId: number; email: string },
  ipNetwork: string,
): Promise<'sent' | 'proved' | TooManyAttempts> {
  const tooManyAttempts = await countAttempt('email-change', { address: ipNetwork, email })
  if (tooManyAttempts) return tooManyAttempts
  return withTransaction(async (trx) => {
    const user = await lockUser(trx, userId)
    if (await isMailboxProved(userId, trx)) return 'proved'
    const isRepeatedRequest = await hasRecentRequest(trx, userId, user.email)
    if (!isRepeatedRequest) await insertRequest(trx, user, user.email)
    return 'sent'
  })
}

export async function findUnconfirmedEmail(
  userId: number,
): Promise<{ email: string; until: Date } | undefined> {
  return db
    .selectFrom('email_requests')
    .select(['new_email as email', 'expires_at as until'])
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date())
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Returns the data of the mail with this link, or undefined if the link is no longer live. */
export async function findEmailLink(requestId: number) {
  const request = await selectRequests(db).where('email_requests.id', '=', requestId).executeTakeFirst()
  if (!request || getLinkState(request) !== 'live') return undefined
  const { newEmail, expiresAt } = request
  return { email: newEmail, isProof: isMailboxProof(request), expiresAt, token: deriveRequestToken(request) }
}

type LinkState = { state: 'live'; userId: number; email: string; isProof: boolean }

/** Returns the state of a link. `isProof` is true for a link that verifies the account's present e-mail. */
export async function findEmailLinkState(token: string): Promise<LinkState | { state: 'over' | 'unknown' }> {
  const request = await findRequest(token, db)
  if (!request) return { state: 'unknown' }
  if (getLinkState(request) !== 'live') return { state: 'over' }
  return { state: 'live', userId: request.userId, email: request.newEmail, isProof: isMailboxProof(request) }
}

/** Verifies the mailbox and returns its e-mail. Requires a login because a stranger may have registered this e-mail. */
export async function proveMailboxByLink(
  token: string,
  userId: number,
  now = new Date(),
): Promise<string | undefined> {
  return withTransaction(async (trx) => {
    await lockUser(trx, userId)
    const request = await findRequest(token, trx)
    if (request?.userId !== userId) return undefined
    if (isRepeat(request, now)) return request.newEmail
    if (getLinkState(request) !== 'live' || !isMailboxProof(request)) return undefined
    await trx.updateTable('email_requests').set({ used_at: now }).where('id', '=', request.id).execute()
    await proveMailbox(trx, userId, now)
    await recordUserAction(trx, userId, 'email-proved')
    return request.newEmail
  })
}

/** Changes the e-mail and returns the new e-mail, also for a repeat within 15 seconds. Throws EmailTaken. */
export async function changeEmailByLink(
  token: string,
  viewerId: number | null = null,
  now = new Date(),
): Promise<string | undefined> {
  const unlockedRequest = await findRequest(token, db)
  if (!unlockedRequest) return undefined
  return withTransaction(async (trx) => {
    const { email: oldEmail } = await lockUser(trx, unlockedRequest.userId)
    const request = await findRequest(token, trx)
    if (!request) return undefined
    if (isRepeat(request, now)) return request.newEmail
    if (getLinkState(request) !== 'live' || isMailboxProof(request)) return undefined
    await trx.updateTable('email_requests').set({ used_at: now }).where('id', '=', request.id).execute()
    await replaceEmail(trx, request.userId, { oldEmail, newEmail: request.newEmail })
    if (viewerId === request.userId) await proveMailbox(trx, request.userId, now)
    await raiseProfileVersion(trx, request.userId)
    await recordUserAction(trx, request.userId, 'email-changed')
    return request.newEmail
  })
}

/** Raises the profile's version because a form that staff opened before must not restore the old e-mail. */
async function raiseProfileVersion(trx: Trx, userId: number): Promise<void> {
  const profiles = await trx.selectFrom('profiles').select('id').where('user_id', '=', userId).execute()
  for (const { id } of profiles) await raiseVersionUnchecked(trx, 'profiles', id)
}

export async function deleteOldEmailRequests(before: Date, limit: number): Promise<number> {
  const deletion = await db
    .deleteFrom('email_requests')
    .where('expires_at', '<', before)
    .limit(limit)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}

async function insertRequest(
  trx: Trx,
  { id: userId, email }: { id: number; email: string },
  newEmail: string,
) {
  await endEmailLinks(trx, userId)
  const nonce = makeSecret()
  const insertion = await trx
    .insertInto('email_requests')
    .values({
      user_id: userId,
      new_email: newEmail,
      nonce,
      token_hash: hashLinkToken(PURPOSE, formatLinkFacts({ userId, newEmail, nonce })),
      expires_at: new Date(Date.now() + linkLifetimeMs),
    })
    .executeTakeFirstOrThrow()
  if (newEmail !== email) await recordUserAction(trx, userId, 'email-change-requested')
  await addToOutbox(trx, requestEffects, String(insertion.insertId))
}

/** Changes the e-mail, ends open links and mails the old address. The user must be locked. Throws EmailTaken. */
export async function replaceEmail(
  trx: Trx,
  userId: number,
  { oldEmail, newEmail }: { oldEmail: string; newEmail: string },
): Promise<void> {
  await setEmail(trx, userId, newEmail)
  await clearRefusal(trx, userId)
  await indexUser(trx, userId)
  await endUserLinks(trx, userId)
  const change = await trx
    .insertInto('email_changes')
    .values({ user_id: userId, old_email: oldEmail })
    .executeTakeFirstOrThrow()
  await addToOutbox(trx, changeEffects, String(change.insertId))
}

async function requireFreeEmail(trx: Trx, email: string) {
  const otherUser = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (otherUser) throw new EmailTaken()
}

async function setEmail(trx: Trx, userId: number, email: string) {
  try {
    await trx.updateTable('users').set({ email, email_proved_at: null }).where('id', '=', userId).execute()
  } catch (error) {
    throw isDuplicate(error) ? new EmailTaken() : error
  }
}

async function hasRecentRequest(trx: Trx, userId: number, email: string): Promise<boolean> {
  const row = await trx
    .selectFrom('email_requests')
    .select('id')
    .where('user_id', '=', userId)
    .where('new_email', '=', email)
    .where('used_at', 'is', null)
    .where('created_at', '>', new Date(Date.now() - linkRepeatMs))
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  return row !== undefined
}

type EmailRequest = NonNullable<Awaited<ReturnType<typeof findRequest>>>

function isMailboxProof({ email, newEmail }: Pick<EmailRequest, 'email' | 'newEmail'>): boolean {
  return email === newEmail
}

/** Returns true if the link was used within the last 15 seconds and the account has the link's e-mail. */
function isRepeat({ email, newEmail, usedAt }: EmailRequest, now: Date): boolean {
  const isEmailChanged = email === newEmail
  return usedAt !== null && isEmailChanged && usedAt.getTime() > now.getTime() - linkRepeatMs
}

function getLinkState({ usedAt, expiresAt }: Pick<EmailRequest, 'usedAt' | 'expiresAt'>): 'live' | 'over' {
  return usedAt || expiresAt <= new Date() ? 'over' : 'live'
}

/** Returns the request of a token, or undefined for a deactivated account or an invalid token. */
async function findRequest(token: string, reader: DbOrTrx) {
  const request = await selectRequests(reader).where('token_hash', '=', hashSecret(token)).executeTakeFirst()
  if (!request || isDeactivated(request)) return undefined
  return deriveRequestToken(request) === undefined ? undefined : request
}

function selectRequests(reader: DbOrTrx) {
  return reader
    .selectFrom('email_requests')
    .innerJoin('users', 'users.id', 'email_requests.user_id')
    .select(['email_requests.id', 'email_requests.user_id as userId', 'users.email', 'users.is_active'])
    .select('users.is_demonstration')
    .select(['new_email as newEmail', 'nonce', 'token_hash'])
    .select(['expires_at as expiresAt', 'used_at as usedAt'])
}

type LinkFacts = { userId: number; newEmail: string; nonce: string }

function deriveRequestToken(row: LinkFacts & { token_hash: string }): string | undefined {
  return deriveLinkToken(PURPOSE, formatLinkFacts(row), row.token_hash)
}

function formatLinkFacts({ userId, newEmail, nonce }: LinkFacts): string {
  return `${userId} ${newEmail} ${nonce}`
}

function recordUserAction(trx: Trx, userId: number, action: string): Promise<number> {
  return recordHistory(trx, { entity: 'user', entityId: userId, action, actorUserId: userId })
}
