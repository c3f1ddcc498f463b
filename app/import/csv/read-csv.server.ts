import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { CsvKind } from '#app/domain/backoffice/import-kind.ts'
import { maxCsvLines } from '#app/domain/backoffice/import-kind.ts'
import { compactText } from '#app/domain/platform/folded-text.ts'
import { type CsvColumn, csvColumns, csvKeyColumns } from '#app/text/backoffice/csv-columns.ts'
import { csvFaults, csvLineProblems } from '#app/text/backoffice/csv-import-labels.ts'
import { removeMark } from '#app/text/platform/identifiers.ts'

/** Texts by column key. Columns that the file lacks have no key. */
export type CsvCells = Record<string, string>
/** A record; `line` is its last line, as an editor counts. */
export type CsvLine = { line: number; cells: CsvCells; fault?: string }

/** A fault that rejects the whole file. The message is for people. */
export class CsvFault extends Error {
  override name = 'CsvFault'
}

const MAX_RECORD_CHARACTERS = 64 * 1024

/** Yields the lines of a file in UTF-8, UTF-16 or Windows-1252, by the fields of its heading. Throws CsvFault. */
export async function* readCsv(bytes: Uint8Array, kind: CsvKind): AsyncGenerator<CsvLine> {
  const text = decode(bytes)
  const parser = parse({
    delimiter: findDelimiter(text),
    info: true,
    max_record_size: MAX_RECORD_CHARACTERS,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  })
  const rows = Readable.from(splitPieces(text)).pipe(parser)
  let columns: CsvColumn[] | undefined
  let count = 0
  try {
    for await (const { info, record } of rows) {
      if (!columns) {
        columns = findColumns(record, kind)
        continue
      }
      count += 1
      if (count > maxCsvLines) throw new CsvFault(csvFaults['too-many'])
      yield { line: info.lines, ...readCells(record, columns) }
    }
  } catch (error) {
    if (error instanceof CsvError) throw new CsvFault(csvFaults.unreadable(Number(error.lines) || 1))
    throw error
  }
  if (!columns) throw new CsvFault(csvFaults.noHead)
  if (count === 0) throw new CsvFault(csvFaults.empty)
}

/** Decodes UTF-16 with a byte order mark, UTF-8 or, for bytes that are not valid UTF-8, Windows-1252. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const PIECE_LENGTH = 64 * 1024

function* splitPieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += PIECE_LENGTH)
    yield text.slice(start, start + PIECE_LENGTH)
}

/** Returns the most frequent delimiter of the heading. Other lines may contain decimal commas. */
function findDelimiter(text: string): string {
  const [heading = ''] = text.split(/\r?\n|\r/, 1)
  const counts = [';', ',', '\t'].map((delimiter) => ({ delimiter, count: heading.split(delimiter).length }))
  const [mostFrequent] = counts.toSorted((first, second) => second.count - first.count)
  return mostFrequent?.delimiter ?? ';'
}

/** Returns the columns of a file's headings. Throws CsvFault for unknown, repeated or missing columns. */
function findColumns(headings: readonly string[], kind: CsvKind): CsvColumn[] {
  const namedColumns = removeBlankEnd(headings).map((heading) => ({
    heading,
    column: findColumn(heading, kind),
  }))
  const unknownHeadings = namedColumns
    .filter(({ column }) => !column)
    .map(({ heading }) => `“${heading.trim()}”`)
  if (unknownHeadings.length === namedColumns.length) throw new CsvFault(csvFaults.noHead)
  if (unknownHeadings.length > 0) throw new CsvFault(csvFaults.unknown(unknownHeadings))
  const columns = namedColumns.flatMap(({ column }) => column ?? [])
  const keys = columns.map(({ key }) => key)
  const repeatedColumn = namedColumns.find(
    ({ column }, index) => column && keys.indexOf(column.key) !== index,
  )
  if (repeatedColumn) throw new CsvFault(csvFaults.twice(repeatedColumn.heading))
  for (const alternativeKeys of csvKeyColumns[kind])
    if (!alternativeKeys.some((key) => keys.includes(key)))
      throw new CsvFault(csvFaults.missing(listHeadings(alternativeKeys, kind)))
  return columns
}

function findColumn(heading: string, kind: CsvKind): CsvColumn | undefined {
  const listColumnNames = ({ heading, aliases = [] }: CsvColumn) => [heading, ...aliases]
  const compactHeading = compactText(heading)
  return csvColumns[kind].find((column) =>
    listColumnNames(column).some((name) => compactText(name) === compactHeading),
  )
}

function listHeadings(keys: readonly string[], kind: CsvKind): string[] {
  return csvColumns[kind].filter(({ key }) => keys.includes(key)).map(({ heading }) => heading)
}

function readCells(record: readonly string[], columns: readonly CsvColumn[]): Omit<CsvLine, 'line'> {
  const cells = removeBlankEnd(record, columns.length)
  if (cells.length > columns.length)
    return { cells: {}, fault: csvLineProblems.cells(cells.length, columns.length) }
  const namedCells = columns.map(({ key, kind = 'text' }, index) => [
    key,
    removeExportMark(kind, cells[index] ?? ''),
  ])
  return { cells: Object.fromEntries(namedCells) }
}

/** Removes empty cells at the end, which spreadsheets add for deleted columns. */
function removeBlankEnd(cells: readonly string[], minLength = 0): readonly string[] {
  const lastFilled = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, Math.max(minLength, lastFilled + 1))
}

/** Removes the mark before text that spreadsheets would compute. Older exports always used an apostrophe. */
function removeExportMark(kind: NonNullable<CsvColumn['kind']>, cell: string): string {
  const text = cell.trim()
  const unmarkedText = removeMark(kind, text)
  return unmarkedText === text ? removeMark('text', text) : unmarkedText
}
