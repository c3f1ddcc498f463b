import { createHmac, randomBytes } from 'node:crypto'
import {
  attemptLimits,
  makeGuessKey,
  type Purpose,
  type RateLimitKey,
} from '#app/domain/accounts/attempt-limits.ts'
import {
  ATTEMPT_MEMORY_MS,
  calculateNextAttempt,
  countAttemptsToRead,
  type Limit,
} from '#app/domain/platform/rate-limit.ts'
import { env } from '#app/env.server.ts'
import { recordSecurityEvent } from '#app/models/accounts/security/security-event.server.ts'
import { findUserIdByEmail } from '#app/models/accounts/user.server.ts'
import {
  cacheByKey,
  compileInsert,
  compileQuery,
  type ValueSlots,
} from '#app/models/platform/compiled-query.server.ts'
import { db } from '#app/models/platform/db.server.ts'

export type TooManyAttempts = { retryAt: Date }

/** Records an attempt, then checks the limit, so that concurrent attempts cannot all pass. */
export async function countAttempt(
  purpose: Purpose,
  key: RateLimitKey,
): Promise<TooManyAttempts | undefined> {
  const limits = listHashedLimits(purpose, key)
  const attemptHash = key.form === undefined ? randomBytes(32).toString('hex') : hashForm(key.form)
  const now = new Date()
  await insertAttempts(
    db,
    limits.map(({ subjectHash }) => ({ who_hash: subjectHash, attempt_hash: attemptHash, created_at: now })),
  )
  const timesByHash = await listOtherAttempts(limits, attemptHash, now)
  const retryTimes = limits.map((limit) =>
    calculateNextAttempt(limit, timesByHash.get(limit.subjectHash) ?? [], now),
  )
  const latest = Math.max(...retryTimes.map((time) => time?.getTime() ?? 0))
  if (latest === 0) return undefined
  await deleteAttempt(limits, attemptHash)
  await recordReachedLimit(purpose, key)
  return { retryAt: new Date(latest) }
}

const insertAttempts = compileInsert('login_attempts', ['who_hash', 'attempt_hash', 'created_at'], {
  ignoresRepeats: true,
})

async function recordReachedLimit(
  limit: Purpose,
  { address, email, requestId }: RateLimitKey,
): Promise<void> {
  const accountId = email === '' ? null : await findUserIdByEmail(email).catch(() => null)
  await recordSecurityEvent({ kind: 'limit-reached', accountId, address, requestId, details: { limit } })
}

/** Removes the attempt that was recorded for this form. */
export async function removeAttempt(purpose: Purpose, key: RateLimitKey & { form: string }): Promise<void> {
  await deleteAttempt(listHashedLimits(purpose, key), hashForm(key.form))
}

/** Clears the per-account limit after a success and removes this attempt from the wider limits. */
export async function resetAttempts(purpose: Purpose, key: RateLimitKey): Promise<void> {
  const limits = listHashedLimits(purpose, key)
  const wideHashes = limits.filter((limit) => !limit.isNarrow).map((limit) => limit.subjectHash)
  const attemptIds = await Promise.all([
    findAttemptIds(listNarrowHashes(limits)),
    ...wideHashes.map(findNewestAttempt),
  ])
  await deleteAttempts(attemptIds.flat())
}

/** Clears the per-account limit after a success that was not recorded as an attempt. */
export async function clearNarrowLimit(purpose: Purpose, key: RateLimitKey): Promise<void> {
  const narrowHashes = listNarrowHashes(listHashedLimits(purpose, key))
  await deleteAttempts(await findAttemptIds(narrowHashes))
}

function listNarrowHashes(limits: readonly HashedLimit[]): string[] {
  return limits.filter((limit) => limit.isNarrow).map((limit) => limit.subjectHash)
}

/** Clears failed guesses after a password reset by mail, which proves who owns the account. */
export async function resetGuesses(email: string): Promise<void> {
  await deleteAttempts(await findAttemptIds([hashText(makeGuessKey(normaliseEmail(email)))]))
}

