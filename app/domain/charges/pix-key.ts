import { isValidCnpj, normaliseCnpj } from '#app/domain/accounts/cnpj.ts'
import { isValidCpf, normaliseCpf } from '#app/domain/accounts/cpf.ts'
import { normalisePhone } from '#app/domain/accounts/phone.ts'

export type PixKeyKind = 'cpf' | 'cnpj' | 'email' | 'phone' | 'random'

export type PixKey = { kind: PixKeyKind; key: string } // in the DICT's format

// Matches e-mails in the DICT, which are in lower case.
const dictEmailPattern =
  /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Parses a CPF, CNPJ, e-mail, phone (+55…) or UUID. Eleven bare digits are a CPF, not a phone. */
export function normalisePixKey(text: string): PixKey | null {
  const typedKey = text.trim()
  const lowerCaseKey = typedKey.toLowerCase()
  if (typedKey.includes('@'))
    return lowerCaseKey.length <= 77 && dictEmailPattern.test(lowerCaseKey)
      ? { kind: 'email', key: lowerCaseKey }
      : null
  if (typedKey.startsWith('+')) return parsePhoneKey(typedKey)
  if (uuidPattern.test(lowerCaseKey)) return { kind: 'random', key: lowerCaseKey }
  return parseDocumentKey(typedKey)
}

function parsePhoneKey(typedKey: string): PixKey | null {
  const digits = normalisePhone(typedKey)
  return digits === null ? null : { kind: 'phone', key: `+55${digits}` }
}

function parseDocumentKey(typedKey: string): PixKey | null {
  const cpf = normaliseCpf(typedKey)
  if (cpf !== null && isValidCpf(cpf)) return { kind: 'cpf', key: cpf }
  const cnpj = normaliseCnpj(typedKey)
  return cnpj !== null && isValidCnpj(cnpj) ? { kind: 'cnpj', key: cnpj } : null
}
