import { type PersonText, personText, personTextVersion, personTokens } from '#app/domain/person-text.ts'
import { type Trx, withTransaction } from '#app/models/db.server.ts'

/** So many people at once when all of them are written anew. */
const PEOPLE_AT_ONCE = 200
const ROWS_AT_ONCE = 2_000

/**
 * Writes what these people are found by, as they are within this transaction: to be called by whatever changes a name,
 * a company, a document, a phone, an e-mail or an address. The profiles are held, after their users as everywhere, so
 * that of two changes at once the second sees the first.
 */
export async function indexPeople(trx: Trx, profileIds: readonly number[]): Promise<void> {
  if (profileIds.length === 0) return
  const people = await readPeople(trx, profileIds)
  const texts = people.map(({ id, ...facts }) => ({ id, text: personText(facts) }))
  await writeTexts(trx, texts)
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
    const ids = await withTransaction(async (trx) => {
      const missing = await listMissing(trx)
      await indexPeople(trx, missing)
      return missing
    })
    count += ids.length
    if (ids.length < PEOPLE_AT_ONCE) return count
  }
}

async function listMissing(trx: Trx): Promise<number[]> {
  const rows = await trx
    .selectFrom('profiles')
    .leftJoin('person_texts', 'person_texts.profile_id', 'profiles.id')
    .where((eb) => eb.or([eb('version', 'is', null), eb('version', '<>', personTextVersion)]))
    .select('profiles.id')
    .orderBy('profiles.id')
    .limit(PEOPLE_AT_ONCE)
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

async function writeTexts(trx: Trx, texts: readonly Written[]) {
  if (texts.length === 0) return
  const rows = texts.map(({ id, text }) => ({ profile_id: id, ...text, version: personTextVersion }))
  await trx
    .insertInto('person_texts')
    .values(rows)
    .onDuplicateKeyUpdate(({ fn, ref }) => ({
      words: fn('values', [ref('words')]),
      parts: fn('values', [ref('parts')]),
      version: fn('values', [ref('version')]),
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
