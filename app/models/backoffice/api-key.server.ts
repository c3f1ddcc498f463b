import { isScope, type Scope } from '#app/domain/platform/api-scope.ts'
import { hashSecret, makeSecret, toViewer, viewerRows } from '#app/models/accounts/session.server.ts'
import { isDeactivated, type Viewer } from '#app/models/accounts/user.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'

/** The prefix that distinguishes an API key from a person's token. */
export const apiKeyPrefix = 'aero_'
const HINT_LENGTH = 4
const NO_SESSION = 0
const USE_RECORD_INTERVAL_MS = 60_000

export class KeyNameTaken extends Error {
  override name = 'KeyNameTaken'
}

/** Creates and returns a key that acts for its creator within the scopes. Throws KeyNameTaken. */
export function createApiKey(
  userId: number,
  { name, scopes }: { name: string; scopes: readonly Scope[] },
): Promise<{ id: number; key: string }> {
  const key = `${apiKeyPrefix}${makeSecret()}`
  return withTransaction(async (trx) => {
    const keyOfSameName = await trx
      .selectFrom('api_keys')
      .select('id')
      .where('name', '=', name)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (keyOfSameName) throw new KeyNameTaken()
    const insertion = await trx
      .insertInto('api_keys')
      .values({
        name,
        key_hash: hashSecret(key),
        hint: key.slice(-HINT_LENGTH),
        scopes: scopes.join(','),
        user_id: userId,
      })
      .executeTakeFirstOrThrow()
    const id = Number(insertion.insertId)
    const details = { name, scopes: scopes.join(' ') }
    await recordHistory(trx, {
      entity: 'api-key',
      entityId: id,
      action: 'created',
      actorUserId: userId,
      details,
    })
    return { id, key }
  })
}

/** Revokes a key. Returns false for an unknown key or a revoked key. */
export function revokeApiKey(id: number, actorUserId: number): Promise<boolean> {
  return withTransaction(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('api_keys')
      .set({ revoked_at: new Date() })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await recordHistory(trx, { entity: 'api-key', entityId: id, action: 'revoked', actorUserId })
    return true
  })
}

/** Returns keys, newest first, with the revoked keys at the end. */
export async function listApiKeys() {
  const rows = await db
    .selectFrom('api_keys')
    .innerJoin('profiles as maker', 'maker.user_id', 'api_keys.user_id')
    .select(['api_keys.id', 'api_keys.name', 'hint', 'scopes', 'maker.name as owner'])
    .select(['api_keys.created_at as createdAt', 'last_used_at as lastUsedAt', 'revoked_at as revokedAt'])
    .orderBy('revoked_at')
    .orderBy('api_keys.id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, scopes: parseScopes(row.scopes) }))
}

export async function countApiKeys(): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the creator of a key, for whom the key acts. Returns undefined for a revoked key or former staff. */
export async function findKeyHolder(
  keyOrId: string | number,
  now = new Date(),
): Promise<{ keyId: number; scopes: Scope[]; viewer: Viewer } | undefined> {
  const row = await viewerRows
    .innerJoin('api_keys', 'api_keys.user_id', 'users.id')
    .select(['api_keys.id as keyId', 'scopes', 'last_used_at as lastUsedAt'])
    .where((eb) =>
      typeof keyOrId === 'number'
        ? eb('api_keys.id', '=', keyOrId)
        : eb('key_hash', '=', hashSecret(keyOrId)),
    )
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row || isDeactivated(row)) return undefined
  const viewer = toViewer(row, NO_SESSION)
  if (!viewer.isStaff) return undefined
  const msSinceLastUse = now.getTime() - (row.lastUsedAt?.getTime() ?? 0)
  if (msSinceLastUse > USE_RECORD_INTERVAL_MS)
    await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', row.keyId).execute()
  return { keyId: row.keyId, scopes: parseScopes(row.scopes), viewer }
}

function parseScopes(text: string): Scope[] {
  return text.split(',').filter(isScope)
}
