import { formatCep, normaliseCep } from '#app/domain/accounts/cep.ts'
import { normalisePhone } from '#app/domain/accounts/phone.ts'
import { formatAccessKey } from '#app/domain/orders/invoices/access-key.ts'
import { isCivilDate } from '#app/domain/platform/calendar.ts'
import { formatPhoneText } from '#app/text/accounts/user-labels.ts'
import {
  formatAmount,
  formatDate,
  formatDateTime,
  formatDocument,
  formatReais,
  formatWeight,
} from '#app/text/platform/format.ts'
import { identifierMarks, type MarkedKind, withMark } from '#app/text/platform/identifiers.ts'

/**
 * What a column holds. number is the shop's own number of a record, key the 44 characters of an NF-e, zip a CEP; marked
 * kinds are identifiers that people type or that others give. date is a civil date, instant a Date, money centavos,
 * weight grams.
 */
export type CellKind =
  | MarkedKind
  | 'text'
  | 'number'
  | 'key'
  | 'zip'
  | 'date'
  | 'instant'
  | 'money'
  | 'count'
  | 'weight'

export type CellValue = string | number | Date | null

/** As a screen or paper shows it; '-' for nothing. Text may stand in a date column. */
export function formatCell(kind: CellKind, value: CellValue): string {
  if (value === null || value === '') return '-'
  if (value instanceof Date) return formatDateTime(value)
  if (kind === 'date') return formatDateText(String(value))
  if (kind === 'money') return formatReais(Number(value))
  if (kind === 'weight') return formatWeight(Number(value))
  if (kind === 'count') return Number(value).toLocaleString('pt-BR')
  if (kind === 'key') return inThrees(formatAccessKey(String(value)))
  return String(value)
}

/** Breaks after every third group alone, so that a narrow column is no tower. */
function inThrees(groups: string): string {
  return groups
    .split(' ')
    .reduce((text, group, index) => `${text}${index % 3 === 0 ? ' ' : '\u00a0'}${group}`)
}

/** Numbers of files have no unit, so the heading names it. */
export function headForFile(kind: CellKind, label: string): string {
  return kind === 'weight' ? `${label} (kg)` : label
}

/**
 * A cell of a CSV file as spreadsheets in Brazil keep it: amounts as '1234,56', dates as '31/12/2026', identifiers in a
 * form that stays text.
 */
export function cellForCsv(kind: CellKind, value: CellValue): string {
  if (value === null || value === '') return ''
  if (value instanceof Date) return formatDateTime(value).replace(' às', '')
  if (kind === 'money') return formatAmount(Number(value)).replaceAll('.', '')
  if (kind === 'weight') return String(Number(value) / 1000).replace('.', ',')
  if (typeof value === 'number' && (kind === 'number' || kind === 'count')) return String(value)
  if (kind === 'date' && isCivilDate(String(value))) return formatDate(String(value))
  return identifierForCsv(kind, String(value))
}

function identifierForCsv(kind: CellKind, text: string): string {
  const masked = maskedText(kind, text)
  if (masked !== null) return masked
  if (kind === 'zip') return withMark('code', text)
  return withMark(isMarked(kind) ? kind : 'text', text)
}

const documentMask = /^(\d{3}\.\d{3}\.\d{3}-\d{2}|[\dA-Z]{2}(\.[\dA-Z]{3}){2}\/[\dA-Z]{4}-\d{2})$/

/** Null where there is no mask, or the text does not fit it. */
function maskedText(kind: CellKind, text: string): string | null {
  if (kind === 'key') return formatAccessKey(text)
  if (kind === 'zip') return normaliseCep(text) ? formatCep(text) : null
  if (kind === 'phone') return normalisePhone(text) ? formatPhoneText(text) : null
  if (kind !== 'document') return null
  const masked = formatDocument(text)
  return documentMask.test(masked) ? masked : null
}

function isMarked(kind: CellKind): kind is MarkedKind {
  return kind in identifierMarks
}

function formatDateText(value: string): string {
  return isCivilDate(value) ? formatDate(value) : value
}

const textKinds: readonly CellKind[] = ['text', 'key', 'applicability', 'complement']
const numberKinds: readonly CellKind[] = ['money', 'count', 'weight']

export function columnAlign(kind: CellKind): 'text' | 'code' | 'num' {
  if (textKinds.includes(kind)) return 'text'
  return numberKinds.includes(kind) ? 'num' : 'code'
}
