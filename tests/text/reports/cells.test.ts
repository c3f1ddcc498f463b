import { describe, expect, test } from 'vitest'
import {
  canBeConverted,
  identifierMarks,
  type MarkedKind,
  removeMark,
} from '#app/text/platform/identifiers.ts'
import { type CellKind, formatCell } from '#app/text/reports/cells.ts'
import { formatCsvCell } from '#app/text/reports/file-cells.ts'
import { convertedByCalc, convertedByExcel, unchangedInCalc } from '#tests/support/spreadsheets/corpus.ts'
import { readSpreadsheetCell } from '#tests/support/spreadsheets/reader.ts'

const corpus = [...unchangedInCalc, ...Object.values(convertedByCalc).flat(), ...convertedByExcel]
const markedKinds = Object.keys(identifierMarks).filter((kind): kind is MarkedKind => kind in identifierMarks)
const textKinds: readonly (MarkedKind | 'text')[] = [...markedKinds, 'text']

describe('the parser of CSV cells', () => {
  test('agrees with LibreOffice Calc on every cell', () => {
    const contents = corpus.map((text) => [text, readSpreadsheetCell(text, 'calc')])
    const recordedContents = corpus.map((text) => {
      const [content = 'text'] =
        Object.entries(convertedByCalc).find(([, texts]) => texts.includes(text)) ?? []
      return [text, content]
    })
    expect(contents).toEqual(recordedContents)
  })

  test.each(convertedByExcel)('detects that Excel changes %s', (text) => {
    expect(readSpreadsheetCell(text, 'excel')).not.toBe('text')
  })

  test('finds no converted text that canBeConverted misses', () => {
    const isChanged = (text: string) =>
      readSpreadsheetCell(text, 'calc') !== 'text' || readSpreadsheetCell(text, 'excel') !== 'text'
    expect(corpus.filter((text) => isChanged(text) && !canBeConverted(text))).toEqual([])
  })
})

describe.each(textKinds)('a column of kind %s', (kind) => {
  test.each(corpus)('stores %j as text in Calc and Excel', (text) => {
    const cell = formatCsvCell(kind, text)
    expect([cell, readSpreadsheetCell(cell, 'calc')]).toEqual([cell, 'text'])
    expect([cell, readSpreadsheetCell(cell, 'excel')]).toEqual([cell, 'text'])
  })

  test('returns each unformatted text unchanged after writing and removing the mark', () => {
    const markedTexts = [`${kind === 'text' ? "'" : `${identifierMarks[kind]} `}007`, "'x", "'5", 'v. A']
    const texts = [...corpus, ...markedTexts].filter((text) => isUnmasked(kind, text))
    expect(texts.map((text) => removeMark(kind, formatCsvCell(kind, text)))).toEqual(texts)
  })
})

/** Returns true if the cell contains the text itself, not a formatted value such as a phone number. */
function isUnmasked(kind: CellKind, text: string): boolean {
  return formatCsvCell(kind, text).includes(text)
}

test.each<[CellKind, string | number | Date, string]>([
  [
    'key',
    '35261199900200000000550010000000011000000014',
    '3526 1199 9002 0000 0000 5500 1000 0000 0110 0000 0014',
  ],
  ['code', '99900010000000001', 'nº 99900010000000001'],
  ['code', '109/00000001-5', '109/00000001-5'],
  ['code', 'PC-7', 'PC-7'],
  ['code', '#12', '#12'],
  ['zip', '01310000', '01310-000'],
  ['zip', '1310', 'nº 1310'],
  ['phone', '1438000202', '(14) 3800-0202'],
  ['phone', '+1 555', 'tel. +1 555'],
  ['document', '52998224725', '529.982.247-25'],
  ['document', '11222333000181', '11.222.333/0001-81'],
  ['document', '0001', 'doc. 0001'],
  ['state-registration', '0623079040081', 'IE 0623079040081'],
  ['state-registration', 'ISENTO', 'ISENTO'],
  ['official-code', '06', 'cód. 06'],
  ['version', '03', 'v. 03'],
  ['version', 'Rev. 1', 'Rev. 1'],
  ['version', 'A1', 'A1'],
  ['complement', '1/2', 'compl. 1/2'],
  ['applicability', '12E5', 'aplic. 12E5'],
  ['series', '001', 'série 001'],
  ['text', '=1+1', "'=1+1"],
  ['text', '\tx', "'\tx"],
  ['text', '＝1+1', "'＝1+1"],
  ['text', '10-20', "'10-20"],
  ['text', 'Rua 7', 'Rua 7'],
  ['number', 1071, '1071'],
  ['count', -5, '-5'],
  ['money', -5_10, '-5,10'],
  ['money', 1_234_56, '1234,56'],
  ['weight', 1250, '1,25'],
  ['date', '2026-02-28', '28/02/2026'],
  ['instant', new Date('2026-11-25T17:41:00Z'), '25/11/2026 14:41'],
])('formats a %s %j as %j', (kind, value, cell) => {
  expect(formatCsvCell(kind, value)).toBe(cell)
})

test('shows an empty cell in a file and a dash on the screen', () => {
  expect(textKinds.flatMap((kind) => [formatCsvCell(kind, null), formatCsvCell(kind, '')]).join('')).toBe('')
  expect(formatCell('code', null)).toBe('-')
})
