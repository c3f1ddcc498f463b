import { createHmac } from 'node:crypto'
import { env } from '#app/env.server.ts'
import { db } from '#app/models/db.server.ts'

/** Who tries to log in: from which client address, as whom. */
export type LoginTrier = { address: string; email: string }

const WINDOW_MS = 15 * 60_000
const MOST_FOR_ONE_EMAIL = 10
/** Many people may share an address: a workshop, a mobile network. */
const MOST_FROM_ONE_ADDRESS = 300

/**
 * Notes a try before the password is looked at, so that hundreds at once cannot slip through together. A refused
 * try is not counted: the wait is a quarter of an hour, however often somebody knocks meanwhile.
 * False when this address failed 10 times for this e-mail, or 300 times for any, within 15 minutes.
 */
export async function noteLoginTry(trier: LoginTrier): Promise<boolean> {
  const [pair, address] = keysOf(trier)
  const since = new Date(Date.now() - WINDOW_MS)
  const made = await db
    .insertInto('login_tries')
    .values([{ who_hash: pair }, { who_hash: address }])
    .executeTakeFirstOrThrow()
  const [forEmail, fromAddress] = await Promise.all([countSince(pair, since), countSince(address, since)])
  const isAllowed = forEmail <= MOST_FOR_ONE_EMAIL && fromAddress <= MOST_FROM_ONE_ADDRESS
  const first = Number(made.insertId)
  if (!isAllowed)
    await db
      .deleteFrom('login_tries')
      .where('id', 'in', [first, first + 1])
      .execute()
  return isAllowed
}

/** A login that succeeded: the tries for this e-mail are forgotten, and this one no longer counts for its address. */
export async function forgetLoginTries(trier: LoginTrier): Promise<void> {
  const [pair, address] = keysOf(trier)
  await db.deleteFrom('login_tries').where('who_hash', '=', pair).execute()
  await db.deleteFrom('login_tries').where('who_hash', '=', address).orderBy('id', 'desc').limit(1).execute()
}

/** Deletes tries that no longer count; returns how many. */
export async function deleteOldLoginTries(now: Date, limit: number): Promise<number> {
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
function keysOf({ address, email }: LoginTrier): [pair: string, address: string] {
  const hash = (text: string) =>
    createHmac('sha256', env.COOKIE_SECRETS[0] ?? '')
      .update(text)
      .digest('hex')
  return [hash(`${address} ${email.trim().toLowerCase()}`), hash(address)]
}
