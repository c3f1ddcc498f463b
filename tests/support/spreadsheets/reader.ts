type Content = 'text' | 'number' | 'date' | 'boolean' | 'formula'

const months = 'jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez'
const digits = String.raw`(?:\d{1,3}(?:\.\d{3})+|\d+)`
const decimal = String.raw`(?:${digits}(?:,\d*)?|,\d+)`
const amount = String.raw`(?:R\$ ?)?${decimal}(?: ?R\$)?`
const numbers = [
  new RegExp(`^[-+]?${amount}(?: ?%)?$`),
  new RegExp(`^${amount}-$`),
  new RegExp(String.raw`^\(${amount}\)$`),
  new RegExp(String.raw`^[-+]?${decimal}E[-+]?\d+$`, 'i'),
  /^[-+]?\d+ \d+\/\d+$/,
]
const times = [/^\d+:\d+(?::\d+)?(?: ?[ap]m)?$/i, /^\d{1,2} [ap]m$/i]
const monthDates = [
  new RegExp(`^(?:${months})[ /-]\\d{1,4}$`, 'i'),
  new RegExp(`^\\d{1,2} (?:${months})$`, 'i'),
]
const anyMonth = `(?:${months}|feb|apr|may|aug|sep|oct|dec)[a-zç]*`
const excelDates = [
  /^\d{1,2}[-/]\d{1,2}(?:[-/]\d{1,4})?$/,
  /^(?:\d{4}[-/]\d{1,2}|\d{1,2}[-/]\d{4})$/,
  new RegExp(`^\\d{1,4}[ /-]${anyMonth}(?:[ /-]\\d{1,4})?$`, 'i'),
  new RegExp(`^${anyMonth}[ /-]\\d{1,4}$`, 'i'),
]

/**
 * Returns the type that a CSV cell has in a program. The rules for Calc agree with LibreOffice (corpus.ts).
 * Excel has the same rules, except for the texts that only Excel converts (`findExcelContent`).
 */
export function readSpreadsheetCell(text: string, program: 'calc' | 'excel'): Content {
  const trimmed = text.trim()
  if (trimmed.startsWith('=')) return 'formula'
  if (/^(verdadeiro|falso)$/i.test(trimmed)) return 'boolean'
  if (numbers.some((pattern) => pattern.test(trimmed))) return 'number'
  if ([...times, ...monthDates].some((pattern) => pattern.test(trimmed)) || isDate(trimmed)) return 'date'
  return program === 'excel' ? findExcelContent(trimmed) : 'text'
}

function findExcelContent(text: string): Content {
  if (/^[-+@]/.test(text)) return 'formula'
  if (/^(true|false)$/i.test(text)) return 'boolean'
  return excelDates.some((pattern) => pattern.test(text)) ? 'date' : 'text'
}

/** Returns true for day and month, with or without a year, or ISO 8601; a time may follow. */
function isDate(text: string): boolean {
  const time = String.raw`(?:[ T]\d{1,2}:\d{2})?`
  const [, day, month, year = '2024'] =
    new RegExp(String.raw`^(\d{1,2})/(\d{1,2})(?:/(\d{1,4}))?${time}$`).exec(text) ?? []
  if (day && month) return doesExist(Number(year), Number(month), Number(day))
  const iso = new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})${time}$`).exec(text)
  return iso !== null && doesExist(Number(iso[1]), Number(iso[2]), Number(iso[3]))
}

function doesExist(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000 + (year % 400), month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}
