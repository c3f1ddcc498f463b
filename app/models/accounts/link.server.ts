import { createHmac, hkdfSync } from 'node:crypto'
import { linkHours } from '#app/domain/accounts/lifetimes.ts'
import { env } from '#app/env.server.ts'
import { hashSecret } from '#app/models/accounts/session.server.ts'
import type { Trx } from '#app/models/platform/db.server.ts'

export const linkLifetimeMs = linkHours * 3_600_000
/** A form that is repeated within 15 seconds, as by a double click, returns the first result. */
export const linkRepeatMs = 15_000

/** The use of a token. Each purpose has its own key, so a token is invalid for any other purpose. */
type Purpose = 'link for a new password' | 'link for another e-mail' | 'invitation of a colleague'

/** Returns the hash of a link's token, made with the newest secret. */
export function hashLinkToken(purpose: Purpose, facts: string): string {
  const [newestSecret = ''] = env.COOKIE_SECRETS
  return hashSecret(deriveToken(newestSecret, purpose, facts))
}

/**
 * Derives a link's token by HMAC from the facts of its row. Tokens are not stored, so a stolen table opens
 * nothing and a forged row has no valid token. Returns undefined if no secret produces `tokenHash`.
 */
export function deriveLinkToken(purpose: Purpose, facts: string, tokenHash: string): string | undefined {
  return env.COOKIE_SECRETS.map((secret) => deriveToken(secret, purpose, facts)).find(
    (token) => hashSecret(token) === tokenHash,
  )
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

/** Ends the user's open invitations, which somebody with the old password may have sent. */
async function endInvitations(trx: Trx, userId: number): Promise<void> {
  const now = new Date()
  await trx
    .updateTable('company_members')
    .set({ expires_at: now })
    .where('profile_id', 'in', trx.selectFrom('profiles').select('id').where('user_id', '=', userId))
    .where('accepted_at', 'is', null)
    .where('is_open', '=', 1)
    .where('expires_at', '>', now)
    .execute()
}

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
