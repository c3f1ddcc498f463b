import { formatCep, normaliseCep } from '#app/domain/accounts/cep.ts'
import { normalisePhone } from '#app/domain/accounts/phone.ts'
import { formatAccessKey } from '#app/domain/orders/invoices/access-key.ts'
import { isCivilDate } from '#app/domain/platform/calendar.ts'
import { formatPhoneText } from '#app/text/accounts/user-labels.ts'
import { formatAmount, formatDate, formatDateTime, formatDocument } from '#app/text/platform/format.ts'
import { addMark, identifierMarks, type MarkedKind } from '#app/text/platform/identifiers.ts'
import type { CellKind, CellValue } from './cells.ts'

/** Returns a heading with the unit, because numbers in files have none. */
export function formatFileHead(kind: CellKind, label: string): string {
  return kind === 'weight' ? `${label} (kg)` : label
}

/** Returns '1234,56' and '31/12/2026', as Brazilian spreadsheets parse them. Identifiers stay text. */
export function formatCsvCell(kind: CellKind, value: CellValue): string {
  if (value === null || value === '') return ''
  if (value instanceof Date) return formatDateTime(value).replace(' às', '')
  if (kind === 'money') return formatAmount(Number(value)).replaceAll('.', '')
  if (kind === 'weight') return String(Number(value) / 1000).replace('.', ',')
  if (typeof value === 'number' && (kind === 'number' || kind === 'count')) return String(value)
  if (kind === 'date' && isCivilDate(String(value))) return formatDate(String(value))
  return formatIdentifierForCsv(kind, String(value))
}

function formatIdentifierForCsv(kind: CellKind, text: string): string {
  const punctuated = punctuate(kind, text)
  if (punctuated !== null) return punctuated
  if (kind === 'zip') return addMark('code', text)
  return addMark(hasMark(kind) ? kind : 'text', text)
}

const punctuatedDocument = /^(\d{3}\.\d{3}\.\d{3}-\d{2}|[\dA-Z]{2}(\.[\dA-Z]{3}){2}\/[\dA-Z]{4}-\d{2})$/

/** Returns the text with punctuation; null if the kind has none or the text does not fit the kind. */
function punctuate(kind: CellKind, text: string): string | null {
  if (kind === 'key') return formatAccessKey(text)
  if (kind === 'zip') return normaliseCep(text) ? formatCep(text) : null
  if (kind === 'phone') return normalisePhone(text) ? formatPhoneText(text) : null
  if (kind !== 'document') return null
  const punctuated = formatDocument(text)
  return punctuatedDocument.test(punctuated) ? punctuated : null
}

function hasMark(kind: CellKind): kind is MarkedKind {
  return kind in identifierMarks
}
