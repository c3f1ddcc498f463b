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
  const keys = listKeys(purpose, key)
  const attempt = key.form === undefined ? randomBytes(32).toString('hex') : hashForm(key.form)
  const now = new Date()
  await insertAttempts(
    db,
    keys.map(({ subjectHash }) => ({ who_hash: subjectHash, attempt_hash: attempt, created_at: now })),
  )
  const others = await listOthers(keys, attempt, now)
  const waits = keys.map((key) => calculateNextAttempt(key, others.get(key.subjectHash) ?? [], now))
  const latest = Math.max(...waits.map((until) => until?.getTime() ?? 0))
  if (latest === 0) return undefined
  await deleteAttempt(keys, attempt)
  await noteLimit(purpose, key)
  return { retryAt: new Date(latest) }
}

const insertAttempts = compileInsert('login_attempts', ['who_hash', 'attempt_hash', 'created_at'], {
  ignoresRepeats: true,
})

async function noteLimit(limit: Purpose, { address, email, requestId }: RateLimitKey): Promise<void> {
  const accountId = email === '' ? null : await findUserIdByEmail(email).catch(() => null)
  await recordSecurityEvent({ kind: 'limit-reached', accountId, address, requestId, details: { limit } })
}

/** Removes the attempt that was recorded for this form. */
export async function removeAttempt(purpose: Purpose, key: RateLimitKey & { form: string }): Promise<void> {
  await deleteAttempt(listKeys(purpose, key), hashForm(key.form))
}

/** Clears the per-account limit after a success and removes this attempt from the wider limits. */
export async function resetAttempts(purpose: Purpose, key: RateLimitKey): Promise<void> {
  const keys = listKeys(purpose, key)
  const own = keys.flatMap(({ subjectHash, isNarrow }) => (isNarrow ? subjectHash : []))
  const others = keys.flatMap(({ subjectHash, isNarrow }) => (isNarrow ? [] : subjectHash))
  const found = await Promise.all([findAttemptIds(own), ...others.map(findNewestAttempt)])
  await deleteAttempts(found.flat())
}

/** Clears the per-account limit after a success that was not recorded as an attempt. */
export async function clearNarrowLimit(purpose: Purpose, key: RateLimitKey): Promise<void> {
  const own = listKeys(purpose, key).flatMap(({ subjectHash, isNarrow }) => (isNarrow ? subjectHash : []))
  await deleteAttempts(await findAttemptIds(own))
}

/** Clears failed guesses after a password reset by mail, which proves ownership. */
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

type Key = Limit & { subjectHash: string; isNarrow: boolean }

/** Returns the attempts of each key, newest first, up to the key's limit. */
async function listOthers(keys: readonly Key[], attempt: string, now: Date): Promise<Map<string, Date[]>> {
  const since = new Date(now.getTime() - ATTEMPT_MEMORY_MS)
  const values: OthersValues = { since, attempt }
  keys.forEach((key, index) => {
    values[`who${index}`] = key.subjectHash
    values[`limit${index}`] = countAttemptsToRead(key)
  })
  const rows = await othersFor(keys.length).rows(db, values)
  const times = new Map<string, Date[]>()
  for (const { who_hash, created_at } of rows) {
    const knownTime = times.get(who_hash)
    if (knownTime) knownTime.push(created_at)
    else times.set(who_hash, [created_at])
  }
  for (const each of times.values()) each.sort((one, other) => other.getTime() - one.getTime())
  return times
}

type OthersValues = { since: Date; attempt: string } & {
  [who: `who${number}`]: string
  [limit: `limit${number}`]: number
}

const othersFor = cacheByKey((keyCount: number) =>
  compileQuery((value: ValueSlots<OthersValues>) => {
    const [first, ...more] = Array.from({ length: keyCount }, (_, index) => countOthersOfKey(value, index))
    if (!first) throw new Error('A limit of attempts needs at least one key')
    return more.reduce((all, each) => all.unionAll(each), first)
  }),
)

function countOthersOfKey(value: ValueSlots<OthersValues>, index: number) {
  const newest = db
    .selectFrom('login_attempts')
    .select(['who_hash', 'created_at'])
    .where('who_hash', '=', value(`who${index}`))
    .where('created_at', '>', value('since'))
    // Older versions of the shop write no attempt_hash.
    .where((eb) => eb.or([eb('attempt_hash', 'is', null), eb('attempt_hash', '!=', value('attempt'))]))
    .orderBy('created_at', 'desc')
    .limit(value(`limit${index}`))
  return db.selectFrom(newest.as('attempts')).select(['who_hash', 'created_at'])
}

async function deleteAttempt(keys: readonly Key[], attempt: string): Promise<void> {
  const hashes = keys.map(({ subjectHash }) => subjectHash)
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

function listKeys(purpose: Purpose, key: RateLimitKey): Key[] {
  const namedKey = { ...key, email: normaliseEmail(key.email) }
  return attemptLimits[purpose](namedKey).map(({ subject, max, isNarrow = false, ...limit }) => ({
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
