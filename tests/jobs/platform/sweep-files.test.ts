import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { getFile, getFileLocation, putFile, removeStaleParts } from '#app/gateways/storage.server.ts'
import { deleteExpiredFiles } from '#app/jobs/platform/sweep-files.server.ts'
import { findJob } from '#app/jobs/registry.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import {
  findPreparedFile,
  makePreparedName,
  markFileReady,
  requestFile,
  shareFile,
} from '#app/models/platform/prepared-file.server.ts'
import { giveFile } from '#tests/factories/files.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { isClockShifted } from '#tests/support/clock.ts'

const request = {
  kind: 'status-list',
  userId: null,
  facts: {},
  name: 'a.pdf',
  type: 'application/pdf',
} as const
const getDaysFromNow = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)

test('deletes prepared files after a week with their bytes, except bytes shared with a revision', async () => {
  await giveFile(await makePublication())
  const { file } = await db.selectFrom('revisions').select('file').executeTakeFirstOrThrow()
  const storedFile = file ?? ''
  const ownFileId = await withTransaction((trx) => requestFile(trx, request))
  await putFile(makePreparedName(ownFileId), new Uint8Array([2]))
  await markFileReady(ownFileId, { file: makePreparedName(ownFileId), bytes: 1 })
  const sharedFileId = await withTransaction((trx) => shareFile(trx, request, { file: storedFile, bytes: 1 }))
  expect(await deleteExpiredFiles(getDaysFromNow(6), 100)).toBe(0)
  expect((await findPreparedFile(ownFileId, null))?.state).toBe('ready')
  expect(await deleteExpiredFiles(getDaysFromNow(8), 100)).toBe(2)
  expect(await findPreparedFile(ownFileId, null)).toBeUndefined()
  expect(await findPreparedFile(sharedFileId, null)).toBeUndefined()
  expect(await getFile(makePreparedName(ownFileId))).toBeUndefined()
  expect(await getFile(storedFile)).toBeDefined()
})

test('deletes a replaced revision’s file with its last prepared copy', async () => {
  await putFile('revisions/old', new Uint8Array([1]))
  const oldFile = { file: 'revisions/old', bytes: 1 }
  await withTransaction((trx) => shareFile(trx, request, oldFile))
  await deleteExpiredFiles(getDaysFromNow(6), 100)
  expect(await getFile('revisions/old')).toBeDefined()
  await deleteExpiredFiles(getDaysFromNow(8), 100)
  expect(await getFile('revisions/old')).toBeUndefined()
})

test('reuses the file of the same request for a week, then creates another', async () => {
  const requestCopy = (now?: Date) => withTransaction((trx) => requestFile(trx, request, now))
  const firstId = await requestCopy()
  expect(await requestCopy()).toBe(firstId)
  expect(await requestCopy(getDaysFromNow(8))).not.toBe(firstId)
  expect(await db.selectFrom('outbox').select('job').execute()).toEqual([
    { job: 'prepare-file' },
    { job: 'prepare-file' },
  ])
})

test('prepares reports in their own queue, so that downloads do not wait for them', async () => {
  await withTransaction((trx) => requestFile(trx, { ...request, kind: 'report' }))
  expect(await db.selectFrom('outbox').select('job').execute()).toEqual([{ job: 'prepare-report' }])
  expect([findJob('prepare-report')?.queue, findJob('prepare-file')?.queue]).toEqual(['reports', 'files'])
})

test('deletes files that were replaced or never recorded', async () => {
  const requestCopy = (now?: Date) => withTransaction((trx) => requestFile(trx, request, now))
  const replacedId = await requestCopy(getDaysFromNow(-9))
  const unrecordedId = await requestCopy()
  for (const id of [replacedId, unrecordedId]) await putFile(makePreparedName(id), new Uint8Array([1]))
  await markFileReady(replacedId, { file: makePreparedName(replacedId), bytes: 1 })
  expect(unrecordedId).not.toBe(replacedId)
  await deleteExpiredFiles(getDaysFromNow(8), 100)
  expect(await getFile(makePreparedName(replacedId))).toBeUndefined()
  expect(await getFile(makePreparedName(unrecordedId))).toBeUndefined()
})

// The times of files are real, even when the clocks are shifted.
test.skipIf(isClockShifted)('deletes an incomplete file after a day', async () => {
  await putFile('prepared/whole', new Uint8Array([1]))
  await writeFile(await getFileLocation('prepared/7.abc.part'), 'half')
  expect(await removeStaleParts(getDaysFromNow(-1))).toBe(0)
  expect(await removeStaleParts(getDaysFromNow(1))).toBe(1)
  expect(await getFile('prepared/whole')).toBeDefined()
})

test('concurrent requests for one file create one file', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => withTransaction((trx) => requestFile(trx, request))))
  expect(new Set(ids).size).toBe(1)
  expect(await db.selectFrom('outbox').select('job').execute()).toHaveLength(1)
})
