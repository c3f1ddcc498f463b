import { isValidCnpj, normaliseCnpj } from '#app/domain/accounts/cnpj.ts'
import { isValidCpf, normaliseCpf } from '#app/domain/accounts/cpf.ts'
import { normalisePhone } from '#app/domain/accounts/phone.ts'

/** The kinds of key a Pix account answers to; `random` is the EVP. */
export type PixKeyKind = 'cpf' | 'cnpj' | 'email' | 'phone' | 'random'

/** A key as the directory of Pix keeps it. */
export type PixKey = { kind: PixKeyKind; key: string }

// What the directory of Pix takes as an address; it keeps them in small letters.
const email =
  /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * A Pix key as it is stored, from one typed with or without its mask: CPF of 11 digits, CNPJ of 14 (letters too),
 * e-mail of at most 77 in small letters, phone as +55 and number, random as UUID. Null where it is none of them.
 * A phone begins with +55: without it eleven digits are a CPF.
 */
export function normalisePixKey(text: string): PixKey | null {
  const typed = text.trim()
  const small = typed.toLowerCase()
  if (typed.includes('@'))
    return small.length <= 77 && email.test(small) ? { kind: 'email', key: small } : null
  if (typed.startsWith('+')) return phoneKey(typed)
  if (uuid.test(small)) return { kind: 'random', key: small }
  return documentKey(typed)
}

function phoneKey(typed: string): PixKey | null {
  const digits = normalisePhone(typed)
  return digits === null ? null : { kind: 'phone', key: `+55${digits}` }
}

function documentKey(typed: string): PixKey | null {
  const cpf = normaliseCpf(typed)
  if (cpf !== null && isValidCpf(cpf)) return { kind: 'cpf', key: cpf }
  const cnpj = normaliseCnpj(typed)
  return cnpj !== null && isValidCnpj(cnpj) ? { kind: 'cnpj', key: cnpj } : null
}
