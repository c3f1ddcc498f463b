import { randomBytes } from 'node:crypto'
import { passkeyChallengeMs } from '#app/domain/accounts/passkey.ts'
import { hashSecret } from '#app/models/accounts/session.server.ts'
import { db, type Trx } from '#app/models/platform/db.server.ts'

const CHALLENGE_BYTES = 32

/** A challenge is valid only in this session or pending login. */
export type PasskeyPlace =
  | { userId: number; purpose: 'login'; token: string }
  | { userId: number; purpose: 'proof' | 'register'; sessionId: number }

/** Starts a passkey challenge and returns its bytes. Replaces an earlier challenge. */
export async function startPasskeyChallenge(place: PasskeyPlace, now = new Date()): Promise<Uint8Array> {
  const bytes = randomBytes(CHALLENGE_BYTES)
  const row = {
    user_id: place.userId,
    challenge: bytes.toString('base64url'),
    expires_at: new Date(now.getTime() + passkeyChallengeMs),
  }
  await db
    .insertInto('passkey_challenges')
    .values({ ...row, purpose: place.purpose, holder: getChallengeHolder(place) })
    .onDuplicateKeyUpdate(row)
    .execute()
  return bytes
}

/** Deletes the challenge and returns it, or returns undefined if there is no valid challenge. */
export async function consumePasskeyChallenge(
  trx: Trx,
  place: PasskeyPlace,
  now: Date,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('passkey_challenges')
    .select(['id', 'user_id', 'challenge', 'expires_at'])
    .where('holder', '=', getChallengeHolder(place))
    .where('purpose', '=', place.purpose)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  await trx.deleteFrom('passkey_challenges').where('id', '=', row.id).execute()
  const isValid = row.user_id === place.userId && row.expires_at > now
  return isValid ? row.challenge : undefined
}

export async function deleteExpiredPasskeyChallenges(now: Date, limit: number): Promise<number> {
  const deletion = await db
    .deleteFrom('passkey_challenges')
    .where('expires_at', '<', now)
    .limit(limit)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}

function getChallengeHolder(place: PasskeyPlace): string {
  return place.purpose === 'login' ? hashSecret(place.token) : `session ${place.sessionId}`
}
