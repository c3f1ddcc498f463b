import { createHmac, randomBytes } from 'node:crypto'
import {
  ATTEMPT_MEMORY_MS,
  attemptsToRead,
  HOUR_MS,
  type Limit,
  nextAttemptAt,
  QUARTER_HOUR_MS,
} from '#app/domain/platform/rate-limit.ts'
import { env } from '#app/env.server.ts'
import { db } from '#app/models/platform/db.server.ts'

/** Who tries something. */
export type RateLimitKey = {
  /** the client's network, as the edge tells it (networkOf) */
  address: string
  /** the account that is tried, whether or not there is one; empty where none is named */
  email: string
  /** the browser that logged in to this very account before; its attempts are counted for themselves */
  device?: string | undefined
  /** the form it came with: however often that arrives, it is one attempt */
  form?: string | undefined
}
/** What is tried; each is counted for itself. */
export type Purpose = keyof typeof limits
/** A limit is reached: nothing was done, and when it can be tried again. */
export type TooManyAttempts = { retryAt: Date }
type Counted = Limit & { who: string; isNarrow?: boolean }

/** Many people may share a network: a workshop, a mobile network. What is narrow is forgotten by a success. */
const limits = {
  login: (key: RateLimitKey): Counted[] =>
    key.device
      ? [{ who: `login device ${key.device} ${key.email}`, max: 10, windowMs: HOUR_MS, isNarrow: true }]
      : [narrow('login', key, 10), ...guesses(key)],
  // The form of an order sent again proves its buyer by the password: a guess like any other. A form that a browser
  // sends many times at once is right every time.
  repeat: (key: RateLimitKey): Counted[] => [narrow('repeat', key, 20), ...guesses(key)],
  recovery: (key: RateLimitKey) => oneMailEach('recovery', key),
  contact: (key: RateLimitKey) => oneMailEach('contact', key),
  'email-change': (key: RateLimitKey) => oneMailEach('email-change', key),
  // These two count by the account alone: whoever has a session of it can send from any address.
  reauthentication: ({ email }: RateLimitKey): Counted[] => [
    { who: `reauthentication account ${email}`, max: 10, windowMs: QUARTER_HOUR_MS, isNarrow: true },
  ],
  export: ({ email }: RateLimitKey): Counted[] => [
    { who: `export account ${email}`, max: 5, windowMs: QUARTER_HOUR_MS },
  ],
  /** A new password by a link: each costs a hash, used up or not. */
  'new-password': ({ address, email }: RateLimitKey): Counted[] => [
    { who: `new-password account ${email}`, max: 10, windowMs: QUARTER_HOUR_MS },
    { who: `new-password network ${address}`, max: 60, windowMs: HOUR_MS },
  ],
  /** Confirmations of the checkout by visitors, each of which may cost a hash. */
  checkout: ({ address }: RateLimitKey): Counted[] => [
    { who: `checkout network ${address}`, max: 60, windowMs: HOUR_MS },
  ],
  /** Each says that an e-mail has an account (D55); those that say it has none are taken back. */
  'known-email': ({ address }: RateLimitKey): Counted[] => [
    { who: `known-email network ${address}`, max: 20, windowMs: HOUR_MS },
  ],
  'new-account': ({ address }: RateLimitKey): Counted[] => [
    { who: `new-account network ${address}`, max: 10, windowMs: HOUR_MS },
  ],
  /** Forty aircraft fit into one order; whoever renews each for itself makes forty. */
  order: ({ address, email }: RateLimitKey): Counted[] => [
    { who: `order account ${email}`, max: 60, windowMs: HOUR_MS },
    { who: `order network ${address}`, max: 120, windowMs: HOUR_MS },
  ],
}

function narrow(purpose: string, { address, email }: RateLimitKey, max: number): Counted {
  return { who: `${purpose} ${address} ${email}`, max, windowMs: QUARTER_HOUR_MS, isNarrow: true }
}

/** Guesses at a password: at one account from wherever, and at whatever accounts from one network. */
function guesses({ address, email }: RateLimitKey): Counted[] {
  return [
    { who: guessedAccount(email), max: 20, windowMs: HOUR_MS, isGrowing: true },
    { who: `login network ${address}`, max: 100, windowMs: HOUR_MS },
  ]
}

function guessedAccount(email: string): string {
  return `login account ${email}`
}

/**
 * Each try may bring a mail to somebody else (D51). The second entry keeps many addresses from filling one mailbox; it
 * is wider, so that one address alone cannot keep the mailbox's owner out.
 */
function oneMailEach(purpose: string, { address, email }: RateLimitKey): Counted[] {
  return [
    { who: `${purpose} network ${address}`, max: 5, windowMs: QUARTER_HOUR_MS },
    { who: `${purpose} account ${email}`, max: 15, windowMs: QUARTER_HOUR_MS },
  ]
}

/**
 * Counts an attempt before anything else is done for it, so that hundreds at once cannot slip through together. A
 * refused attempt is not counted: the wait does not grow by knocking. Undefined when it is allowed.
 */
