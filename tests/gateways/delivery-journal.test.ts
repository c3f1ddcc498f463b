import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openJournal } from '#app/gateways/delivery-journal.server.ts'

const HOUR_MS = 3_600_000
let folder: string

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'aeropub-journal-')), 'deliveries')
})

afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }))

test('other processes sharing the folder read a recorded delivery', async () => {
  const [writer, reader] = [openJournal(folder), openJournal(folder)]
  expect(await reader.has('7@1000')).toBe(false)
  await Promise.all(['7@1000', '8@1000'].map((key) => writer.append(key)))
  expect(await reader.has('7@1000')).toBe(true)
  await writer.append('9@1000')
  expect(await reader.has('9@1000')).toBe(true)
  expect(await openJournal(folder).has('8@1000')).toBe(true)
  expect(await reader.has('7@2000')).toBe(false)
})

test('ignores a truncated line of the journal', async () => {
  await openJournal(folder).append('7@1000')
  const [name = ''] = await readdir(folder)
  await appendFile(join(folder, name), '8@1000')
  const journal = openJournal(folder)
  expect([await journal.has('7@1000'), await journal.has('8@1000')]).toEqual([true, false])
})

test('deletes a file only when it cannot grow and all its deliveries are done', async () => {
  const journal = openJournal(folder)
  await journal.append('7@1000')
  // Half an hour after its last change, a file counts as complete.
  const later = new Date(Date.now() + HOUR_MS)
  expect(await journal.prune(new Date(), async () => true)).toBe(0)
  expect(await journal.prune(later, async () => false)).toBe(0)
  expect(await journal.has('7@1000')).toBe(true)
  expect(await journal.prune(later, async (keys) => keys.length === 1 && keys[0] === '7@1000')).toBe(1)
  expect(await readdir(folder)).toEqual([])
})

test('returns no delivery of a file that another process deleted', async () => {
  const [writer, reader] = [openJournal(folder), openJournal(folder)]
  await writer.append('7@1000')
  expect(await reader.has('7@1000')).toBe(true)
  expect(reader.remembered).toBe(1)
  await writer.prune(new Date(Date.now() + HOUR_MS), async () => true)
  expect(await reader.has('7@1000')).toBe(false)
  expect(reader.remembered).toBe(0)
})
