import { createHmac, hkdfSync } from 'node:crypto'
import { linkHours } from '#app/domain/accounts/lifetimes.ts'
import { env } from '#app/env.server.ts'
import { hashSecret } from '#app/models/accounts/session.server.ts'
import type { Trx } from '#app/models/platform/db.server.ts'

export const linkLifetimeMs = linkHours * 3_600_000
/** A form that is sent again within 15 seconds, for example by a double click, returns the first result. */
export const linkRepeatMs = 15_000

/** Each purpose has its own key, because a token must be invalid for any other purpose. */
type Purpose = 'link for a new password' | 'link for another e-mail' | 'invitation of a colleague'

/** Returns the hash of the token that `deriveToken` makes with the newest secret. */
export function hashLinkToken(purpose: Purpose, facts: string): string {
  const [newestSecret = ''] = env.COOKIE_SECRETS
  return hashSecret(deriveToken(newestSecret, purpose, facts))
}

/**
 * Derives a link's token by HMAC from the facts of its row, or returns undefined if no secret produces `tokenHash`.
 * Tokens are not stored because thieves of the table must not be able to use its links.
 */
export function deriveLinkToken(purpose: Purpose, facts: string, tokenHash: string): string | undefined {
  const tokens = env.COOKIE_SECRETS.map((secret) => deriveToken(secret, purpose, facts))
  return tokens.find((token) => hashSecret(token) === tokenHash)
}

export function endPasswordLinks(trx: Trx, userId: number | null): Promise<void> {
  return expireOpenLinks(trx, 'password_resets', userId)
}

export function endEmailLinks(trx: Trx, userId: number): Promise<void> {
  return expireOpenLinks(trx, 'email_requests', userId)
}

export async function endUserLinks(trx: Trx, userId: number): Promise<void> {
  await endPasswordLinks(trx, userId)
  await endEmailLinks(trx, userId)
  await endInvitations(trx, userId)
}

/** Ends the user's open invitations, because somebody with the old password may have sent them. */
async function endInvitations(trx: Trx, userId: number): Promise<void> {
  const now = new Date()
  const profileIds = trx.selectFrom('profiles').select('id').where('user_id', '=', userId)
  await trx
    .updateTable('company_members')
    .set({ expires_at: now })
    .where('profile_id', 'in', profileIds)
    .where('accepted_at', 'is', null)
    .where('is_open', '=', 1)
    .where('expires_at', '>', now)
    .execute()
}

/** Expires the user's unused links. Without a user, it matches no row but takes equally long. */
async function expireOpenLinks(trx: Trx, table: 'password_resets' | 'email_requests', userId: number | null) {
  const now = new Date()
  await trx
    .updateTable(table)
    .set({ expires_at: now })
    .where('user_id', '=', userId ?? 0)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}

/** Returns 256 bits in base64url. The HKDF key differs from the key that signs cookies. */
function deriveToken(secret: string, purpose: Purpose, facts: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return createHmac('sha256', key).update(facts).digest('base64url')
}
