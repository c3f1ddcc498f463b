import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AccessRecords } from '#server/watch/access-records.ts'
import { type Edge, makeMinimalBuild, startEdge } from '../test-server.ts'

let folder: string
let edge: Edge | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aeropub-records-'))
})
afterEach(async () => {
  await edge?.close()
  edge = undefined
  await rm(folder, { recursive: true })
})

const silentLog = pino({ level: 'silent' })
const record = { at: '2026-11-25T12:00:00.000Z', address: '203.0.113.7', request: 'aaaa-bbbb' }

async function readLines(name: string): Promise<unknown[]> {
  const text = await readFile(join(folder, name), 'utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

test('records time, address, port, id and person of a request, but not its path, and no probes', async () => {
  const records = new AccessRecords({ folder, log: silentLog, now: () => new Date(record.at) })
  const { build } = makeMinimalBuild()
  const viewerIds: (number | undefined)[] = [7, undefined]
  const resourceRoute = build.routes['routes/resource']
  if (!resourceRoute) throw new Error('no resource route')
  build.routes['routes/resource'] = {
    ...resourceRoute,
    module: {
      default: undefined,
      loader: ({ context }) => {
        const userId = viewerIds.shift()
        if (userId !== undefined) context.onViewer?.(userId)
        return new Response('resource')
      },
    },
  }
  edge = await startEdge({ build, accessRecords: records })
  const secret = 'segredo@exemplo.test'
  const responses = [
    await fetch(`${edge.origin}/resource?search=${secret}`),
    await fetch(`${edge.origin}/resource`),
  ]
  for (const response of responses) expect(await response.text()).toBe('resource')
  for (const path of ['/healthz', '/readyz']) await (await fetch(`${edge.origin}${path}`)).text()
  await edge.close()
  edge = undefined
  await records.close()

  const lines = await readLines('access-2026-11-25.jsonl')
  const requestIds = responses.map((response) => response.headers.get('x-request-id'))
  expect(lines).toEqual([
    {
      at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
      address: expect.stringMatching(/127\.0\.0\.1$/),
      port: expect.any(Number),
      request: requestIds[0],
      user: 7,
    },
    expect.objectContaining({ request: requestIds[1] }),
  ])
  expect(lines[1]).not.toHaveProperty('user')
  expect(JSON.stringify(lines)).not.toContain('segredo')
})

test('reads the port from the proxy’s header if it is a number', async () => {
  const records = new AccessRecords({ folder, log: silentLog, now: () => new Date(record.at) })
  edge = await startEdge({ build: makeMinimalBuild().build, accessRecords: records, trustProxy: 1 })
  for (const sentPort of ['40123', '40123<script>', '']) {
    const headers = {
      'X-Forwarded-For': '203.0.113.9',
      'X-Forwarded-Proto': 'https',
      'X-Client-Port': sentPort,
    }
    await (await fetch(`${edge.origin}/resource`, { headers })).text()
  }
  await edge.close()
  edge = undefined
  await records.close()
  const lines = await readLines('access-2026-11-25.jsonl')
  expect(lines).toMatchObject([{ address: '203.0.113.9', port: 40123 }, {}, {}])
  expect(lines.slice(1).filter((line) => JSON.stringify(line).includes('port'))).toEqual([])
})

test('writes a private file per day in São Paulo and deletes it after six months', async () => {
  for (const day of ['2026-05-24', '2026-05-25', '2026-11-24'])
    await writeFile(join(folder, `access-${day}.jsonl`), 'x\n')
  await writeFile(join(folder, 'notes.txt'), 'kept')
  // The two records are written a minute before and after midnight in São Paulo.
  let now = new Date('2026-11-25T02:59:00Z')
  const records = new AccessRecords({ folder, log: silentLog, now: () => now })
  await records.write(record)
  now = new Date('2026-11-25T03:01:00Z')
  await records.write(record)
  await records.close()
  expect((await readdir(folder)).sort()).toEqual([
    'access-2026-05-25.jsonl',
    'access-2026-11-24.jsonl',
    'access-2026-11-25.jsonl',
    'notes.txt',
  ])
  expect((await stat(join(folder, 'access-2026-11-25.jsonl'))).mode & 0o777).toBe(0o600)
  const textOfFirstDay = await readFile(join(folder, 'access-2026-11-24.jsonl'), 'utf8')
  expect(textOfFirstDay.split('\n')).toEqual(['x', expect.stringContaining(record.request), ''])
})

test('logs an unwritable folder once and tries again', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => lines.push(line) })
  const blockedPath = join(folder, 'taken')
  await writeFile(blockedPath, 'a file')
  const records = new AccessRecords({ folder: blockedPath, log, now: () => new Date(record.at) })
  await records.write(record)
  await records.write(record)
  expect(lines.filter((line) => line.includes('access records cannot be written'))).toHaveLength(1)
  await rm(blockedPath)
  await records.write(record)
  await records.close()
  expect(await readdir(blockedPath)).toEqual(['access-2026-11-25.jsonl'])
})

test('continues when a file cannot be deleted', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => lines.push(line) })
  await mkdir(join(folder, 'access-2026-05-01.jsonl', 'stuck'), { recursive: true })
  await writeFile(join(folder, 'access-2026-05-02.jsonl'), 'x\n')
  const records = new AccessRecords({ folder, log, now: () => new Date(record.at) })
  await records.write(record)
  await records.close()
  expect((await readdir(folder)).sort()).toEqual(['access-2026-05-01.jsonl', 'access-2026-11-25.jsonl'])
  expect(await readLines('access-2026-11-25.jsonl')).toEqual([record])
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'access records past their six months cannot be removed',
  ])
})

test('drops records while the disk is slow and logs their number once', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => lines.push(line) })
  const records = new AccessRecords({ folder, log, now: () => new Date(record.at), maxWaitingBytes: 1_000 })
  await records.begin()
  // The event loop does not turn between the requests, so no record reaches the disk.
  for (let count = 0; count < 100; count++) await records.write(record)
  await records.close()
  await records.write(record)
  await records.close()
  const lineCount = (await readLines('access-2026-11-25.jsonl')).length
  expect(lineCount).toBeLessThan(20)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'access records are not kept: the disk is behind' },
    { msg: 'access records were not kept', count: 101 - lineCount },
  ])
})

test('creates the file of the day at the start or logs the reason', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => lines.push(line) })
  const blockedPath = join(folder, 'taken')
  await writeFile(blockedPath, 'a file')
  await new AccessRecords({ folder: blockedPath, log }).begin()
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'access records cannot be written to ACCESS_RECORDS_DIR', folder: blockedPath },
  ])
  const records = new AccessRecords({ folder, log, now: () => new Date(record.at) })
  await records.begin()
  expect(await readdir(folder)).toContain('access-2026-11-25.jsonl')
  await records.close()
})
