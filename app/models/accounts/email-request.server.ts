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
import { raiseSaveCount } from '#app/models/platform/optimistic-lock.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

const PURPOSE = 'link for another e-mail'
const requestEffects = ['send-email-link'] as const
const changeEffects = ['mail-email-changed', 'resend-order-mail'] as const

type Asked = 'sent' | 'same' | TooManyAttempts

/**
 * Mails a link to the new address. It works once within 24 hours and ends earlier links. The e-mail changes
 * when the link is used, so a typo locks nobody out. Throws EmailTaken.
 */
export async function requestEmailChange(
  userId: number,
  { email, address }: { email: string; address: string },
): Promise<Asked> {
  const after = normaliseEmail(email)
  const limited = await countAttempt('email-change', { address, email: after })
  if (limited) return limited
  return withTransaction(async (trx) => {
    const user = await lockUser(trx, userId)
    if (user.email === after) return 'same'
    await requireFree(trx, after)
    if (!(await isJustAsked(trx, userId, after))) await insertRequest(trx, user, after)
    return 'sent'
  })
}

/** Mails a link to the present address; using it proves that the mailbox belongs to the account's owner. */
export async function requestMailboxProof(
  { userId, email }: { userId: number; email: string },
  address: string,
): Promise<'sent' | 'proved' | TooManyAttempts> {
  const limited = await countAttempt('email-change', { address, email })
  if (limited) return limited
  return withTransaction(async (trx) => {
    const user = await lockUser(trx, userId)
    if (await isMailboxProved(userId, trx)) return 'proved'
    if (!(await isJustAsked(trx, userId, user.email))) await insertRequest(trx, user, user.email)
    return 'sent'
  })
}

export async function findWaitingEmail(userId: number): Promise<{ email: string; until: Date } | undefined> {
  return db
    .selectFrom('email_requests')
    .select(['new_email as email', 'expires_at as until'])
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date())
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Returns the data of the mail with this link; undefined if it is obsolete. */
export async function findEmailLink(requestId: number) {
  const request = await selectRequests(db).where('email_requests.id', '=', requestId).executeTakeFirst()
  if (!request || getLinkState(request) !== 'live') return undefined
  const { newEmail, expiresAt } = request
  return { email: newEmail, isProof: isProof(request), expiresAt, token: deriveRowToken(request) }
}

type LinkState = { state: 'live'; userId: number; email: string; isProof: boolean }

/** Returns the state of a link. `isProof` is true for a link that verifies the account's present e-mail. */
export async function findEmailLinkState(token: string): Promise<LinkState | { state: 'over' | 'unknown' }> {
  const request = await findRequest(token, db)
  if (!request) return { state: 'unknown' }
  if (getLinkState(request) !== 'live') return { state: 'over' }
  return { state: 'live', userId: request.userId, email: request.newEmail, isProof: isProof(request) }
}

/** Verifies the mailbox. Requires a login, because a stranger may have registered with this address. */
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
    if (getLinkState(request) !== 'live' || !isProof(request)) return undefined
    await trx.updateTable('email_requests').set({ used_at: now }).where('id', '=', request.id).execute()
    await proveMailbox(trx, userId, now)
    await note(trx, userId, 'email-proved')
    return request.newEmail
  })
}

/** Changes the e-mail and returns it; a repeat returns it again. Throws EmailTaken. */
export async function changeEmailByLink(
  token: string,
  viewerId: number | null = null,
  now = new Date(),
): Promise<string | undefined> {
  const found = await findRequest(token, db)
  if (!found) return undefined
  return withTransaction(async (trx) => {
    const { email: before } = await lockUser(trx, found.userId)
    const request = await findRequest(token, trx)
    if (!request) return undefined
    if (isRepeat(request, now)) return request.newEmail
    if (getLinkState(request) !== 'live' || isProof(request)) return undefined
    await trx.updateTable('email_requests').set({ used_at: now }).where('id', '=', request.id).execute()
    await replaceEmail(trx, request.userId, { before, after: request.newEmail })
    if (viewerId === request.userId) await proveMailbox(trx, request.userId, now)
    await countProfileSave(trx, request.userId)
    await note(trx, request.userId, 'email-changed')
    return request.newEmail
  })
}

