import type { FoundAddress } from '#app/domain/accounts/cep.ts'
import { db } from '#app/models/platform/db.server.ts'

const day = 24 * 3_600_000
/** Streets rarely change; a code unknown today may be new. */
const lifetimes = { found: 90 * day, unknown: day }

/** Cached answer for an eight-digit postal code; undefined when missing or stale (F45). */
export async function findPostalCode(cep: string, now: Date): Promise<FoundAddress | 'unknown' | undefined> {
  const row = await db
    .selectFrom('postal_codes')
    .select(['cep', 'street', 'province', 'city', 'state', 'city_code as cityCode', 'found', 'fetched_at'])
    .where('cep', '=', cep)
    .executeTakeFirst()
  if (!row) return undefined
  const { found, fetched_at, ...address } = row
  const age = now.getTime() - fetched_at.getTime()
  if (age >= (found ? lifetimes.found : lifetimes.unknown)) return undefined
  return found ? address : 'unknown'
}

export async function rememberPostalCode(
  cep: string,
  answer: FoundAddress | 'unknown',
  now: Date,
): Promise<void> {
  const { street, province, city, state, cityCode } =
    answer === 'unknown' ? { street: '', province: '', city: '', state: '', cityCode: null } : answer
  const city_code = cityCode ?? null
  const learnt = { street, province, city, state, city_code, found: answer !== 'unknown', fetched_at: now }
  await db
    .insertInto('postal_codes')
    .values({ cep, ...learnt })
    .onDuplicateKeyUpdate(learnt)
    .execute()
}

/** Deletes codes older than the longest lifetime; returns how many. */
export async function deleteOldPostalCodes(now: Date, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('postal_codes')
    .where('fetched_at', '<', new Date(now.getTime() - lifetimes.found))
    .limit(limit)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
