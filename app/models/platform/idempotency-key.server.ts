import { idempotencyHours } from '#app/domain/platform/idempotency.ts'
import { db, isDuplicate } from '#app/models/platform/db.server.ts'

const LIFETIME_MS = idempotencyHours * 3_600_000

/** A call with an idempotency key. `keyHash` is the hash of key, caller and operation. */
export type IdempotentCall = { keyHash: string; requestHash: string }

export type StoredResponse = { status: number; body: string }

/** Returns 'claimed' if the key is new. Returns the stored response if the call repeats within 24 hours. */
export async function claimKey(
  { keyHash, requestHash }: IdempotentCall,
  now: Date,
): Promise<'claimed' | 'running' | 'other-request' | StoredResponse> {
  await db
    .deleteFrom('idempotency_keys')
    .where('key_hash', '=', keyHash)
    .where('created_at', '<', new Date(now.getTime() - LIFETIME_MS))
    .execute()
  try {
    await db
      .insertInto('idempotency_keys')
      .values({ key_hash: keyHash, request_hash: requestHash, created_at: now })
      .execute()
    return 'claimed'
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
  const knownKey = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'body'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  if (!knownKey) return 'running'
  if (knownKey.request_hash !== requestHash) return 'other-request'
  return knownKey.status === null ? 'running' : { status: knownKey.status, body: knownKey.body ?? '' }
}

export async function storeResponse(
  { keyHash }: IdempotentCall,
  { status, body }: StoredResponse,
): Promise<void> {
  await db.updateTable('idempotency_keys').set({ status, body }).where('key_hash', '=', keyHash).execute()
}

export async function releaseKey({ keyHash }: IdempotentCall): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('key_hash', '=', keyHash).execute()
}

export async function deleteOldKeys(now: Date, limit: number): Promise<number> {
  const deletion = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - LIFETIME_MS))
    .limit(limit)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}
