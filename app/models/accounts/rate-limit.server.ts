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

/** Records an attempt before it checks the limit, because concurrent attempts must not all pass. */
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
  const latestRetryMs = Math.max(...retryTimes.map((time) => time?.getTime() ?? 0))
  if (latestRetryMs === 0) return undefined
  // A rejected attempt does not count towards the limit.
  await deleteAttempt(limits, attemptHash)
  await recordReachedLimit(purpose, key)
  return { retryAt: new Date(latestRetryMs) }
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

/** Clears the limit of the account after a success and removes this attempt from the wider limits. */
export async function resetAttempts(purpose: Purpose, key: RateLimitKey): Promise<void> {
  const limits = listHashedLimits(purpose, key)
  const wideLimits = limits.filter((limit) => !limit.isNarrow)
  const wideHashes = wideLimits.map((limit) => limit.subjectHash)
  const attemptIds = await Promise.all([
    findAttemptIds(listNarrowHashes(limits)),
    ...wideHashes.map(findNewestAttempt),
  ])
  await deleteAttempts(attemptIds.flat())
}

/** Clears the limit of the account after a success that was not recorded as an attempt. */
export async function clearNarrowLimit(purpose: Purpose, key: RateLimitKey): Promise<void> {
  const narrowHashes = listNarrowHashes(listHashedLimits(purpose, key))
  await deleteAttempts(await findAttemptIds(narrowHashes))
}

function listNarrowHashes(limits: readonly HashedLimit[]): string[] {
  return limits.filter((limit) => limit.isNarrow).map((limit) => limit.subjectHash)
}

/** Clears failed guesses after a password reset because the mailed link proves the owner of the account. */
export async function resetGuesses(email: string): Promise<void> {
  const guessHash = hashText(makeGuessKey(normaliseEmail(email)))
  await deleteAttempts(await findAttemptIds([guessHash]))
}

export async function deleteOldAttempts(now: Date, limit: number): Promise<number> {
  const deletion = await db
    .deleteFrom('login_attempts')
    .where('created_at', '<', new Date(now.getTime() - ATTEMPT_MEMORY_MS))
    .limit(limit)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}

type HashedLimit = Limit & { subjectHash: string; isNarrow: boolean }

/** Returns the times of other attempts by subject hash, newest first. Reads as many as each limit needs. */
async function listOtherAttempts(
  limits: readonly HashedLimit[],
  attemptHash: string,
  now: Date,
): Promise<Map<string, Date[]>> {
  const since = new Date(now.getTime() - ATTEMPT_MEMORY_MS)
  const values: AttemptValues = { since, attempt: attemptHash }
  limits.forEach((limit, index) => {
    values[`hash${index}`] = limit.subjectHash
    values[`limit${index}`] = countAttemptsToRead(limit)
  })
  const rows = await getOtherAttemptsQuery(limits.length).rows(db, values)
  const timesByHash = new Map<string, Date[]>()
  for (const { who_hash, created_at } of rows) {
    const knownTimes = timesByHash.get(who_hash)
    if (knownTimes) knownTimes.push(created_at)
    else timesByHash.set(who_hash, [created_at])
  }
  for (const times of timesByHash.values())
    times.sort((time, otherTime) => otherTime.getTime() - time.getTime())
  return timesByHash
}

type AttemptValues = { since: Date; attempt: string } & {
  [hash: `hash${number}`]: string
  [limit: `limit${number}`]: number
}

const getOtherAttemptsQuery = cacheByKey((limitCount: number) =>
  compileQuery((value: ValueSlots<AttemptValues>) => {
    const queries = Array.from({ length: limitCount }, (_, index) => selectOtherAttempts(value, index))
    const [firstQuery, ...furtherQueries] = queries
    if (!firstQuery) throw new Error('A limit of attempts needs at least one key')
    let union = firstQuery
    for (const query of furtherQueries) union = union.unionAll(query)
    return union
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

async function deleteAttempt(limits: readonly HashedLimit[], attemptHash: string): Promise<void> {
  const subjectHashes = limits.map(({ subjectHash }) => subjectHash)
  await db
    .deleteFrom('login_attempts')
    .where('attempt_hash', '=', attemptHash)
    .where('who_hash', 'in', subjectHashes)
    .execute()
}

async function findAttemptIds(subjectHashes: string[]): Promise<number[]> {
  if (subjectHashes.length === 0) return []
  const rows = await db
    .selectFrom('login_attempts')
    .select('id')
    .where('who_hash', 'in', subjectHashes)
    .execute()
  return rows.map(({ id }) => id)
}

async function findNewestAttempt(subjectHash: string): Promise<number[]> {
  const row = await db
    .selectFrom('login_attempts')
    .select('id')
    .where('who_hash', '=', subjectHash)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? [row.id] : []
}

/** Deletes by primary key because other deletions would lock ranges of rows. */
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

/** Returns a keyed hash because the table must reveal neither networks nor e-mails. */
function hashText(text: string): string {
  return createHmac('sha256', env.COOKIE_SECRETS[0] ?? '')
    .update(text)
    .digest('hex')
}
