import { Zip, ZipDeflate } from 'fflate'
import { formatFileHead } from '#app/text/reports/file-cells.ts'
import type { FileTable } from './file-table.ts'
import {
  maxRowsInSheet,
  relationsXml,
  type SheetFrame,
  stylesXml,
  writeContentTypes,
  writeCoreProperties,
  writeRowXml,
  writeSheetEnd,
  writeSheetStart,
  writeWorkbook,
  writeWorkbookRelations,
} from './xlsx-parts.ts'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The number of characters to compress at a time. Compressing each row separately would be far slower. */
const CHARACTERS_AT_ONCE = 64 * 1024

type WorkbookFile = { name: string; texts: Iterable<string> | AsyncIterable<string> }

/** Streams a workbook in constant memory, with typed cells and the totals on their own sheet. */
export async function* streamXlsx(title: string, table: FileTable): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const readyBytes: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    readyBytes.push(bytes)
  })
  for await (const { name, texts } of writeFiles(title, table)) {
    const file = new ZipDeflate(name)
    zip.add(file)
    let unwrittenText = ''
    for await (const text of texts) {
      unwrittenText += text
      if (unwrittenText.length < CHARACTERS_AT_ONCE) continue
      file.push(encoder.encode(unwrittenText))
      unwrittenText = ''
      yield* readyBytes.splice(0)
    }
    file.push(encoder.encode(unwrittenText), true)
    yield* readyBytes.splice(0)
  }
  zip.end()
  yield* readyBytes.splice(0)
}

/** Yields the files about the workbook last, because the number of sheets and rows is unknown before. */
async function* writeFiles(title: string, table: FileTable): AsyncGenerator<WorkbookFile> {
  const sheets: SheetFrame[] = []
  const addSheet = (sheet: SheetFrame) => `xl/worksheets/sheet${sheets.push(sheet)}.xml`
  const rows = makePeekable(table.rows)
  const heads = table.heads.map(({ kind, label }) => ({ kind, label: formatFileHead(kind, label) }))
  try {
    do {
      const sheet: SheetFrame = { name: formatSheetName(title, sheets.length), heads, rows: 1 }
      yield { name: addSheet(sheet), texts: writeRows(sheet, rows) }
    } while (await rows.hasNext())
  } finally {
    await rows.close()
  }
  if (table.summary) {
    const { title: name, heads: summaryHeads, rows: summaryRows } = table.summary
    const namedHeads = summaryHeads.map(({ kind, label }) => ({ kind, label: formatFileHead(kind, label) }))
    const sheet: SheetFrame = {
      name: formatSheetName(name, 0),
      heads: namedHeads,
      rows: summaryRows.length + 1,
    }
    yield { name: addSheet(sheet), texts: writeLines(sheet, summaryRows) }
  }
  // A report without rows has no sheet of totals.
  const totals = sheets[0]?.rows === 1 ? [] : table.totals()
  if (totals.length > 0) {
    const sheet: SheetFrame = { name: 'Totais', heads: totalHeads, rows: totals.length + 1 }
    yield { name: addSheet(sheet), texts: writeTotals(sheet, totals) }
  }
  yield { name: 'xl/styles.xml', texts: [stylesXml] }
  yield { name: 'xl/workbook.xml', texts: [writeWorkbook(sheets)] }
  yield { name: 'xl/_rels/workbook.xml.rels', texts: [writeWorkbookRelations(sheets.length)] }
  yield { name: 'docProps/core.xml', texts: [writeCoreProperties(title)] }
  yield { name: '_rels/.rels', texts: [relationsXml] }
  yield { name: '[Content_Types].xml', texts: [writeContentTypes(sheets.length)] }
}

type Rows = ReturnType<typeof makePeekable>

/** Wraps the rows so that the writer can check for a next row without reading past it. */
function makePeekable(source: FileTable['rows']) {
  const iterator = source[Symbol.asyncIterator]()
  let nextRow: ReturnType<typeof iterator.next> | undefined
  const peek = () => {
    nextRow ??= iterator.next()
    return nextRow
  }
  return {
    hasNext: async () => !(await peek()).done,
    takeNext: async () => {
      const { value } = await peek()
      nextRow = undefined
      return value
    },
    close: async () => {
      await iterator.return?.()
    },
  }
}

/** Yields the rows and counts them in `sheet`. */
async function* writeRows(sheet: SheetFrame, rows: Rows): AsyncGenerator<string> {
  yield writeSheetStart(sheet)
  while (sheet.rows < maxRowsInSheet && (await rows.hasNext())) {
    sheet.rows += 1
    yield writeRowXml(sheet.rows, sheet.heads, await rows.takeNext())
  }
  yield writeSheetEnd(sheet)
}

/** Yields the rows of a summary. They begin in row 2, below the headings. */
function* writeLines(
  sheet: SheetFrame,
  summaryRows: NonNullable<FileTable['summary']>['rows'],
): Generator<string> {
  yield writeSheetStart(sheet)
  for (const [index, values] of summaryRows.entries()) yield writeRowXml(index + 2, sheet.heads, values)
  yield writeSheetEnd(sheet)
}

const totalHeads = [
  { label: 'Total', kind: 'text' },
  { label: 'Valor', kind: 'text' },
] as const

function* writeTotals(sheet: SheetFrame, totals: ReturnType<FileTable['totals']>): Generator<string> {
  yield writeSheetStart(sheet)
  for (const [index, { label, kind, value }] of totals.entries())
    yield writeRowXml(
      index + 2,
      [
        { label, kind: 'text' },
        { label, kind },
      ],
      [label, value],
    )
  yield writeSheetEnd(sheet)
}

/** The limit of Excel for the name of a sheet. */
const MAX_NAME_LENGTH = 31

function formatSheetName(title: string, sheetsBefore: number): string {
  const suffix = sheetsBefore === 0 ? '' : ` (${sheetsBefore + 1})`
  const name = title.replace(/[[\]:*?/\\']/g, ' ').slice(0, MAX_NAME_LENGTH - suffix.length)
  return `${name}${suffix}`
}
