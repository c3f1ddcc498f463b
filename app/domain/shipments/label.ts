/** A sheet of labels, in millimetres. */
export type LabelSheet = {
  columns: number
  rows: number
  width: number
  height: number
  left: number
  top: number
  pitch: number // distance between columns; rows have no gap
}

export const letterPaper = { width: 215.9, height: 279.4 } as const // millimetres

const twoColumns = { columns: 2, width: 101.6, left: 3.97, top: 12.7, pitch: 106.36 } as const

export const labelSheets = {
  '6181': { ...twoColumns, rows: 10, height: 25.4 },
  '6183': { ...twoColumns, rows: 5, height: 50.8 },
} as const satisfies Record<string, LabelSheet>

export type SheetName = keyof typeof labelSheets

export type LabelStyle = 'simple' | 'complete'

export const maxLabels = 1000 // per file

export function isSheetName(text: unknown): text is SheetName {
  return text === '6181' || text === '6183'
}

export function isLabelStyle(text: unknown): text is LabelStyle {
  return text === 'simple' || text === 'complete'
}

export function countLabelsPerSheet({ columns, rows }: LabelSheet): number {
  return columns * rows
}

/** Returns left and top in millimetres of the label after `labelsBefore` others, row by row. */
export function getLabelPlace(sheet: LabelSheet, labelsBefore: number) {
  const placeOnPage = labelsBefore % countLabelsPerSheet(sheet)
  return {
    page: Math.floor(labelsBefore / countLabelsPerSheet(sheet)),
    x: sheet.left + (placeOnPage % sheet.columns) * sheet.pitch,
    y: sheet.top + Math.floor(placeOnPage / sheet.columns) * sheet.height,
  }
}

/** Splits labels into files: the first begins at `start`, and all but the last fill their sheets. */
export function splitLabelBatches(count: number, start: number): number[] {
  const first = Math.min(count, maxLabels - (start - 1))
  const others = Math.ceil((count - first) / maxLabels)
  const remainingCounts = Array.from({ length: others }, (_, index) => count - first - index * maxLabels)
  return [first, ...remainingCounts.map((batchSize) => Math.min(batchSize, maxLabels))]
}
