import { type Identity, toIdentityRow } from '#app/domain/accounts/identity.ts'
import { type Address, insertAddress } from '#app/models/accounts/address.server.ts'
import { indexPeople } from '#app/models/accounts/person-words.server.ts'
import {
  createNumberPicker,
  type HighestNumbers,
  type NumberPicker,
} from '#app/models/backoffice/import/legacy-ids.server.ts'
import { OldNumber, type PlannedRow, planAddress } from '#app/models/backoffice/import/planned-row.ts'
import { RecordRefused } from '#app/models/backoffice/import/refusal.server.ts'
import { type DbOrTrx, db, type Trx } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

export type ImportedProfile = Identity & {
  id: number
  isPartner: boolean
  billing: Address | null
  shipping: Address | null
  user: { email: string; isActive: boolean; isStaff: boolean; isSuperuser: boolean }
}

/** An existing account. `isFree` is true if an old profile with the same e-mail may use the account. */
export type Account = { legacyId: number | null; isFree: boolean; addressId: number | null }

/** Returns accounts by their e-mail in lower case. */
export async function findAccountsByEmail(emails: readonly string[]): Promise<Map<string, Account>> {
  if (emails.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['email', 'profiles.id as profileId', 'legacy_id as legacyId'])
    .select((eb) => eb.fn.coalesce('shipping_address_id', 'billing_address_id').as('addressId'))
    .where('email', 'in', emails)
    .execute()
  const entries = rows.map(({ email, profileId, ...row }): [string, Account] => {
    const isFree = profileId !== null && row.legacyId === null
    return [email.toLowerCase(), { ...row, isFree }]
  })
  return new Map(entries)
}

/** Returns the ids of addresses for direct shipments: the shipping address or else the billing address. */
export async function findClientAddresses(
  legacyIds: readonly number[],
  reader: DbOrTrx = db,
): Promise<Map<number, number | null>> {
  const rows = await reader
    .selectFrom('profiles')
    .select('legacy_id as legacyId')
    .select((eb) => eb.fn.coalesce('shipping_address_id', 'billing_address_id').as('addressId'))
    .where('legacy_id', 'in', nonEmptyIds(legacyIds))
    .execute()
  return new Map(rows.flatMap(({ legacyId, addressId }) => (legacyId ? [[legacyId, addressId]] : [])))
}

/** Returns a profile's rows for validation before the import. `account` is an account with the same e-mail. */
export function planProfile(record: ImportedProfile, account: Account | undefined): PlannedRow[] {
  const { id, user, billing, shipping } = record
  const isExisting = account !== undefined
  return [
    { table: 'users', values: toUserValues(user), prefix: 'user.', isExisting },
    { table: 'profiles', values: { ...toProfileValues(record), user_id: new OldNumber(id) }, isExisting },
    ...(isExisting ? [] : planAddress(billing, 'billing_address.')),
    ...(isExisting ? [] : planAddress(shipping, 'shipping_address.')),
  ]
}

/** Creates accounts without a password. An existing account only receives the old number. Throws RecordRefused. */
export async function importProfiles(
  trx: Trx,
  records: readonly ImportedProfile[],
  highestNumbers: HighestNumbers,
): Promise<void> {
  const legacyIds = records.map(({ id }) => id)
  const pickNumber = await createNumberPicker(trx, 'profiles', legacyIds, highestNumbers)
  const ids: number[] = []
  for (const record of records) {
    const { userId, profileId } = await importProfile(trx, record, pickNumber)
    ids.push(profileId)
    await recordHistory(trx, {
      entity: 'user',
      entityId: userId,
      action: 'imported',
      actorUserId: null,
      source: 'import',
      details: { legacyId: record.id },
    })
  }
  await indexPeople(trx, ids)
}

async function importProfile(trx: Trx, record: ImportedProfile, pickNumber: NumberPicker) {
  const existingAccount = await linkExistingAccount(trx, record)
  return existingAccount ?? insertAccount(trx, record, pickNumber(record.id))
}

/**
 * Links the old profile to the account with its e-mail. Returns undefined without such an account. Throws
 * RecordRefused if the account has no profile or is already linked.
 */
async function linkExistingAccount(trx: Trx, { id, user }: ImportedProfile) {
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

async function insertAccount(trx: Trx, record: ImportedProfile, idColumn: { id?: number }) {
  const { user, billing, shipping } = record
  const account = await trx
    .insertInto('users')
    .values({ ...toUserValues(user), password_hash: null })
    .executeTakeFirstOrThrow()
  const userId = Number(account.insertId)
  const insertion = await trx
    .insertInto('profiles')
    .values({
      ...toProfileValues(record),
      ...idColumn,
      user_id: userId,
      billing_address_id: billing && (await insertAddress(trx, billing)),
      shipping_address_id: shipping && (await insertAddress(trx, shipping)),
    })
    .executeTakeFirstOrThrow()
  return { userId, profileId: idColumn.id ?? Number(insertion.insertId) }
}

function toUserValues({ email, isActive, isStaff, isSuperuser }: ImportedProfile['user']) {
  return { email, is_active: isActive, is_staff: isStaff, is_superuser: isSuperuser }
}

function toProfileValues(record: ImportedProfile) {
  return { legacy_id: record.id, is_partner: record.isPartner, ...toIdentityRow(record) }
}
