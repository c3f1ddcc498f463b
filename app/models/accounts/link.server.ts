import { createHmac, hkdfSync } from 'node:crypto'
import { env } from '#app/env.server.ts'
import { hashSecret } from '#app/models/accounts/session.server.ts'
import type { Trx } from '#app/models/platform/db.server.ts'

/** For how long a mailed link is good. */
export const linkLifetimeMs = 24 * 3_600_000
/** A double click sends a form twice; so long the second answer is that of the first. */
export const repeatMs = 15_000

/** What a link does; the key of its tokens is made from these words, so that none stands for another. */
type Purpose = 'link for a new password' | 'link for another e-mail'

/** The hash of the token of a new row, made with the newest secret from what the row says. */
export function tokenHashOf(purpose: Purpose, row: string): string {
  const [newest = ''] = env.COOKIE_SECRETS
  return hashSecret(derive(newest, purpose, row))
}

/**
 * The token is nowhere stored. It is a keyed hash of the row under a secret of ours, so the worker can make it again
 * for the mail, the table alone opens nothing, and a row that somebody wrote or turned to another user is no link. Any
 * of the current secrets may have made it; undefined when none did.
 */
export function tokenOf(purpose: Purpose, row: string, tokenHash: string): string | undefined {
  return env.COOKIE_SECRETS.map((secret) => derive(secret, purpose, row)).find(
    (token) => hashSecret(token) === tokenHash,
  )
}

/** Links for a new password of this user that are still good are over from now on. */
export function endPasswordLinks(trx: Trx, userId: number | null): Promise<void> {
  return end(trx, 'password_resets', userId)
}

/** Links for another e-mail of this user that are still good are over from now on. */
export function endEmailLinks(trx: Trx, userId: number): Promise<void> {
  return end(trx, 'email_requests', userId)
}

/** All links of this user are over. */
export async function endLinksOf(trx: Trx, userId: number): Promise<void> {
  await endPasswordLinks(trx, userId)
  await endEmailLinks(trx, userId)
}

async function end(trx: Trx, table: 'password_resets' | 'email_requests', userId: number | null) {
  const now = new Date()
  await trx
    .updateTable(table)
    .set({ expires_at: now })
    .where('user_id', '=', userId ?? 0)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}

/** 256 bits as 43 letters, digits, dashes and underscores. The key is one of its own, not the secret of the cookies. */
function derive(secret: string, purpose: Purpose, row: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return createHmac('sha256', key).update(row).digest('base64url')
}