export async function deleteOldAttempts(now: Date, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('login_attempts')
    .where('created_at', '<', new Date(now.getTime() - ATTEMPT_MEMORY_MS))
    .limit(limit)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

type HashedLimit = Limit & { subjectHash: string; isNarrow: boolean }

/** Returns the times of other attempts by subject hash, newest first, as many as each limit needs. */
async function listOtherAttempts(
  limits: readonly HashedLimit[],
  attempt: string,
  now: Date,
): Promise<Map<string, Date[]>> {
  const since = new Date(now.getTime() - ATTEMPT_MEMORY_MS)
  const values: AttemptValues = { since, attempt }
  limits.forEach((limit, index) => {
    values[`hash${index}`] = limit.subjectHash
    values[`limit${index}`] = countAttemptsToRead(limit)
  })
  const rows = await otherAttempts(limits.length).rows(db, values)
  const timesByHash = new Map<string, Date[]>()
  for (const { who_hash, created_at } of rows) {
    const knownTimes = timesByHash.get(who_hash)
    if (knownTimes) knownTimes.push(created_at)
    else timesByHash.set(who_hash, [created_at])
  }
  for (const times of timesByHash.values()) times.sort((one, other) => other.getTime() - one.getTime())
  return timesByHash
}

type AttemptValues = { since: Date; attempt: string } & {
  [hash: `hash${number}`]: string
  [limit: `limit${number}`]: number
}

const otherAttempts = cacheByKey((limitCount: number) =>
  compileQuery((value: ValueSlots<AttemptValues>) => {
    const [first, ...more] = Array.from({ length: limitCount }, (_, index) =>
      selectOtherAttempts(value, index),
    )
    if (!first) throw new Error('A limit of attempts needs at least one key')
    let attempts = first
    for (const query of more) attempts = attempts.unionAll(query)
    return attempts
  }),
)

function selectOtherAttempts(value: ValueSlots<AttemptValues>, index: number) {
  const newest = db
    .selectFrom('login_attempts')
    .select(['who_hash', 'created_at'])
    .where('who_hash', '=', value(`hash${index}`))
    .where('created_at', '>', value('since'))
    // Older versions of the shop write no attempt_hash.
    .where((eb) => eb.or([eb('attempt_hash', 'is', null), eb('attempt_hash', '!=', value('attempt'))]))
    .orderBy('created_at', 'desc')
    .limit(value(`limit${index}`))
  return db.selectFrom(newest.as('attempts')).select(['who_hash', 'created_at'])
}

async function deleteAttempt(limits: readonly HashedLimit[], attempt: string): Promise<void> {
  const hashes = limits.map(({ subjectHash }) => subjectHash)
  await db
    .deleteFrom('login_attempts')
    .where('attempt_hash', '=', attempt)
    .where('who_hash', 'in', hashes)
    .execute()
}

async function findAttemptIds(whoHashes: string[]): Promise<number[]> {
  if (whoHashes.length === 0) return []
  const rows = await db.selectFrom('login_attempts').select('id').where('who_hash', 'in', whoHashes).execute()
  return rows.map(({ id }) => id)
}

async function findNewestAttempt(whoHash: string): Promise<number[]> {
  const row = await db
    .selectFrom('login_attempts')
    .select('id')
    .where('who_hash', '=', whoHash)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? [row.id] : []
}

/** Deletes by primary key, so that concurrent deletes take no range locks. */
async function deleteAttempts(ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('login_attempts').where('id', 'in', ids).execute()
}

function listHashedLimits(purpose: Purpose, key: RateLimitKey): HashedLimit[] {
  const normalisedKey = { ...key, email: normaliseEmail(key.email) }
  return attemptLimits[purpose](normalisedKey).map(({ subject, max, isNarrow = false, ...limit }) => ({
    ...limit,
    max: max * env.LIMIT_FACTOR,
    isNarrow,
    subjectHash: hashText(subject),
  }))
}

function normaliseEmail(email: string): string {
  return email.trim().toLowerCase()
}

function hashForm(form: string): string {
  return hashText(`form ${form}`)
}

/** Uses a keyed hash, so that the table reveals neither networks nor e-mails. */
function hashText(text: string): string {
  return createHmac('sha256', env.COOKIE_SECRETS[0] ?? '')
    .update(text)
    .digest('hex')
}
