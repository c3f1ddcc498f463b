import type { Insertable } from 'kysely'
import type { Database } from '#app/models/platform/schema.ts'
import { type Account, accounts, logins } from '#db/seed/accounts.ts'
import type { AddressBook } from '#db/seed/address-book.ts'
import { savedAircraft } from '#db/seed/orders.ts'
import { makeInstant } from '#db/seed/reference-date.ts'

/** An account; user and profile have this number. */
export type NumberedAccount = Account & { id: number }

const numberedAccounts: NumberedAccount[] = accounts.map((account, index) => ({ ...account, id: index + 1 }))

export function findAccountByEmail(email: string): NumberedAccount {
  const account = numberedAccounts.find((numberedAccount) => numberedAccount.email === email)
  if (!account) throw new RangeError(`no such account: ${email}`)
  return account
}

export function makeAccountRows(passwordHash: string, addresses: AddressBook) {
  return {
    users: numberedAccounts.map((account) => makeUser(account, passwordHash)),
    profiles: numberedAccounts.map((account) => makeProfile(account, addresses)),
  }
}

export function makeAircraftRows(): Insertable<Database['aircraft']>[] {
  const { id, since } = findAccountByEmail(savedAircraft.email)
  return savedAircraft.aircraft.map(({ registration, serialNumber, fuel }) => ({
    profile_id: id,
    registration,
    serial_number: serialNumber,
    fuel_type: fuel,
    created_at: makeInstant(since, '09:30'),
  }))
}

export function makeSavedViewRows(): Insertable<Database['saved_views']>[] {
  const { id, since } = findAccountByEmail(logins.staff)
  const views = [
    { list: 'orders', name: 'Cancelados', query: 'status=3' },
    { list: 'orders', name: 'Pagos, maiores primeiro', query: 'sort=total&status=2' },
    { list: 'expeditions', name: 'A caminho', query: 'columns=send.client.code&status=2' },
  ]
  return views.map((view) => ({ ...view, user_id: id, created_at: makeInstant(since, '09:45') }))
}

function makeUser(
  { id, email, since, role }: NumberedAccount,
  passwordHash: string,
): Insertable<Database['users']> {
  return {
    id,
    email,
    password_hash: passwordHash,
    is_staff: role === 'staff' || role === 'superuser',
    is_superuser: role === 'superuser',
    is_demonstration: true,
    email_proved_at: makeInstant(since, '09:05'),
    created_at: makeInstant(since, '09:00'),
  }
}

function makeProfile(account: NumberedAccount, addresses: AddressBook): Insertable<Database['profiles']> {
  const { id, since, name, cpf, company, phone, billing, shipping, role } = account
  return {
    id,
    user_id: id,
    is_company: company !== undefined,
    name,
    company_name: company?.name ?? null,
    cpf: cpf ?? null,
    cnpj: company?.cnpj ?? null,
    ie: company?.ie ?? null,
    phone,
    is_partner: role === 'partner',
    billing_address_id: addresses.add(billing),
    shipping_address_id: shipping ? addresses.add(shipping) : null,
    created_at: makeInstant(since, '09:00'),
  }
}
