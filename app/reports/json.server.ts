import { Readable } from 'node:stream'
import type { CellKind, CellValue } from '#app/text/reports/cells.ts'
import type { OpenSheet } from './sheet.server.ts'

/**
 * Streams a JSON array with an object per row by column keys. Amounts are text in reais with two decimals, so
 * that no program rounds them; days are YYYY-MM-DD.
 */
export function streamJson(sheet: OpenSheet, contents = sheet.readAll()): Readable {
  return Readable.from(writeLines(sheet, contents))
}

async function* writeLines({ heads }: OpenSheet, { portions }: ReturnType<OpenSheet['readAll']>) {
  yield '['
  let separator = '\n'
  for await (const rows of portions)
    for (const { cells } of rows) {
      const pairs = heads.map(({ key, kind }, index) => [key, toPlain(kind, cells[index]?.value ?? null)])
      yield `${separator}${JSON.stringify(Object.fromEntries(pairs))}`
      separator = ',\n'
    }
  yield '\n]\n'
}

function toPlain(kind: CellKind, value: CellValue): CellValue {
  return kind === 'money' && typeof value === 'number' ? (value / 100).toFixed(2) : value
}
