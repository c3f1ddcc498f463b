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

/** Returns the page and the position in millimetres of the label after `labelsBefore` others, row by row. */
export function getLabelPlace(sheet: LabelSheet, labelsBefore: number) {
  const indexOnPage = labelsBefore % countLabelsPerSheet(sheet)
  const column = indexOnPage % sheet.columns
  const row = Math.floor(indexOnPage / sheet.columns)
  return {
    page: Math.floor(labelsBefore / countLabelsPerSheet(sheet)),
    x: sheet.left + column * sheet.pitch,
    y: sheet.top + row * sheet.height,
  }
}

/** Returns the number of labels of each file. The first file skips the `start - 1` used labels of its sheet. */
export function splitLabelBatches(labelCount: number, start: number): number[] {
  const firstBatchSize = Math.min(labelCount, maxLabels - (start - 1))
  const batchSizes = [firstBatchSize]
  for (let remainingCount = labelCount - firstBatchSize; remainingCount > 0; remainingCount -= maxLabels)
    batchSizes.push(Math.min(remainingCount, maxLabels))
  return batchSizes
}
