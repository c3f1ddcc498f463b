import { createHmac } from 'node:crypto'
import { env } from '#app/env.server.ts'
import { db } from '#app/models/db.server.ts'

/** Who tries something: from which client address, with which e-mail. */
export type Trier = { address: string; email: string }
/** What is tried; each is counted for itself. */
export type Purpose = keyof typeof limits
/** So many tries of one `who` within a quarter of an hour. */
type Limit = { who: string; most: number }

const WINDOW_MS = 15 * 60_000

/** Many people may share an address: a workshop, a mobile network. The first entry is the narrowest. */
const limits = {
  login: ({ address, email }: Trier): Limit[] => [
    { who: `${address} ${email}`, most: 10 },
    { who: address, most: 300 },
  ],
  recovery: oneMailEach,
  contact: oneMailEach,
  'email-change': oneMailEach,
  // These two count by the account alone: whoever has a session of it can send from any address.
  reauthentication: ({ email }: Trier): Limit[] => [{ who: email, most: 10 }],
  export: ({ email }: Trier): Limit[] => [{ who: email, most: 5 }],
}

/**
 * Each try may bring a mail to somebody else (D51). The second entry keeps many addresses from filling one mailbox; it
 * is wider, so that one address alone cannot keep the mailbox's owner out.
 */
function oneMailEach({ address, email }: Trier): Limit[] {
  return [
    { who: address, most: 5 },
    { who: email, most: 15 },
  ]
}

/**
 * Notes a try before anything else is done for it, so that hundreds at once cannot slip through together. A refused
 * try is not counted: the wait is a quarter of an hour, however often somebody knocks meanwhile.
 * False when one of the limits of this purpose is reached.
 */
export async function noteTry(purpose: Purpose, trier: Trier): Promise<boolean> {
  const keys = keysOf(purpose, trier)
  const since = new Date(Date.now() - WINDOW_MS)
  const made = await db
    .insertInto('login_tries')
    .values(keys.map(({ who_hash }) => ({ who_hash })))
    .executeTakeFirstOrThrow()
  const counts = await Promise.all(keys.map(({ who_hash }) => countSince(who_hash, since)))
  const isAllowed = keys.every(({ most }, index) => (counts[index] ?? 0) <= most)
  const first = Number(made.insertId)
  if (!isAllowed)
    await db
      .deleteFrom('login_tries')
      .where(
        'id',
        'in',
        keys.map((_, index) => first + index),
      )
      .execute()
  return isAllowed
}

/** A try that succeeded: those of the narrowest limit are forgotten, and this one no longer counts for the others. */
export async function forgetTries(purpose: Purpose, trier: Trier): Promise<void> {
  const [narrowest, ...others] = keysOf(purpose, trier)
  await db
    .deleteFrom('login_tries')
    .where('who_hash', '=', narrowest?.who_hash ?? '')
    .execute()
  for (const { who_hash } of others)
    await db
      .deleteFrom('login_tries')
      .where('who_hash', '=', who_hash)
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
}

/** Deletes tries that no longer count; returns how many. */
export async function deleteOldTries(now: Date, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('login_tries')
    .where('created_at', '<', new Date(now.getTime() - WINDOW_MS))
    .limit(limit)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

async function countSince(whoHash: string, since: Date): Promise<number> {
  const row = await db
    .selectFrom('login_tries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('who_hash', '=', whoHash)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Keyed hashes: the table alone tells neither addresses nor e-mails. */
function keysOf(purpose: Purpose, { address, email }: Trier): { who_hash: string; most: number }[] {
  const hash = (text: string) =>
    createHmac('sha256', env.COOKIE_SECRETS[0] ?? '')
      .update(text)
      .digest('hex')
  const trier = { address, email: email.trim().toLowerCase() }
  return limits[purpose](trier).map(({ who, most }) => ({ who_hash: hash(`${purpose} ${who}`), most }))
}
