/** Marks that exports put before identifiers that spreadsheets would convert. */
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

/** The mark of free text, as in spreadsheets. */
export const textMark = "'"

const months =
  'janeiro fevereiro março marco abril maio junho julho agosto setembro outubro novembro dezembro ' +
  'january february march april may june july august september october november december'
const monthNames = months.split(' ').flatMap((month) => [month, month.slice(0, 3)])
/** Further words in numbers, dates, times and amounts. */
const unitNames = 'a am p pm e t z h de of r rs us brl usd eur'.split(' ')
const convertibleNames = new Set([...monthNames, ...unitNames])
const booleans = /^(verdadeiro|falso|true|false)$/i

/** Matches the beginning of a formula, also with full-width signs and leading invisible characters. */
const formulaStart = /^([\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u

/** Matches the characters that numbers, dates and times may contain. */
const convertibleSigns = /^[\s\p{L}\p{N}.,:/()+%$€£'’-]*$/u

/** Returns true for text that Excel or Calc might convert in a CSV file. Doubtful text counts as such. */
export function canBeConverted(text: string): boolean {
  if (formulaStart.test(text) || booleans.test(text.trim())) return true
  if (!/\p{N}/u.test(text) || !convertibleSigns.test(text)) return false
  // No number, date or time begins with a single letter, but an amount may begin with R$.
  if (/^\p{L}[^\p{L}$]/u.test(text)) return false
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  if (!words.every((word) => convertibleNames.has(word))) return false
  return !hasLongPart(text)
}

/** Returns true for a part of five digits, which no date or fraction has: '01310-000'. */
function hasLongPart(text: string): boolean {
  return /^\S+$/.test(text) && /\d{5}[-/]\d|\d[-/]\d{5}/.test(text)
}

/** Returns 'v. 03' but 'Rev. 1'. Marked text gets another mark, so `removeMark` is exact. */
export function addMark(kind: MarkedKind | 'text', text: string): string {
  const mark = getMark(kind)
  return canBeConverted(text) || text.startsWith(mark) ? `${mark}${text}` : text
}

export function removeMark(kind: MarkedKind | 'text', text: string): string {
  const mark = getMark(kind)
  const unmarkedText = text.slice(mark.length)
  return text.startsWith(mark) && (canBeConverted(unmarkedText) || unmarkedText.startsWith(mark))
    ? unmarkedText
    : text
}

function getMark(kind: MarkedKind | 'text'): string {
  return kind === 'text' ? textMark : `${identifierMarks[kind]} `
}
