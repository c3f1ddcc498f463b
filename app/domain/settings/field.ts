import { type CivilDate, isCivilDate, parseCivilDate } from '#app/domain/platform/calendar.ts'
import { type Centavos, formatAmount, parseReais } from '#app/domain/platform/money.ts'

export type FieldFault = 'missing' | 'malformed' | 'too-large' | 'too-long' | 'too-many-lines'

type ParsedValue<Value> = { value: Value } | { fault: FieldFault }

export type FieldKind =
  | { kind: 'number'; min: number; max: number }
  | { kind: 'money'; max?: Centavos }
  | { kind: 'percent'; max: number }
  | { kind: 'tick' | 'day' | 'choice' | 'email' }
  | { kind: 'text'; max: number }
  | { kind: 'lines'; max: number; maxLength: number }

/** The right to change a setting. `needsProof` requires a recent identity check. */
export type Rights = { for?: 'superuser'; needsProof?: boolean }

export type Field<Value> = FieldKind &
  Rights & {
    isOptional: boolean
    initial?: Value // without an initial value, the field is required
    isValue(value: unknown): value is Value
    format(value: Value): string
    parse(text: string): ParsedValue<Value>
  }

type Range = { min: number; max: number }

export function wholeNumber(options: Range & Rights & { initial: number }): Field<number> {
  const isValue = makeRangeCheck(options)
  return {
    ...options,
    kind: 'number',
    isOptional: false,
    isValue,
    format: String,
    parse: (text) => parseNumber(text, isValue),
  }
}

export function optionalNumber<Empty extends 0 | null>(
  options: Range & Rights & { initial: Empty },
): Field<number | Empty> {
  const isNumber = makeRangeCheck(options)
  const { initial } = options
  return {
    ...options,
    kind: 'number',
    isOptional: true,
    isValue: (value): value is number | Empty => value === initial || isNumber(value),
    format: (value) => (value === initial ? '' : String(value)),
    parse: (text) => (text === '' ? { value: initial } : parseNumber(text, isNumber)),
  }
}

/** Returns a field for an amount. Empty text means the initial amount. A zero is shown empty if it is initial. */
export function money(options: Rights & { initial: Centavos; max?: Centavos }): Field<Centavos> {
  const { initial, max = Number.MAX_SAFE_INTEGER } = options
  const isValue = makeRangeCheck({ min: 0, max })
  return {
    ...options,
    kind: 'money',
    isOptional: true,
    isValue,
    format: (centavos) => (centavos === 0 && initial === 0 ? '' : formatAmount(centavos)),
    parse: (text) => {
      const value = text === '' ? initial : parseReais(text)
      return isValue(value) ? { value } : { fault: 'malformed' }
    },
  }
}

const percentPattern = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/
/** Returns a field in hundredths of a percent: 200 is 2 %. Empty text is 0. */
export function percent(options: Rights & { max: number }): Field<number> {
  const isValue = makeRangeCheck({ min: 0, max: options.max })
  return {
    ...options,
    kind: 'percent',
    initial: 0,
    isOptional: true,
    isValue,
    format: (hundredths) => (hundredths === 0 ? '' : formatAmount(hundredths)),
    parse: (text) => {
      const [, whole, decimals = ''] = percentPattern.exec(text || '0') ?? []
      if (whole === undefined) return { fault: 'malformed' }
      const value = Number(whole + decimals.padEnd(2, '0'))
      return isValue(value) ? { value } : { fault: 'too-large' }
    },
  }
}

export function checkbox(options: Rights & { initial: boolean }): Field<boolean> {
  return {
    ...options,
    kind: 'tick',
    isOptional: false,
    isValue: (value) => typeof value === 'boolean',
    format: (isTicked) => (isTicked ? 'on' : ''),
    parse: (text) => ({ value: text === 'on' }),
  }
}

export function optionalDay(rights: Rights): Field<CivilDate | null> {
  return {
    ...rights,
    kind: 'day',
    initial: null,
    isOptional: true,
    isValue: (value): value is CivilDate | null => value === null || (isText(value) && isCivilDate(value)),
    format: (date) => date ?? '',
    parse: (text) => {
      const value = parseCivilDate(text)
      return value === null && text !== '' ? { fault: 'malformed' } : { value }
    },
  }
}

export function choice<const Value extends string>(
  values: readonly Value[],
  options: Rights & { initial?: NoInfer<Value> } = {},
): Field<Value> {
  return {
    ...options,
    kind: 'choice',
    isOptional: false,
    isValue: (value): value is Value => values.some((option) => option === value),
    format: (value) => value,
    parse: (text) => {
      const value = values.find((option) => option === text)
      return value === undefined ? { fault: 'malformed' } : { value }
    },
  }
}

export function requiredText(options: Rights & { max: number }): Field<string> {
  return {
    ...options,
    kind: 'text',
    isOptional: false,
    isValue: isText,
    format: (text) => text,
    parse: (text) => (text === '' ? { fault: 'missing' } : parseText(text, options.max)),
  }
}

export function optionalText(options: Rights & { max: number }): Field<string> {
  return {
    ...requiredText(options),
    initial: '',
    isOptional: true,
    parse: (text) => parseText(text, options.max),
  }
}

/** Returns a field for an e-mail, whose syntax the form validates. */
export function email(): Field<string> {
  return {
    kind: 'email',
    isOptional: false,
    isValue: isText,
    format: (text) => text,
    parse: (text) => (text === '' ? { fault: 'missing' } : { value: text.toLowerCase() }),
  }
}

export function omittable(field: Field<string>): Field<string | undefined> {
  return {
    ...field,
    isOptional: true,
    isValue: (value): value is string | undefined => value === undefined || field.isValue(value),
    format: (text) => text ?? '',
    parse: (text) => (text === '' ? { value: undefined } : field.parse(text)),
  }
}

export function optionalLines(options: Rights & { max: number; maxLength: number }): Field<string[]> {
  return {
    ...options,
    kind: 'lines',
    initial: [],
    isOptional: true,
    isValue: (value) => Array.isArray(value) && value.every(isText),
    format: (lines) => lines.join('\n'),
    parse: (text) => {
      const lines = text.split('\n').filter((line) => line.trim() !== '')
      if (lines.length > options.max) return { fault: 'too-many-lines' }
      if (lines.some(({ length }) => length > options.maxLength)) return { fault: 'too-long' }
      return { value: lines }
    },
  }
}

function makeRangeCheck({ min, max }: Range) {
  return (value: unknown): value is number =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function parseNumber(text: string, isValue: (value: unknown) => value is number): ParsedValue<number> {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : undefined
  if (isValue(value)) return { value }
  return { fault: text === '' ? 'missing' : 'malformed' }
}

function parseText(text: string, maxLength: number): ParsedValue<string> {
  return text.length > maxLength ? { fault: 'too-long' } : { value: text }
}
