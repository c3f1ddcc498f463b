import type { Identity } from '#app/domain/accounts/identity.ts'
import type { Address } from '#app/models/accounts/address.server.ts'
import {
  changeEmailByLink,
  findEmailLink,
  requestEmailChange,
} from '#app/models/accounts/email-request.server.ts'
import { requestPasswordLink } from '#app/models/accounts/password-reset.server.ts'
import { hashPassword } from '#app/models/accounts/user.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { insertCustomer } from './rows/people.ts'

let counter = 0

export const password = 'senha-de-teste-2026'
export const passwordHash = hashPassword(password)

export const person: Identity = {
  isCompany: false,
  name: 'Ana Inventada da Silva',
  companyName: null,
  cpf: '52998224725',
  cnpj: null,
  ie: null,
  phone: '14999990000',
}

export const company: Identity = {
  isCompany: true,
  name: 'Beto Inventado',
  companyName: 'Asa Inventada Aviação Agrícola Ltda.',
  cpf: null,
  cnpj: '12ABC34501DE35',
  ie: 'ISENTO',
  phone: '1432210000',
}

export const address: Address = {
  zip_code: '18600000',
  street: 'Rua das Hélices',
  number: '100',
  complement: '',
  province: 'Centro',
  city: 'Botucatu',
  state: 'SP',
}

/** Changes an account's e-mail by a request and its mailed link. */
export async function changeEmail(userId: number, email: string): Promise<void> {
  counter += 1
  await requestEmailChange(userId, { email, address: `person-${counter}` })
  await changeEmailByLink(await findEmailToken(userId))
}

/** Returns the token in the newest mail about another e-mail, or '' if there is no request. */
export async function findEmailToken(userId: number): Promise<string> {
  const request = await db
    .selectFrom('email_requests')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return (request && (await findEmailLink(request.id))?.token) ?? ''
}

/** Requests a password link. Returns the id of its row. */
export async function askForPasswordLink(email: string): Promise<number> {
  await requestPasswordLink({ address: '192.0.2.1', email })
  const { id } = await db
    .selectFrom('password_resets')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

export function newEmail(): string {
  counter += 1
  return `pessoa-${counter}@exemplo.test`
}

/** Returns the account data of an order without a login. */
export async function makeBuyerData() {
  return { email: newEmail(), passwordHash: await passwordHash, identity: person }
}

type Customer = Partial<Omit<Parameters<typeof insertCustomer>[1], 'billing' | 'passwordHash'>>

/** Creates a customer with an account; the password is `password`. */
export async function makeCustomer(customer: Customer = {}) {
  const account = { ...(await makeBuyerData()), billing: address, ...customer }
  const { userId, id } = await withTransaction((trx) => insertCustomer(trx, account))
  return { userId, profileId: id, email: account.email }
}
