/** A sheet of labels, in millimetres: the place of the first label and the way to the next. */
export type LabelSheet = {
  columns: number
  rows: number
  width: number
  height: number
  left: number
  top: number
  /** from the left edge of one column to that of the next; rows touch */
  pitch: number
}

/** Letter paper, in millimetres. */
export const letterPaper = { width: 215.9, height: 279.4 } as const

const twoColumns = { columns: 2, width: 101.6, left: 3.97, top: 12.7, pitch: 106.36 } as const

/** The sheets in use, by the number on their box: Pimaco 6181 and 6183 (D46). */
export const labelSheets = {
  '6181': { ...twoColumns, rows: 10, height: 25.4 },
  '6183': { ...twoColumns, rows: 5, height: 50.8 },
} as const satisfies Record<string, LabelSheet>

export type SheetName = keyof typeof labelSheets

/** With the address alone, or with contact, document, phone and sender as well. */
export type LabelStyle = 'simple' | 'complete'

/** One printing has no more labels than this. */
export const maxLabels = 1000

export function isSheetName(text: unknown): text is SheetName {
  return text === '6181' || text === '6183'
}

/** How many labels a sheet has. */
export function labelsPerSheet({ columns, rows }: LabelSheet): number {
  return columns * rows
}

/** Where the label after `before` others goes, row by row; page, and left and top edge on it in millimetres. */
export function labelPlace(sheet: LabelSheet, before: number) {
  const onPage = before % labelsPerSheet(sheet)
  return {
    page: Math.floor(before / labelsPerSheet(sheet)),
    x: sheet.left + (onPage % sheet.columns) * sheet.pitch,
    y: sheet.top + Math.floor(onPage / sheet.columns) * sheet.height,
  }
}

/**
 * How many labels go into each of the files that `count` of them need, none with more than `maxLabels`. The first one
 * begins at `start` and, when another follows, ends with a full sheet, so that the others begin on a new one (D45).
 */
export function labelBatches(count: number, start: number): number[] {
  const first = Math.min(count, maxLabels - (start - 1))
  const others = Math.ceil((count - first) / maxLabels)
  const rest = Array.from({ length: others }, (_, index) => count - first - index * maxLabels)
  return [first, ...rest.map((left) => Math.min(left, maxLabels))]
}
