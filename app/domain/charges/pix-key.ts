import { isValidCnpj, normaliseCnpj } from '#app/domain/accounts/cnpj.ts'
import { isValidCpf, normaliseCpf } from '#app/domain/accounts/cpf.ts'
import { normalisePhone } from '#app/domain/accounts/phone.ts'

export type PixKeyKind = 'cpf' | 'cnpj' | 'email' | 'phone' | 'random'

export type PixKey = { kind: PixKeyKind; key: string } // as in the DICT

// Matches the DICT's e-mails, which are in lower case.
const email =
  /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Parses a CPF, CNPJ, e-mail, phone (+55…) or UUID; eleven bare digits are a CPF, not a phone. */
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
