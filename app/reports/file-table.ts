import type { CellKind, CellValue } from '#app/text/reports/cells.ts'

export type FileHead = { label: string; kind: CellKind }
export type FileTotal = { label: string; kind: CellKind; value: CellValue }

/** A list or report as files have it. Rows are read once; `totals` covers the rows read so far. */
export type FileTable = {
  heads: readonly FileHead[]
  rows: AsyncIterable<readonly CellValue[]>
  totals: () => readonly FileTotal[]
}
