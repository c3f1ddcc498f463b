const names = [
  'agencyPrinted',
  'agency',
  'accountPrinted',
  'account',
  'agreement',
  'wallet',
  'variation',
  'companyCode',
] as const

/** What an agreement with a bank may consist of; numbers are digits without check digits unless they are as printed. */
type AgreementFieldName = (typeof names)[number]

/**
 * How a field is filled in: with so many digits; as it stands on the boleto, with a check digit where the bank has one;
 * or, 'optional', not at all: a boleto does without it, a remittance file does not. It is '' then, or is not there.
 */
export type AgreementField =
  | { kind: 'digits'; length: number }
  | { kind: 'printed' }
  | { kind: 'optional'; pattern: RegExp }

export type AgreementFields = Readonly<Partial<Record<AgreementFieldName, AgreementField>>>

/** The fields that are asked, in their order. */
export function fieldNames(fields: AgreementFields): AgreementFieldName[] {
  return Object.keys(fields).flatMap((key) => names.find((name) => name === key) ?? [])
}

type OptionalName<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { kind: 'optional' } ? Name : never
}[keyof Fields]

/**
 * An agreement with the bank of that code, its fields as texts. `nextRemittance` is the number the next file gets at the
 * least, where the bank knows files of another program.
 */
export type AgreementWith<Code extends string, Fields> = { bank: Code } & {
  [Name in Exclude<keyof Fields, OptionalName<Fields>>]: string
} & { [Name in OptionalName<Fields>]?: string } & { nextRemittance?: number | undefined }

export const printed = { kind: 'printed' } as const

export function digitsOf(length: number) {
  return { kind: 'digits', length } as const
}

export function optional(pattern: RegExp) {
  return { kind: 'optional', pattern } as const
}

/** The largest number of a remittance file. */
const maxRemittance = 999_999

/** True when the fields of an agreement can be used; what is there beside them does not matter. */
export function hasFields(fields: AgreementFields, given: Record<string, unknown>): boolean {
  const next = given.nextRemittance
  const isNumber = Number.isInteger(next) && Number(next) >= 1 && Number(next) <= maxRemittance
  return (
    (next === undefined || isNumber) &&
    Object.entries(fields).every(([name, field]) => isFilled(field, given[name]))
  )
}

function isFilled(field: AgreementField, value: unknown): boolean {
  if (field.kind === 'optional') return value === undefined || value === '' || matches(field.pattern, value)
  return field.kind === 'printed'
    ? typeof value === 'string'
    : matches(/^\d+$/, value) && String(value).length === field.length
}

function matches(pattern: RegExp, value: unknown): boolean {
  return typeof value === 'string' && pattern.test(value)
}
