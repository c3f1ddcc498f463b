import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { convertedByCalc, unchangedInCalc } from '#tests/support/spreadsheets/corpus.ts'
import { downloadEveryTable, readCsv, readRows, type Table } from '#tests/support/spreadsheets/every-table.ts'
import { findLibreOffice } from '../../../../scripts/dev-services/binaries.mjs'

type Cell = Awaited<ReturnType<typeof readRows>>[number][number]

const program = findLibreOffice()
/** Settings of a double click: semicolons, UTF-8, Brazil, numbers recognised. */
const doubleClickFilter = 'CSV:59,34,76,1,,1046,false,true'
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aeropub-office-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Returns the first sheet of each file as LibreOffice opens it. */
async function openInLibreOffice(format: 'csv' | 'xlsx', files: readonly { name: string; bytes: Buffer }[]) {
  const [sourceFolder, targetFolder] = [join(folder, format), join(folder, `${format}-opened`)]
  await mkdir(sourceFolder)
  for (const { name, bytes } of files) await writeFile(join(sourceFolder, `${name}.${format}`), bytes)
  const profileOption = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const inputOptions = format === 'csv' ? [`--infilter=${doubleClickFilter}`] : []
  const outputOptions = ['--convert-to', 'xlsx:Calc MS Excel 2007 XML', '--outdir', targetFolder]
  const paths = files.map(({ name }) => join(sourceFolder, `${name}.${format}`))
  await promisify(execFile)(program ?? '', [
    profileOption,
    '--headless',
    ...inputOptions,
    ...outputOptions,
    ...paths,
  ])
  const sheets = new Map<string, Cell[][]>()
  for (const { name } of files)
    sheets.set(name, await readRows(await readFile(join(targetFolder, `${name}.xlsx`))))
  return sheets
}

/** Rounds dates to minutes, because LibreOffice rounds the fraction of a day. */
function toComparable(cell: Cell): unknown {
  return cell instanceof Date ? new Date(Math.round(cell.getTime() / 60_000) * 60_000) : cell
}

/** Returns the differing cells of two sheets with their positions. */
function listDifferences(name: string, actual: readonly Cell[][], expected: readonly unknown[][]): string[] {
  const rows = Math.max(actual.length, expected.length)
  return Array.from({ length: rows }, (_, row) => row).flatMap((row) =>
    Array.from({ length: expected[0]?.length ?? 0 }, (_, column) => column).flatMap((column) => {
      const [cell, expectedCell] = [
        toComparable(actual[row]?.[column] ?? null),
        expected[row]?.[column] ?? null,
      ]
      const isSame = JSON.stringify(cell) === JSON.stringify(expectedCell)
      return isSame ? [] : [`${name} ${row + 1}/${column + 1}: ${JSON.stringify([cell, expectedCell])}`]
    }),
  )
}

/** Returns the expected cells of a CSV file: its texts, but numbers and dates as in the Excel file. */
async function readExpectedCells({ csv, xlsx }: Table) {
  const rows = await readRows(xlsx)
  return readCsv(csv).map((line, row) =>
    line.map((text, column) => {
      const cell = rows[row]?.[column] ?? null
      return typeof cell === 'string' ? text : toComparable(cell)
    }),
  )
}

test.skipIf(!program)(
  'LibreOffice reads every list and report unchanged, from CSV and Excel',
  { timeout: 300_000, meta: { slow: 'starts LibreOffice twice' } },
  async () => {
    const tables = await downloadEveryTable()
    const csvFiles = tables.map(({ name, csv }) => ({ name, bytes: csv }))
    const xlsxFiles = tables.map(({ name, xlsx }) => ({ name, bytes: xlsx }))
    const corpus = [...unchangedInCalc, ...Object.values(convertedByCalc).flat()]
    const corpusFile = Buffer.from(
      `\ufeffTexto;n\r\n${corpus.map((text, index) => `${text};${index}`).join('\r\n')}\r\n`,
    )
    const csvSheets = await openInLibreOffice('csv', [...csvFiles, { name: 'corpus', bytes: corpusFile }])
    const xlsxSheets = await openInLibreOffice('xlsx', xlsxFiles)
    const differences: string[] = []
    for (const table of tables) {
      const { name } = table
      differences.push(...listDifferences(name, csvSheets.get(name) ?? [], await readExpectedCells(table)))
      const writtenRows = await readRows(table.xlsx)
      const rows = writtenRows.map((row) => row.map(toComparable))
      differences.push(...listDifferences(`${name}.xlsx`, xlsxSheets.get(name) ?? [], rows))
    }
    expect(differences).toEqual([])
    const corpusRows = (csvSheets.get('corpus') ?? [])
      .slice(1)
      .flatMap(([cell], index) => (cell === corpus[index] ? [cell] : []))
    expect(corpusRows).toEqual(unchangedInCalc)
  },
)