export async function consumeAttempt(
  purpose: Purpose,
  key: RateLimitKey,
): Promise<TooManyAttempts | undefined> {
  const keys = keysOf(purpose, key)
  const attempt = key.form === undefined ? randomBytes(32).toString('hex') : attemptOf(key.form)
  const now = new Date()
  await db
    .insertInto('login_attempts')
    .ignore()
    .values(keys.map(({ whoHash }) => ({ who_hash: whoHash, attempt_hash: attempt, created_at: now })))
    .execute()
  const waits = await Promise.all(keys.map((key) => waitOf(key, attempt, now)))
  const latest = Math.max(...waits.map((until) => until?.getTime() ?? 0))
  if (latest === 0) return undefined
  await deleteAttempt(keys, attempt)
  return { retryAt: new Date(latest) }
}

/** The attempt of this form, and no other, is as if it had never been made. */
export async function takeBackAttempt(purpose: Purpose, key: RateLimitKey & { form: string }): Promise<void> {
  await deleteAttempt(keysOf(purpose, key), attemptOf(key.form))
}

/** An attempt that succeeded: those of the narrow limit are forgotten, and this one no longer counts for the others. */
export async function resetAttempts(purpose: Purpose, key: RateLimitKey): Promise<void> {
  const keys = keysOf(purpose, key)
  const own = keys.flatMap(({ whoHash, isNarrow }) => (isNarrow ? whoHash : []))
  const others = keys.flatMap(({ whoHash, isNarrow }) => (isNarrow ? [] : whoHash))
  const found = await Promise.all([idsOf(own), ...others.map(newestOf)])
  await deleteAttempts(found.flat())
}

/** Forgets the attempts of the narrow limit alone: for a success that was not itself counted as such an attempt. */
export async function resetNarrowAttempts(purpose: Purpose, key: RateLimitKey): Promise<void> {
  const own = keysOf(purpose, key).flatMap(({ whoHash, isNarrow }) => (isNarrow ? whoHash : []))
  await deleteAttempts(await idsOf(own))
}

/** Whoever sets a new password by a link from the mail has proven whose account it is: guesses from before are void. */
export async function forgetGuesses(email: string): Promise<void> {
  await deleteAttempts(await idsOf([hashOf(guessedAccount(normalised(email)))]))
}

/** Deletes tries that no longer count; returns how many. */
export async function deleteOldAttempts(now: Date, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('login_attempts')
    .where('created_at', '<', new Date(now.getTime() - ATTEMPT_MEMORY_MS))
    .limit(limit)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

type Key = Limit & { whoHash: string; isNarrow: boolean }

async function waitOf(key: Key, attempt: string, now: Date): Promise<Date | undefined> {
  const rows = await db
    .selectFrom('login_attempts')
    .select('created_at')
    .where('who_hash', '=', key.whoHash)
    .where('created_at', '>', new Date(now.getTime() - ATTEMPT_MEMORY_MS))
    // Versions of the shop from before write no attempt_hash.
    .where((eb) => eb.or([eb('attempt_hash', 'is', null), eb('attempt_hash', '!=', attempt)]))
    .orderBy('created_at', 'desc')
    .limit(attemptsToRead(key))
    .execute()
  return nextAttemptAt(
    key,
    rows.map((row) => row.created_at),
    now,
  )
}

async function deleteAttempt(keys: readonly Key[], attempt: string): Promise<void> {
  const hashes = keys.map(({ whoHash }) => whoHash)
  await db
    .deleteFrom('login_attempts')
    .where('attempt_hash', '=', attempt)
    .where('who_hash', 'in', hashes)
    .execute()
}

async function idsOf(whoHashes: string[]): Promise<number[]> {
  if (whoHashes.length === 0) return []
  const rows = await db.selectFrom('login_attempts').select('id').where('who_hash', 'in', whoHashes).execute()
  return rows.map(({ id }) => id)
}

async function newestOf(whoHash: string): Promise<number[]> {
  const row = await db
    .selectFrom('login_attempts')
    .select('id')
    .where('who_hash', '=', whoHash)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? [row.id] : []
}

/** By their numbers, so that no two that do it at once lock a range from each other. */
async function deleteAttempts(ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('login_attempts').where('id', 'in', ids).execute()
}

function keysOf(purpose: Purpose, key: RateLimitKey): Key[] {
  const named = { ...key, email: normalised(key.email) }
  return limits[purpose](named).map(({ who, max, isNarrow = false, ...limit }) => ({
    ...limit,
    max: max * env.LIMIT_FACTOR,
    isNarrow,
    whoHash: hashOf(who),
  }))
}

function normalised(email: string): string {
  return email.trim().toLowerCase()
}

function attemptOf(form: string): string {
  return hashOf(`form ${form}`)
}

/** Keyed hashes: the table alone tells neither addresses nor e-mails. */
function hashOf(text: string): string {
  return createHmac('sha256', env.COOKIE_SECRETS[0] ?? '')
    .update(text)
    .digest('hex')
}
