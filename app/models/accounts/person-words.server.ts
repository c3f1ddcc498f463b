import {
  type PersonText,
  personText,
  personTextVersion,
  personTokens,
} from '#app/domain/accounts/person-text.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'

/** So many people at once when all of them are written anew. */
const PEOPLE_AT_ONCE = 200
const ROWS_AT_ONCE = 2_000
const DAY_MS = 24 * 3_600_000

/**
 * Writes what these people are found by, as they are within this transaction: to be called by whatever changes a name,
 * a company, a document, a phone, an e-mail or an address. The profiles are held, after their users as everywhere, so
 * that of two changes at once the second sees the first.
 */
export async function indexPeople(trx: Trx, profileIds: readonly number[], now = new Date()): Promise<void> {
  if (profileIds.length === 0) return
  const people = await readPeople(trx, profileIds)
  const texts = people.map(({ id, ...facts }) => ({ id, text: personText(facts) }))
  await writeTexts(trx, texts, now)
  await writeWords(trx, texts)
}

/** The same for the profile of a user. */
export async function indexPersonOf(trx: Trx, userId: number): Promise<void> {
  const profiles = await trx.selectFrom('profiles').select('id').where('user_id', '=', userId).execute()
  await indexPeople(
    trx,
    profiles.map(({ id }) => id),
  )
}

/**
 * Writes everybody who has no text yet, or one of an older making, and gives how many; runs after every migration, and
 * goes on where it was cut off.
 */
export async function indexMissingPeople(): Promise<number> {
  for (let count = 0; ; ) {
    const ids = await listMissing(PEOPLE_AT_ONCE)
    await withTransaction((trx) => indexPeople(trx, ids))
    count += ids.length
    if (ids.length < PEOPLE_AT_ONCE) return count
  }
}

/**
 * Writes at most `limit` people anew and gives how many: those of whom nothing is written first, then those written
 * longest ago, at least a day. So a change that another version of the shop made while both ran is found a day later.
 */
export async function refreshPeople(now: Date, limit: number): Promise<number> {
  for (let count = 0; ; ) {
    const ids = await listDue(now, Math.min(PEOPLE_AT_ONCE, limit - count))
    if (ids.length === 0) return count
    await withTransaction((trx) => indexPeople(trx, ids, now))
    count += ids.length
  }
}

async function listDue(now: Date, limit: number): Promise<number[]> {
  if (limit <= 0) return []
  const missing = await listMissing(limit)
  if (missing.length > 0) return missing
  const rows = await db
    .selectFrom('person_texts')
    .select('profile_id')
    .where('checked_at', '<', new Date(now.getTime() - DAY_MS))
    .orderBy('checked_at')
    .orderBy('profile_id')
    .limit(limit)
    .execute()
  return rows.map(({ profile_id }) => profile_id)
}

/** Read before the transaction that writes: what that sees begins once the profiles are held. */
async function listMissing(limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('profiles')
    .leftJoin('person_texts', 'person_texts.profile_id', 'profiles.id')
    .where((eb) => eb.or([eb('version', 'is', null), eb('version', '<>', personTextVersion)]))
    .select('profiles.id')
    .orderBy('profiles.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

async function readPeople(trx: Trx, ids: readonly number[]) {
  await trx.selectFrom('profiles').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  const rows = await trx
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .leftJoin('addresses as billing', 'billing.id', 'billing_address_id')
    .leftJoin('addresses as shipping', 'shipping.id', 'shipping_address_id')
    .where('profiles.id', 'in', ids)
    .select(['profiles.id', 'email', 'name', 'company_name as companyName', 'cpf', 'cnpj', 'ie', 'phone'])
    .select(['billing.zip_code as billingZip', 'shipping.zip_code as shippingZip'])
    .execute()
  return rows.map(({ billingZip, shippingZip, ...row }) => ({ ...row, zipCodes: [billingZip, shippingZip] }))
}

type Written = { id: number; text: PersonText }

async function writeTexts(trx: Trx, texts: readonly Written[], now: Date) {
  if (texts.length === 0) return
  const rows = texts.map(({ id, text }) => ({
    profile_id: id,
    ...text,
    version: personTextVersion,
    checked_at: now,
  }))
  await trx
    .insertInto('person_texts')
    .values(rows)
    .onDuplicateKeyUpdate(({ fn, ref }) => ({
      words: fn('values', [ref('words')]),
      parts: fn('values', [ref('parts')]),
      version: fn('values', [ref('version')]),
      checked_at: fn('values', [ref('checked_at')]),
    }))
    .execute()
}

/** Only what changed is written: most changes of a person touch a word or two. */
async function writeWords(trx: Trx, texts: readonly Written[]) {
  const ids = texts.map(({ id }) => id)
  if (ids.length === 0) return
  const known = await trx
    .selectFrom('person_words')
    .select(['profile_id', 'word'])
    .where('profile_id', 'in', ids)
    .execute()
  const before = new Map<number, Set<string>>(ids.map((id) => [id, new Set()]))
  for (const { profile_id, word } of known) before.get(profile_id)?.add(word)
  const added = texts.flatMap(({ id, text }) => {
    const tokens = personTokens(text)
    const gone = [...(before.get(id) ?? [])].filter((word) => !tokens.includes(word))
    const fresh = tokens.filter((word) => !before.get(id)?.has(word))
    return [{ id, gone, fresh }]
  })
  for (const { id, gone } of added) {
    if (gone.length === 0) continue
    await trx.deleteFrom('person_words').where('profile_id', '=', id).where('word', 'in', gone).execute()
  }
  const rows = added.flatMap(({ id, fresh }) => fresh.map((word) => ({ word, profile_id: id })))
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await trx
      .insertInto('person_words')
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .execute()
}
