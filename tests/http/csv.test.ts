import { expect, test } from 'vitest'
import { allPages, type Cell, csvResponse } from '#app/http/csv.server.ts'

async function* rows(...all: Cell[][]) {
  yield* all
}

const textOf = async (...all: Cell[][]) => {
  const bytes = new Uint8Array(await csvResponse('x.csv', ['Nome', 'Valor'], rows(...all)).arrayBuffer())
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

test('Excel in Brazil opens it: mark, semicolons, quotes where they are needed', async () => {
  expect(await textOf(['São João; "Ação"', '1.234,56'], [null, 7])).toBe(
    '\ufeffNome;Valor\r\n"São João; ""Ação""";1.234,56\r\n;7\r\n',
  )
})

test.each(['=1+1', '+55', '-1', '@x', '\tx'])('%j is kept from being a formula', async (text) => {
  expect(await textOf([text, 1])).toContain(`'${text}`)
})

test('a number stays a number', async () => {
  expect(await textOf(['x', -5])).toContain('x;-5')
})

test('pages are read one after the other until one is empty', async () => {
  const asked: number[] = []
  const found: number[] = []
  for await (const row of allPages(async (page) => {
    asked.push(page)
    return page < 3 ? [page * 10, page * 10 + 1] : []
  }))
    found.push(row)
  expect([asked, found]).toEqual([
    [1, 2, 3],
    [10, 11, 20, 21],
  ])
})
