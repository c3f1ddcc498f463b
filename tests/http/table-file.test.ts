import { expect, test } from 'vitest'
import { iteratePages, makeTableResponse } from '#app/http/table-file.server.ts'
import type { CellValue } from '#app/text/reports/cells.ts'

async function* yieldRows(...rows: CellValue[][]) {
  yield* rows
}

const readText = async (...rows: CellValue[][]) => {
  const heads = [
    { label: 'Nome', kind: 'text' },
    { label: 'Valor', kind: 'money' },
  ] as const
  const answer = makeTableResponse('x.csv', 'X', { heads, rows: yieldRows(...rows), totals: () => [] })
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
}

test('writes CSV for Excel in Brazil: BOM, semicolons, quotes', async () => {
  expect(await readText(['São João; "Ação"', 1_234_56], [null, 7])).toBe(
    '\ufeffNome;Valor\r\n"São João; ""Ação""";1234,56\r\n;0,07\r\n',
  )
})

test.each(['=1+1', '+55', '-1', '@x', '\tx'])('writes %j so that it is no formula', async (text) => {
  expect(await readText([text, 1])).toContain(`'${text}`)
})

test('reads pages until one is empty', async () => {
  const requestedPages: number[] = []
  const readRows: number[] = []
  for await (const row of iteratePages(async (page) => {
    requestedPages.push(page)
    return page < 3 ? [page * 10, page * 10 + 1] : []
  }))
    readRows.push(row)
  expect([requestedPages, readRows]).toEqual([
    [1, 2, 3],
    [10, 11, 20, 21],
  ])
})
