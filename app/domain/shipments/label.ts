/** Millimetres. */
export type LabelSheet = {
  columns: number
  rows: number
  width: number
  height: number
  left: number
  top: number
  /** column pitch; rows touch */
  pitch: number
}

/** Millimetres. */
export const letterPaper = { width: 215.9, height: 279.4 } as const

const twoColumns = { columns: 2, width: 101.6, left: 3.97, top: 12.7, pitch: 106.36 } as const

/** Pimaco 6181 and 6183 (D46). */
export const labelSheets = {
  '6181': { ...twoColumns, rows: 10, height: 25.4 },
  '6183': { ...twoColumns, rows: 5, height: 50.8 },
} as const satisfies Record<string, LabelSheet>

export type SheetName = keyof typeof labelSheets

export type LabelStyle = 'simple' | 'complete'

/** Per file. */
export const maxLabels = 1000

export function isSheetName(text: unknown): text is SheetName {
  return text === '6181' || text === '6183'
}

export function labelsPerSheet({ columns, rows }: LabelSheet): number {
  return columns * rows
}

/** Row by row; left and top edge in millimetres. */
export function labelPlace(sheet: LabelSheet, before: number) {
  const onPage = before % labelsPerSheet(sheet)
  return {
    page: Math.floor(before / labelsPerSheet(sheet)),
    x: sheet.left + (onPage % sheet.columns) * sheet.pitch,
    y: sheet.top + Math.floor(onPage / sheet.columns) * sheet.height,
  }
}

/** At most `maxLabels` per file; the first begins at `start` and ends with a full sheet if another follows (D45). */
export function labelBatches(count: number, start: number): number[] {
  const first = Math.min(count, maxLabels - (start - 1))
  const others = Math.ceil((count - first) / maxLabels)
  const rest = Array.from({ length: others }, (_, index) => count - first - index * maxLabels)
  return [first, ...rest.map((left) => Math.min(left, maxLabels))]
}
