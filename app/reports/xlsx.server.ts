import { writeXlsxStream, type CellValue as XlsxValue } from 'hucre/xlsx'
import { isCivilDate } from '#app/domain/platform/calendar.ts'
import type { CellKind, CellValue, OpenSheet, WholeSheet } from './sheet.server.ts'

const MAX_IN_TITLE = 31
const formats: Partial<Record<CellKind, string>> = {
  date: 'dd/mm/yyyy',
  money: '"R$" #,##0.00',
  weight: '#,##0.000" kg"',
}
const widths: Record<CellKind, number> = {
  text: 32,
  code: 14,
  key: 48,
  date: 12,
  money: 16,
  count: 12,
  weight: 12,
}

/** Streamed, with typed cells; totals below. */
export function xlsxOf(title: string, sheet: OpenSheet, whole = sheet.whole()): ReadableStream<Uint8Array> {
  return writeXlsxStream(rowsOf(sheet, whole), {
    name: title.replace(/[[\]:*?/\\]/g, ' ').slice(0, MAX_IN_TITLE),
    freezePane: { rows: 1 },
    columns: sheet.heads.map(({ label, kind }) => ({
      header: label,
      width: widths[kind],
      ...(formats[kind] ? { numFmt: formats[kind] } : {}),
    })),
  })
}

export async function* bytesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel()
  }
}

async function* rowsOf(sheet: OpenSheet, { portions, sums }: WholeSheet): AsyncGenerator<XlsxValue[]> {
  for await (const rows of portions)
    for (const { cells } of rows)
      yield cells.map(({ value }, index) => typed(sheet.heads[index]?.kind ?? 'text', value))
  yield []
  for (const { label, kind, value } of sums()) yield totalRow(sheet, label, typed(kind, value), kind)
}

/** The total goes under the first column of its kind, else under one without a date or money format. */
function totalRow({ heads }: OpenSheet, label: string, value: XlsxValue, kind: CellKind): XlsxValue[] {
  const own = heads.findIndex((head, index) => index > 0 && head.kind === kind)
  const at = own > 0 ? own : heads.findIndex((head, index) => index > 0 && !formats[head.kind])
  const row: XlsxValue[] = Array.from({ length: Math.max(2, heads.length) }, () => null)
  row[0] = label
  row[at > 0 ? at : 1] = value
  return row
}

/** Dates without time; centavos become reais, grams kilograms. */
function typed(kind: CellKind, value: CellValue): XlsxValue {
  if (value === null) return null
  if (kind === 'date' && isCivilDate(String(value))) return new Date(`${value}T00:00:00Z`)
  if (kind === 'money') return Number(value) / 100
  if (kind === 'weight') return Number(value) / 1000
  return value
}
