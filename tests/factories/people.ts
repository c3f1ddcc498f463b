import type { Address } from '#app/models/address.server.ts'
import { withTransaction } from '#app/models/db.server.ts'
import { createAccount, hashPassword, type Identity } from '#app/models/user.server.ts'

let counter = 0

export const password = 'senha-de-teste-2026'
const passwordHash = hashPassword(password)

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

export function newEmail(): string {
  counter += 1
  return `pessoa-${counter}@exemplo.test`
}

/** A customer with an account; the password is `password`. */
export async function makeCustomer({ identity = person, email = newEmail() } = {}) {
  const hash = await passwordHash
  const ids = await withTransaction((trx) =>
    createAccount(trx, { email, passwordHash: hash, identity, billing: address, shipping: null }),
  )
  return { ...ids, email }
}
