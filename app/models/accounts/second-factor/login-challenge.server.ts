import { hashSecret, makeSecret } from '#app/models/accounts/session.server.ts'
import { db } from '#app/models/platform/db.server.ts'

const LIFETIME_MS = 10 * 60_000

/** Starts a login challenge after the person has entered the correct password. Returns the token for the cookie. */
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

/** Returns the account of a login challenge, or undefined if the challenge expired or the account is inactive. */
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

/** Ends a challenge, because it can open only one session. Returns false if another request has ended it. */
export async function endChallenge(token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('login_challenges')
    .where('token_hash', '=', hashSecret(token))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteExpiredChallenges(now: Date, limit: number): Promise<number> {
  const deletion = await db
    .deleteFrom('login_challenges')
    .where('expires_at', '<', now)
    .limit(limit)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}
