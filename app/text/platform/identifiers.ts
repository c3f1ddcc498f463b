/**
 * Identifiers that files write with a word before them wherever a spreadsheet would take the bare text for something
 * else. code covers whatever people or other companies number; official codes come from a list of the state or a bank.
 */
export const identifierMarks = {
  code: 'nº',
  version: 'v.',
  applicability: 'aplic.',
  complement: 'compl.',
  'state-registration': 'IE',
  'official-code': 'cód.',
  series: 'série',
  phone: 'tel.',
  document: 'doc.',
} as const

export type MarkedKind = keyof typeof identifierMarks

/** Free text has no word of its own; the apostrophe is what spreadsheets themselves write before such a text. */
export const textMark = "'"

const months =
  'janeiro fevereiro março marco abril maio junho julho agosto setembro outubro novembro dezembro ' +
  'january february march april may june july august september october november december'
const monthNames = months.split(' ').flatMap((month) => [month, month.slice(0, 3)])
const unitNames = 'a am p pm e t z h de of r rs us brl usd eur'.split(' ')
const computableNames = new Set([...monthNames, ...unitNames])
const booleans = /^(verdadeiro|falso|true|false)$/i

/** Full-width forms and leading invisible characters included. */
const formula = /^([\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u

/** No number, date or time has any other sign. */
const computableSigns = /^[\s\p{L}\p{N}.,:/()+%$€£'’-]*$/u

/**
 * True for text that Excel or Calc may turn into a formula, number, date, time or boolean when it opens a CSV file. Errs
 * towards true: a month's name with any digit counts as a date.
 */
export function isComputable(text: string): boolean {
  if (formula.test(text) || booleans.test(text.trim())) return true
  if (!/\p{N}/u.test(text) || !computableSigns.test(text)) return false
  if (/^\p{L}[^\p{L}$]/u.test(text)) return false
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  if (!words.every((word) => computableNames.has(word))) return false
  return !hasLongPart(text)
}

/** No date and no fraction has a part of five digits or more: '01310-000', '109/00000001-5'. */
function hasLongPart(text: string): boolean {
  return /^\S+$/.test(text) && /\d{5}[-/]\d|\d[-/]\d{5}/.test(text)
}

/** 'v. 03', but 'Rev. 1'. Text that begins with the mark itself gets another one, so that `withoutMark` is exact. */
export function withMark(kind: MarkedKind | 'text', text: string): string {
  const mark = markOf(kind)
  return isComputable(text) || text.startsWith(mark) ? `${mark}${text}` : text
}

/** Inverse of `withMark`, for files that come back. */
export function withoutMark(kind: MarkedKind | 'text', text: string): string {
  const mark = markOf(kind)
  const rest = text.slice(mark.length)
  return text.startsWith(mark) && (isComputable(rest) || rest.startsWith(mark)) ? rest : text
}

function markOf(kind: MarkedKind | 'text'): string {
  return kind === 'text' ? textMark : `${identifierMarks[kind]} `
}
