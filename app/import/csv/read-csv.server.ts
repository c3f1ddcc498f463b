import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { CsvKind } from '#app/domain/backoffice/import-kind.ts'
import { maxCsvLines } from '#app/domain/backoffice/import-kind.ts'
import { compactText } from '#app/domain/platform/folded-text.ts'
import { type CsvColumn, csvColumns, csvKeyColumns } from '#app/text/backoffice/csv-columns.ts'
import { csvFaults, csvLineProblems } from '#app/text/backoffice/csv-import-labels.ts'
import { removeMark } from '#app/text/platform/identifiers.ts'

/** Texts by column key, without columns that the file lacks. */
export type CsvCells = Record<string, string>
/** A record; `line` is its last line, as an editor counts. */
export type CsvLine = { line: number; cells: CsvCells; fault?: string }

/** A fault that rejects the whole file. The message is for people. */
export class CsvFault extends Error {
  override name = 'CsvFault'
}

const MAX_RECORD_CHARACTERS = 64 * 1024

/** Yields lines by the heading's fields, in UTF-8, UTF-16 or Windows-1252. Throws CsvFault. */
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

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const PIECE = 64 * 1024

function* splitPieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += PIECE) yield text.slice(start, start + PIECE)
}

/** Returns the most frequent delimiter of the heading, since lines may contain decimal commas. */
function findDelimiter(text: string): string {
  const [head = ''] = text.split(/\r?\n|\r/, 1)
  const counts = [';', ',', '\t'].map((mark) => ({ mark, count: head.split(mark).length }))
  return counts.toSorted((one, other) => other.count - one.count)[0]?.mark ?? ';'
}

function findColumns(headings: readonly string[], kind: CsvKind): CsvColumn[] {
  const namedColumns = withoutBlankEnd(headings).map((heading) => ({
    heading,
    column: findColumn(heading, kind),
  }))
  const unknown = namedColumns.filter(({ column }) => !column).map(({ heading }) => `“${heading.trim()}”`)
  if (unknown.length === namedColumns.length) throw new CsvFault(csvFaults.noHead)
  if (unknown.length > 0) throw new CsvFault(csvFaults.unknown(unknown))
  const columns = namedColumns.flatMap(({ column }) => column ?? [])
  const keys = columns.map(({ key }) => key)
  const twice = namedColumns.find(({ column }, index) => column && keys.indexOf(column.key) !== index)
  if (twice) throw new CsvFault(csvFaults.twice(twice.heading))
  for (const set of csvKeyColumns[kind])
    if (!set.some((key) => keys.includes(key))) throw new CsvFault(csvFaults.missing(listHeadings(set, kind)))
  return columns
}

function findColumn(heading: string, kind: CsvKind): CsvColumn | undefined {
  const listNames = ({ heading, aliases = [] }: CsvColumn) => [heading, ...aliases]
  const bare = compactText(heading)
  return csvColumns[kind].find((column) => listNames(column).some((name) => compactText(name) === bare))
}

function listHeadings(keys: readonly string[], kind: CsvKind): string[] {
  return csvColumns[kind].filter(({ key }) => keys.includes(key)).map(({ heading }) => heading)
}

function readCells(record: readonly string[], columns: readonly CsvColumn[]): Omit<CsvLine, 'line'> {
  const cells = withoutBlankEnd(record, columns.length)
  if (cells.length > columns.length)
    return { cells: {}, fault: csvLineProblems.cells(cells.length, columns.length) }
  const namedCells = columns.map(({ key, kind = 'text' }, index) => [
    key,
    stripMark(kind, cells[index] ?? ''),
  ])
  return { cells: Object.fromEntries(namedCells) }
}

/** Removes empty cells at the end, which spreadsheets add for former columns. */
function withoutBlankEnd(cells: readonly string[], keep = 0): readonly string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, Math.max(keep, last + 1))
}

/** Removes our exports' mark of text that spreadsheets would compute; formerly only an apostrophe. */
function stripMark(kind: NonNullable<CsvColumn['kind']>, cell: string): string {
  const text = cell.trim()
  const bare = removeMark(kind, text)
  return bare === text ? removeMark('text', text) : bare
}
