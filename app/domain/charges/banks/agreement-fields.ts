const fieldNames = [
  'agencyPrinted',
  'agency',
  'accountPrinted',
  'account',
  'agreement',
  'wallet',
  'variation',
  'companyCode',
  'unit',
  'accountDigit',
  'agreedDays',
  'format',
] as const

/** The name of an agreement's field. Only fields with `Printed` in their name contain a check digit. */
export type AgreementFieldName = (typeof fieldNames)[number]

/**
 * The kind of a field. 'digits': digits of one of the lengths. 'printed': number with check digit, as on the boleto.
 * 'optional': needed only in remittance files. 'omitted': not stored if empty. 'known': forms accept only `values`, but
 * a stored value may be any that matches `pattern`.
 */
export type AgreementField =
  | { kind: 'digits'; lengths: readonly number[] }
  | { kind: 'printed' }
  | { kind: 'known'; pattern: RegExp; values: readonly string[] }
  | { kind: 'optional'; pattern: RegExp }
  | { kind: 'omitted'; pattern: RegExp }

export type AgreementFields = Readonly<Partial<Record<AgreementFieldName, AgreementField>>>

export function listFieldNames(fields: AgreementFields): AgreementFieldName[] {
  return Object.keys(fields).flatMap((key) => fieldNames.find((name) => name === key) ?? [])
}

type OptionalName<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { kind: 'optional' | 'omitted' } ? Name : never
}[keyof Fields]

/** A bank's agreement. `nextRemittance` is the first file number to use if another program has sent files. */
export type AgreementWith<Code extends string, Fields> = { bank: Code } & {
  [Name in Exclude<keyof Fields, OptionalName<Fields>>]: string
} & { [Name in OptionalName<Fields>]?: string } & { nextRemittance?: number | undefined }

export const printedField = { kind: 'printed' } as const

export function digitsField(...lengths: readonly number[]) {
  return { kind: 'digits', lengths } as const
}

export function knownField(pattern: RegExp, values: readonly string[]) {
  return { kind: 'known', pattern, values } as const
}

export function optionalField(pattern: RegExp) {
  return { kind: 'optional', pattern } as const
}

/** Calendar days after the due date until the bank writes off, if files contain no such term. */
export const agreedDaysField = { kind: 'omitted', pattern: /^[1-9]\d?$/ } as const

/** The CNAB format of remittance files, for agreements where it is not chosen per file. */
export const fileFormatField = { kind: 'omitted', pattern: /^(?:400|240)$/ } as const

const maxRemittance = 999_999

export function hasValidFields(fields: AgreementFields, fieldValues: Record<string, unknown>): boolean {
  const { nextRemittance } = fieldValues
  const isFileNumber =
    Number.isInteger(nextRemittance) && Number(nextRemittance) >= 1 && Number(nextRemittance) <= maxRemittance
  if (nextRemittance !== undefined && !isFileNumber) return false
  return Object.entries(fields).every(([name, field]) => isValidValue(field, fieldValues[name]))
}

function isValidValue(field: AgreementField, value: unknown): boolean {
  if (field.kind === 'optional')
    return value === undefined || value === '' || matchesPattern(field.pattern, value)
  if (field.kind === 'omitted') return value === undefined || matchesPattern(field.pattern, value)
  if (field.kind === 'known') return matchesPattern(field.pattern, value)
  if (field.kind === 'printed') return typeof value === 'string'
  return matchesPattern(/^\d+$/, value) && field.lengths.includes(String(value).length)
}

function matchesPattern(pattern: RegExp, value: unknown): boolean {
  return typeof value === 'string' && pattern.test(value)
}
