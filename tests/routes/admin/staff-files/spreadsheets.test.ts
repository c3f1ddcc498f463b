import { expect, test } from 'vitest'
import { formatAccessKey } from '#app/domain/orders/invoices/access-key.ts'
import { taxLabels } from '#app/text/catalogue/tax-labels.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { makeAccessKey } from '#tests/factories/hostile-identifiers.ts'
import { downloadEveryTable, readCsv, readRows, type Table } from '#tests/support/spreadsheets/every-table.ts'
import { readSpreadsheetCell } from '#tests/support/spreadsheets/reader.ts'

type Cell = Awaited<ReturnType<typeof readRows>>[number][number]

const keepLettersAndDigits = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '')
const padTwoDigits = (value: number) => String(value).padStart(2, '0')

/** Returns how a CSV cell differs from the cell of the Excel file; undefined if it does not. */
function findDifference(csv: string, cell: Cell): string | undefined {
  if (cell === null) return csv === '' ? undefined : 'should be empty'
  if (typeof cell === 'string') {
    const readContents = (['calc', 'excel'] as const).map((program) => readSpreadsheetCell(csv, program))
    if (readContents.some((content) => content !== 'text')) return `is taken for ${readContents.join(' or ')}`
    return keepLettersAndDigits(csv).endsWith(keepLettersAndDigits(cell)) ? undefined : `is not ${cell}`
  }
  if (typeof cell === 'number') return Number(csv.replace(',', '.')) === cell ? undefined : `is not ${cell}`
  if (!(cell instanceof Date)) return 'is a boolean'
  const day = `${padTwoDigits(cell.getUTCDate())}/${padTwoDigits(cell.getUTCMonth() + 1)}/${cell.getUTCFullYear()}`
  return csv.startsWith(day) ? undefined : `is not ${day}`
}

/** Returns each fault with the file, its column and the cell. */
async function listFaults({ name, csv, xlsx }: Table): Promise<string[]> {
  const [lines, rows] = [readCsv(csv), await readRows(xlsx)]
  const headings = lines[0] ?? []
  if (rows.length !== lines.length) return [`${name}: ${lines.length} lines, ${rows.length} rows`]
  return lines.flatMap((line, row) =>
    line.flatMap((text, column) => {
      const difference = findDifference(text, rows[row]?.[column] ?? null)
      const place = `${name}, ${headings[column]}: ${JSON.stringify(text)}`
      return [
        ...(difference ? [`${place} ${difference}`] : []),
        ...(/^'?[-–]$/.test(text) ? [`${place} is a placeholder`] : []),
      ]
    }),
  )
}

const knownNames = new Set<string>([...Object.values(columnNames), ...Object.values(taxLabels)])

/** Returns headings that the glossary lacks. Units and parts of an address follow a name. */
function listUnknownHeadings({ name, csv }: Table): string[] {
  const headings = (readCsv(csv)[0] ?? []).filter((heading) => !/ da (cobrança|entrega)$/.test(heading))
  return headings.flatMap((heading) =>
    knownNames.has(heading.replace(/ \(kg\)$/, '')) ? [] : [`${name}: ${heading}`],
  )
}

test('no two columns of lists and reports have the same name', () => {
  const names = Object.values(columnNames).map((name) => name.toLowerCase())
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('all lists and reports have named headings, and equal cells in CSV and Excel safe from conversion', {
  meta: { slow: 'reads every list and report twice' },
}, async () => {
  const tables = await downloadEveryTable()
  const allFaults: string[] = []
  for (const table of tables) allFaults.push(...(await listFaults(table)))
  expect(allFaults).toEqual([])
  expect(tables.flatMap(listUnknownHeadings)).toEqual([])

  const cells = new Set(tables.flatMap(({ csv }) => readCsv(csv)).flat())
  const expectedCells = [
    ...[
      'nº 000.001.234',
      'nº 000123',
      'nº 4500012345678901',
      'PC-7',
      'nº 99900010000000001',
      '109/00000003-5',
    ],
    ...['v. 03', 'v. 1/2', 'Rev. 9', 'aplic. 12E5', 'aplic. +55', 'EMB-202', 'nº 12345678901234567'],
    ...['01310-000', 'nº 007', 'compl. 1/2', 'cód. 3550308', 'IE 0623079040081', 'série 001', "'10-20"],
  ]
  expect(expectedCells.filter((cell) => !cells.has(cell))).toEqual([])
  expect([...cells].some((cell) => cell.startsWith(formatAccessKey(makeAccessKey(1)).slice(0, 32)))).toBe(
    true,
  )
})