/** Raises the profile's version, so that a form that staff have open cannot restore the previous e-mail. */
async function countProfileSave(trx: Trx, userId: number): Promise<void> {
  const profiles = await trx.selectFrom('profiles').select('id').where('user_id', '=', userId).execute()
  for (const { id } of profiles) await raiseSaveCount(trx, 'profiles', id)
}

export async function deleteOldEmailRequests(before: Date, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('email_requests')
    .where('expires_at', '<', before)
    .limit(limit)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

async function insertRequest(
  trx: Trx,
  { id: userId, email }: { id: number; email: string },
  newEmail: string,
) {
  await endEmailLinks(trx, userId)
  const nonce = makeSecret()
  const result = await trx
    .insertInto('email_requests')
    .values({
      user_id: userId,
      new_email: newEmail,
      nonce,
      token_hash: hashLinkToken(PURPOSE, formatLinkFacts({ userId, newEmail, nonce })),
      expires_at: new Date(Date.now() + linkLifetimeMs),
    })
    .executeTakeFirstOrThrow()
  if (newEmail !== email) await note(trx, userId, 'email-change-requested')
  await addToOutbox(trx, requestEffects, String(result.insertId))
}

/** Changes the e-mail, ends links and mails the old address. The user must be locked. Throws EmailTaken. */
export async function replaceEmail(
  trx: Trx,
  userId: number,
  { before, after }: { before: string; after: string },
): Promise<void> {
  await setEmail(trx, userId, after)
  await clearRefusal(trx, userId)
  await indexUser(trx, userId)
  await endUserLinks(trx, userId)
  const change = await trx
    .insertInto('email_changes')
    .values({ user_id: userId, old_email: before })
    .executeTakeFirstOrThrow()
  await addToOutbox(trx, changeEffects, String(change.insertId))
}

async function requireFree(trx: Trx, email: string) {
  const other = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (other) throw new EmailTaken()
}

async function setEmail(trx: Trx, userId: number, email: string) {
  try {
    await trx.updateTable('users').set({ email, email_proved_at: null }).where('id', '=', userId).execute()
  } catch (error) {
    throw isDuplicate(error) ? new EmailTaken() : error
  }
}

async function isJustAsked(trx: Trx, userId: number, email: string): Promise<boolean> {
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

type Request = NonNullable<Awaited<ReturnType<typeof findRequest>>>

function isProof({ email, newEmail }: Pick<Request, 'email' | 'newEmail'>): boolean {
  return email === newEmail
}

function isRepeat({ email, newEmail, usedAt }: Request, now: Date): boolean {
  return usedAt !== null && email === newEmail && usedAt.getTime() > now.getTime() - linkRepeatMs
}

function getLinkState({ usedAt, expiresAt }: Pick<Request, 'usedAt' | 'expiresAt'>): 'live' | 'over' {
  return usedAt || expiresAt <= new Date() ? 'over' : 'live'
}

/** Returns the request of a token; undefined for a deactivated account or an invalid token. */
async function findRequest(token: string, reader: DbOrTrx) {
  const request = await selectRequests(reader).where('token_hash', '=', hashSecret(token)).executeTakeFirst()
  if (!request || isDeactivated(request)) return undefined
  return deriveRowToken(request) === undefined ? undefined : request
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

function deriveRowToken(row: LinkFacts & { token_hash: string }): string | undefined {
  return deriveLinkToken(PURPOSE, formatLinkFacts(row), row.token_hash)
}

function formatLinkFacts({ userId, newEmail, nonce }: LinkFacts): string {
  return `${userId} ${newEmail} ${nonce}`
}

function note(trx: Trx, userId: number, action: string): Promise<number> {
  return recordHistory(trx, { entity: 'user', entityId: userId, action, actorUserId: userId })
}
