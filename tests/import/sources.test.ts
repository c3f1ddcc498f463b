import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeApiSource } from '#app/import/api-source.server.ts'
import { makeFileSource, nestCells } from '#app/import/file-source.server.ts'
import { type ImportSource, SourceError, type SourceRecord } from '#app/import/kinds.ts'
import { startFakeServer } from '#tests/support/fakes/fake-server.ts'

async function readAllRecords(
  source: ImportSource,
  kind: Parameters<ImportSource['read']>[0],
): Promise<SourceRecord[]> {
  const records: SourceRecord[] = []
  for await (const record of source.read(kind)) records.push(record)
  return records
}

describe('a folder as the source', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aeropub-import-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  test.each([
    [
      'publications.json',
      '[{"id":1,"name":"Manual"},{"id":2,"name":"Índice"}]',
      ['registro 1', 'registro 2'],
    ],
    ['publications.jsonl', '{"id":1,"name":"Manual"}\n\n{"id":2,"name":"Índice"}\n', ['linha 1', 'linha 3']],
  ])('reads %s and returns the place of each record', async (name, text, places) => {
    await writeFile(join(folder, name), text)
    const records = await readAllRecords(makeFileSource(folder), 'publications')
    expect(records).toEqual([
      { place: places[0], value: { id: 1, name: 'Manual' } },
      { place: places[1], value: { id: 2, name: 'Índice' } },
    ])
  })

  test('reads a CSV file with semicolons and nested column names', async () => {
    await writeFile(
      join(folder, 'profiles.csv'),
      '\ufeffid;name;billing_address.city;user.email\n7;"Ana; Maria";Botucatu;ana@example.com\n',
    )
    expect(await readAllRecords(makeFileSource(folder), 'profiles')).toEqual([
      {
        place: 'linha 2',
        value: {
          id: '7',
          name: 'Ana; Maria',
          billing_address: { city: 'Botucatu' },
          user: { email: 'ana@example.com' },
        },
      },
    ])
  })

  test('returns no records for a missing file, and rejects two files of one kind', async () => {
    expect(await readAllRecords(makeFileSource(folder), 'orders')).toEqual([])
    await writeFile(join(folder, 'orders.json'), '[]')
    await writeFile(join(folder, 'orders.csv'), 'id\n')
    await expect(readAllRecords(makeFileSource(folder), 'orders')).rejects.toThrow(
      'orders.json, orders.csv: only one of them',
    )
  })

  test.each([
    ['orders.json', '[{"id":1}'],
    ['orders.json', '<html>'],
    ['orders.jsonl', '{"id":1'],
    ['orders.csv', 'id,name\n"1'],
  ])('rejects a broken %s', async (name, text) => {
    await writeFile(join(folder, name), text)
    await expect(readAllRecords(makeFileSource(folder), 'orders')).rejects.toBeInstanceOf(SourceError)
  })
})

test('parses numbered column names as lists', () => {
  expect(nestCells({ id: '1', 'publications.0.value': '10', 'publications.1.value': '20' })).toEqual({
    id: '1',
    publications: [{ value: '10' }, { value: '20' }],
  })
})

describe('a remote API as the source', () => {
  test('is read page by page with its token, with a retry after a temporary failure', async () => {
    const server = await startFakeServer(({ path }) => {
      const page = Number(new URL(path, 'http://old').searchParams.get('page'))
      return { body: { results: [{ id: page * 10 }], count: 3, pages: 3 } }
    })
    server.fail('status-503', { times: 1 })
    const records = await readAllRecords(
      makeApiSource({ address: server.url, token: 'abc', firstWaitMs: 1 }),
      'orders',
    )
    expect(records).toEqual([
      { place: 'página 1', value: { id: 10 } },
      { place: 'página 2', value: { id: 20 } },
      { place: 'página 3', value: { id: 30 } },
    ])
    // Three pages and one repeated request.
    expect(server.requests.map(({ authorization }) => authorization)).toEqual(Array(4).fill('Bearer abc'))
    expect(server.requests.at(-1)?.path).toBe('/order/?ordering=id&page=3&limit=500')
    await server.close()
  })

  test.each([
    ['html-200', '/order/?ordering=id&page=1&limit=500: no list with results, count and pages'],
    ['html-400', '/order/?ordering=id&page=1&limit=500: 400'],
    ['status-500', '/order/?ordering=id&page=1&limit=500: 500'],
  ] as const)('stops at the response %s and reports it', async (fault, message) => {
    const server = await startFakeServer(() => ({ body: {} }))
    server.fail(fault, { times: 10 })
    await expect(
      readAllRecords(makeApiSource({ address: server.url, token: 'abc', firstWaitMs: 1 }), 'orders'),
    ).rejects.toThrow(message)
    await server.close()
  })
})
