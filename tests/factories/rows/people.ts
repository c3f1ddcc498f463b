import type { Insertable } from 'kysely'
import type { Identity } from '#app/domain/accounts/identity.ts'
import { buildPersonText, listPersonTokens, personTextVersion } from '#app/domain/accounts/person-text.ts'
import { type Address, insertAddress } from '#app/models/accounts/address.server.ts'
import type { BuyerProfile } from '#app/models/accounts/user.server.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

type Account = {
  email: string
  passwordHash: string
  identity: Identity
  billing: Address
  /** flags of the account, such as those of staff */
  flags?: Partial<Insertable<Database['users']>>
}

/** Inserts the rows that `createAccount` leaves for a new customer with a verified mailbox, and returns the profile. */
export async function insertCustomer(trx: Trx, account: Account): Promise<BuyerProfile> {
  const { email, passwordHash, identity, billing, flags } = account
  const { isCompany, name, companyName, cpf, cnpj, ie, phone } = identity
  const user = await trx
    .insertInto('users')
    .values({
      email,
      password_hash: passwordHash,
      email_proved_at: new Date('2026-01-02T12:00:00Z'),
      ...flags,
    })
    .executeTakeFirstOrThrow()
  const userId = Number(user.insertId)
  const billingId = await insertAddress(trx, billing)
  const profile = await trx
    .insertInto('profiles')
    .values({
      name,
      cpf,
      cnpj,
      ie,
      phone,
      user_id: userId,
      is_company: isCompany,
      company_name: companyName,
      billing_address_id: billingId,
      shipping_address_id: null,
    })
    .executeTakeFirstOrThrow()
  const id = Number(profile.insertId)
  const personText = buildPersonText({ ...identity, email, zipCodes: [billing.zip_code] })
  await trx
    .insertInto('person_texts')
    .values({ profile_id: id, ...personText, version: personTextVersion, checked_at: new Date() })
    .execute()
  const words = listPersonTokens(personText).map((word) => ({ word, profile_id: id }))
  if (words.length > 0) await trx.insertInto('person_words').values(words).execute()
  return {
    id,
    userId,
    isCompany,
    name,
    companyName,
    cpf,
    cnpj,
    phone,
    billing: { ...billing, id: billingId },
    shipping: undefined,
  }
}
