// The 67 area codes in use, one row per first digit.
const areaCodes = new Set(
  [
    '11 12 13 14 15 16 17 18 19',
    '21 22 24 27 28',
    '31 32 33 34 35 37 38',
    '41 42 43 44 45 46 47 48 49',
    '51 53 54 55',
    '61 62 63 64 65 66 67 68 69',
    '71 73 74 75 77 79',
    '81 82 83 84 85 86 87 88 89',
    '91 92 93 94 95 96 97 98 99',
  ].flatMap((row) => row.split(' ')),
)

/** Returns area code and number: 10 digits (fixed line, from 2–5) or 11 (mobile, from 9); null otherwise. */
export function normalisePhone(value: string): string | null {
  const compactValue = value.replace(/[\s().-]/g, '')
  const match = /^(?:\+|00)55(\d{10,11})$/.exec(compactValue) ?? /^(?:0|55)?(\d{10,11})$/.exec(compactValue)
  const digits = match?.[1]
  if (digits === undefined || !areaCodes.has(digits.slice(0, 2))) return null
  return /^..(?:[2-5]\d{7}|9\d{8})$/.test(digits) ? digits : null
}

export function formatPhone(value: string): string {
  const digits = normalisePhone(value)
  if (digits === null) throw new RangeError(`not a Brazilian phone: ${value}`)
  return digits.replace(/^(..)(.+)(.{4})$/, '($1) $2-$3')
}
