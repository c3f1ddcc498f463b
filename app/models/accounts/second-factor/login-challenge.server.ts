import { hashSecret, makeSecret } from '#app/models/accounts/session.server.ts'
import { db } from '#app/models/platform/db.server.ts'

const LIFETIME_MS = 10 * 60_000

/** Starts a login challenge after the correct password. Returns the token for the cookie. */
export async function startChallenge(userId: number, now = new Date()): Promise<string> {
  const token = makeSecret()
  await db
    .insertInto('login_challenges')
    .values({
      token_hash: hashSecret(token),
      user_id: userId,
      expires_at: new Date(now.getTime() + LIFETIME_MS),
    })
    .execute()
  return token
}

/** Returns the account of a login challenge; undefined if it is expired or the account inactive. */
export function findChallenge(
  token: string,
  now = new Date(),
): Promise<{ userId: number; email: string } | undefined> {
  return db
    .selectFrom('login_challenges')
    .innerJoin('users', 'users.id', 'login_challenges.user_id')
    .select(['users.id as userId', 'email'])
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', now)
    .where('is_active', '=', true)
    .executeTakeFirst()
}

/** Ends a challenge, which can open only one session. Returns false if another request has ended it. */
export async function endChallenge(token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('login_challenges')
    .where('token_hash', '=', hashSecret(token))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteExpiredChallenges(now: Date, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('login_challenges')
    .where('expires_at', '<', now)
    .limit(limit)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
