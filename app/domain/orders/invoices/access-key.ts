import { isValidCnpj } from '#app/domain/accounts/cnpj.ts'

/** States by their IBGE number, with which an access key begins. */
export const stateNumbers: Readonly<Record<string, string>> = {
  '11': 'RO',
  '12': 'AC',
  '13': 'AM',
  '14': 'RR',
  '15': 'PA',
  '16': 'AP',
  '17': 'TO',
  '21': 'MA',
  '22': 'PI',
  '23': 'CE',
  '24': 'RN',
  '25': 'PB',
  '26': 'PE',
  '27': 'AL',
  '28': 'SE',
  '29': 'BA',
  '31': 'MG',
  '32': 'ES',
  '33': 'RJ',
  '35': 'SP',
  '41': 'PR',
  '42': 'SC',
  '43': 'RS',
  '50': 'MS',
  '51': 'MT',
  '52': 'GO',
  '53': 'DF',
}

export type AccessKey = {
  key: string
  state: string
  month: string // YYYY-MM
  cnpj: string
  model: string
  series: number
  number: number
}

export type KeyFault = 'length' | 'characters' | 'check-digit' | 'state' | 'month' | 'model' | 'cnpj'

/** Parses a key. Only the CNPJ may contain letters (Nota Técnica Conjunta 2025.001). Model 55 is the NF-e. */
export function readAccessKey(text: string): { ok: true; value: AccessKey } | { ok: false; fault: KeyFault } {
  const key = text
    .replace(/^\s*NFe/i, '')
    .replace(/[\s.-]/g, '')
    .toUpperCase()
  const fault = findKeyFault(key)
  if (fault) return { ok: false, fault }
  const value = {
    key,
    state: stateNumbers[key.slice(0, 2)] ?? '',
    month: `20${key.slice(2, 4)}-${key.slice(4, 6)}`,
    cnpj: key.slice(6, 20),
    model: key.slice(20, 22),
    series: Number(key.slice(22, 25)),
    number: Number(key.slice(25, 34)),
  }
  return { ok: true, value }
}

function findKeyFault(key: string): KeyFault | null {
  if (key.length !== 44) return 'length'
  if (!/^\d{6}[0-9A-Z]{12}\d{26}$/.test(key)) return 'characters'
  if (calculateAccessKeyDigit(key.slice(0, 43)) !== key[43]) return 'check-digit'
  if (!stateNumbers[key.slice(0, 2)]) return 'state'
  if (!/^(0[1-9]|1[0-2])$/.test(key.slice(4, 6))) return 'month'
  if (key.slice(20, 22) !== '55') return 'model'
  return isValidCnpj(key.slice(6, 20)) ? null : 'cnpj'
}

/** Returns the check digit, modulo 11. A character counts as its ASCII code minus 48. */
export function calculateAccessKeyDigit(first43: string): string {
  let sum = 0
  for (let index = 0; index < first43.length; index += 1) {
    const weight = 2 + ((first43.length - 1 - index) % 8)
    sum += (first43.charCodeAt(index) - 48) * weight
  }
  const remainder = sum % 11
  return remainder < 2 ? '0' : String(11 - remainder)
}

export function formatAccessKey(key: string): string {
  return key.replace(/(.{4})(?=.)/g, '$1 ')
}

export type KeyDifference = 'issuer' | 'state' | 'month' | 'series'

type ExpectedKey = {
  cnpj: string | null
  state: string | null
  series: number | null // null for any series
  notBefore: string // month of the order, YYYY-MM; the invoice cannot be older
}

/** Returns differences from the order. They cause a warning and no rejection. */
export function listKeyDifferences(
  key: AccessKey,
  { cnpj, state, series, notBefore }: ExpectedKey,
): KeyDifference[] {
  return [
    ...(cnpj !== null && key.cnpj !== cnpj ? (['issuer'] as const) : []),
    ...(state !== null && key.state !== state ? (['state'] as const) : []),
    ...(key.month < notBefore ? (['month'] as const) : []),
    ...(series !== null && key.series !== series ? (['series'] as const) : []),
  ]
}
