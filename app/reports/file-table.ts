import type { CellKind, CellValue } from '#app/text/reports/cells.ts'

export type FileHead = { label: string; kind: CellKind }
export type FileTotal = { label: string; kind: CellKind; value: CellValue }

export type FileSummary = {
  title: string
  heads: readonly FileHead[]
  rows: readonly (readonly CellValue[])[]
}

/**
 * The file of a list or report. Rows are read once; `totals` covers the rows read so far; `summary` is
 * another table, on its own sheet of a workbook.
 */
export type FileTable = {
  summary?: FileSummary
  heads: readonly FileHead[]
  rows: AsyncIterable<readonly CellValue[]>
  totals: () => readonly FileTotal[]
}
