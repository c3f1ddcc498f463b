import { formatAccessKey } from '#app/domain/orders/invoices/access-key.ts'
import { isCivilDate } from '#app/domain/platform/calendar.ts'
import { formatDate, formatDateTime, formatReais, formatWeight } from '#app/text/platform/format.ts'
import type { MarkedKind } from '#app/text/platform/identifiers.ts'

/** The kind of a cell. 'number' is the shop's number of a record, 'key' that of an NF-e. */
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

/** Returns the text of a value; '-' if empty. A date column may contain text. */
export function formatCell(kind: CellKind, value: CellValue): string {
  if (value === null || value === '') return '-'
  if (value instanceof Date) return formatDateTime(value)
  if (kind === 'date') return formatDateText(String(value))
  if (kind === 'money') return formatReais(Number(value))
  if (kind === 'weight') return formatWeight(Number(value))
  if (kind === 'count') return Number(value).toLocaleString('pt-BR')
  if (kind === 'key') return joinInThrees(formatAccessKey(String(value)))
  return String(value)
}

/** Allows a line break only after every third group, for narrow columns. */
function joinInThrees(groups: string): string {
  return groups
    .split(' ')
    .reduce((text, group, index) => `${text}${index % 3 === 0 ? ' ' : '\u00a0'}${group}`)
}

function formatDateText(value: string): string {
  return isCivilDate(value) ? formatDate(value) : value
}

const textKinds: readonly CellKind[] = ['text', 'key', 'applicability', 'complement']
const numberKinds: readonly CellKind[] = ['money', 'count', 'weight']

export function getColumnAlign(kind: CellKind): 'text' | 'code' | 'num' {
  if (textKinds.includes(kind)) return 'text'
  return numberKinds.includes(kind) ? 'num' : 'code'
}
