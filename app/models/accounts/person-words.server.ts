import {
  buildPersonText,
  listPersonTokens,
  type PersonText,
  personTextVersion,
} from '#app/domain/accounts/person-text.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'

/** Number of people per transaction when all people are indexed again */
const PEOPLE_AT_ONCE = 200
const ROWS_AT_ONCE = 2_000
const DAY_MS = 24 * 3_600_000
/** Only profiles that changed within this number of days are checked for a missing text. */
const MISSING_DAYS = 2

/**
 * Rebuilds the search index of the people. Must run after each change of name, company, document, phone, e-mail or
 * address. Locks the profiles because the second of two changes must see the first.
 */
export async function indexPeople(trx: Trx, profileIds: readonly number[], now = new Date()): Promise<void> {
  if (profileIds.length === 0) return
  const people = await lockPeople(trx, profileIds)
  const texts = people.map(({ id, ...personFields }) => ({ id, text: buildPersonText(personFields) }))
  await writeTexts(trx, texts, now)
  await writeWords(trx, texts)
}

export async function indexUser(trx: Trx, userId: number): Promise<void> {
  const profiles = await trx.selectFrom('profiles').select('id').where('user_id', '=', userId).execute()
  await indexPeople(
    trx,
    profiles.map(({ id }) => id),
  )
}

/** Indexes missing or outdated people and returns their number. Runs after each migration. */
export async function indexMissingPeople(): Promise<number> {
  for (let [count, after] = [0, 0]; ; ) {
    const people = await selectMissingPeople(PEOPLE_AT_ONCE).where('profiles.id', '>', after).execute()
    const ids = people.map(({ id }) => id)
    await withTransaction((trx) => indexPeople(trx, ids))
    count += ids.length
    if (ids.length < PEOPLE_AT_ONCE) return count
    after = ids.at(-1) ?? after
  }
}

/**
 * Indexes at most `limit` people: first recent profiles that the index lacks, then people who were not
 * checked for a day, because an older release may have changed them without the index. Returns the number of
 * indexed people.
 */
export async function refreshPeople(now: Date, limit: number): Promise<number> {
  for (let count = 0; ; ) {
    const ids = await listDuePeople(now, Math.min(PEOPLE_AT_ONCE, limit - count))
    if (ids.length === 0) return count
    await withTransaction((trx) => indexPeople(trx, ids, now))
    count += ids.length
  }
}

async function listDuePeople(now: Date, limit: number): Promise<number[]> {
  if (limit <= 0) return []
  const missing = await selectMissingPeople(limit)
    .where('profiles.updated_at', '>=', new Date(now.getTime() - MISSING_DAYS * DAY_MS))
    .execute()
  if (missing.length > 0) return missing.map(({ id }) => id)
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

/** Selects people to index. Runs before the writing transaction, whose snapshot must begin later. */
function selectMissingPeople(limit: number) {
  return db
    .selectFrom('profiles')
    .leftJoin('person_texts', 'person_texts.profile_id', 'profiles.id')
    .where((eb) => eb.or([eb('version', 'is', null), eb('version', '<>', personTextVersion)]))
    .select('profiles.id')
    .orderBy('profiles.id')
    .limit(limit)
}

async function lockPeople(trx: Trx, ids: readonly number[]) {
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

type IndexedPerson = { id: number; text: PersonText }

async function writeTexts(trx: Trx, texts: readonly IndexedPerson[], now: Date) {
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

/** Updates the index rows. Writes only the differences because most changes affect one or two words. */
async function writeWords(trx: Trx, texts: readonly IndexedPerson[]) {
  const ids = texts.map(({ id }) => id)
  if (ids.length === 0) return
  const knownRows = await trx
    .selectFrom('person_words')
    .select(['profile_id', 'word'])
    .where('profile_id', 'in', ids)
    .execute()
  const knownWordsById = new Map<number, Set<string>>(ids.map((id) => [id, new Set()]))
  for (const { profile_id, word } of knownRows) knownWordsById.get(profile_id)?.add(word)
  const changes = texts.map(({ id, text }) => {
    const tokens = listPersonTokens(text)
    const knownTokens = knownWordsById.get(id) ?? new Set()
    const obsoleteTokens = [...knownTokens].filter((word) => !tokens.includes(word))
    const newTokens = tokens.filter((word) => !knownTokens.has(word))
    return { id, obsoleteTokens, newTokens }
  })
  for (const { id, obsoleteTokens } of changes) {
    if (obsoleteTokens.length === 0) continue
    await trx
      .deleteFrom('person_words')
      .where('profile_id', '=', id)
      .where('word', 'in', obsoleteTokens)
      .execute()
  }
  const rows = changes.flatMap(({ id, newTokens }) => newTokens.map((word) => ({ word, profile_id: id })))
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await trx
      .insertInto('person_words')
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .execute()
}
