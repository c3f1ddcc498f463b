import { type Address, insertAddress } from '#app/models/accounts/address.server.ts'
import { indexPeople } from '#app/models/accounts/person-words.server.ts'
import type { Identity } from '#app/models/accounts/user.server.ts'
import { idFor, keptIds } from '#app/models/backoffice/import/legacy-ids.server.ts'
import { RecordRefused } from '#app/models/backoffice/import/refusal.server.ts'
import { type DbOrTrx, db, type Trx } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'

export type ImportedProfile = Identity & {
  id: number
  isPartner: boolean
  billing: Address | null
  shipping: Address | null
  user: { email: string; isActive: boolean; isStaff: boolean; isSuperuser: boolean }
}

/** Those of these e-mails whose account came from before, or has no profile. */
export async function findTakenEmails(emails: readonly string[], reader: DbOrTrx = db): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const rows = await reader
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select('email')
    .where('email', 'in', emails)
    .where((eb) => eb.or([eb('legacy_id', 'is not', null), eb('profiles.id', 'is', null)]))
    .execute()
  return new Set(rows.map(({ email }) => email.toLowerCase()))
}

/**
 * Accounts without a password: their owners set one by a mailed link. Who has an account here keeps it as it is, with
 * the old number. Throws RecordRefused.
 */
export async function importProfiles(trx: Trx, records: readonly ImportedProfile[]): Promise<void> {
  const kept = await keptIds(
    trx,
    'profiles',
    records.map(({ id }) => id),
  )
  const ids: number[] = []
  for (const record of records) {
    const { userId, profileId } = await importProfile(trx, record, idFor(kept, record.id))
    ids.push(profileId)
    const entry = { entity: 'user', entityId: userId, action: 'imported' } as const
    await recordHistory(trx, {
      ...entry,
      actorUserId: null,
      source: 'import',
      details: { legacyId: record.id },
    })
  }
  await indexPeople(trx, ids)
}

async function importProfile(trx: Trx, record: ImportedProfile, own: { id?: number }) {
  return (await adoptAccount(trx, record)) ?? insertAccount(trx, record, own)
}

async function adoptAccount(trx: Trx, { id, user }: ImportedProfile) {
  const account = await trx
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.id as userId', 'profiles.id as profileId', 'legacy_id'])
    .where('email', '=', user.email)
    .executeTakeFirst()
  if (!account) return undefined
  const { userId, profileId, legacy_id } = account
  if (profileId === null || legacy_id !== null) throw new RecordRefused('email-taken')
  await trx.updateTable('profiles').set({ legacy_id: id }).where('id', '=', profileId).execute()
  return { userId, profileId }
}

async function insertAccount(trx: Trx, record: ImportedProfile, own: { id?: number }) {
  const { user, billing, shipping } = record
  const account = await trx
    .insertInto('users')
    .values({
      email: user.email,
      password_hash: null,
      is_active: user.isActive,
      is_staff: user.isStaff,
      is_superuser: user.isSuperuser,
    })
    .executeTakeFirstOrThrow()
  const userId = Number(account.insertId)
  const made = await trx
    .insertInto('profiles')
    .values({
      ...own,
      legacy_id: record.id,
      user_id: userId,
      is_company: record.isCompany,
      name: record.name,
      company_name: record.companyName,
      cpf: record.cpf,
      cnpj: record.cnpj,
      ie: record.ie,
      phone: record.phone,
      is_partner: record.isPartner,
      billing_address_id: billing && (await insertAddress(trx, billing)),
      shipping_address_id: shipping && (await insertAddress(trx, shipping)),
    })
    .executeTakeFirstOrThrow()
  return { userId, profileId: own.id ?? Number(made.insertId) }
}
