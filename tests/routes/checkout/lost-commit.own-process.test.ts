import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#app/models/platform/connection.server.ts'
import { startDatabaseProxy } from '#tests/support/fakes/tcp-proxy.ts'

let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>

// The models of this file connect to the database through a proxy that can be cut.
beforeAll(async () => {
  proxy = await startDatabaseProxy(process.env.DATABASE_URL ?? '')
  globalThis.aeropubDatabase = connect(proxy.url)
})

afterAll(() => proxy.close())

function listStoredFiles(folder: string): Promise<string[]> {
  return readdir(join(process.env.DATA_DIR ?? '', folder)).catch(() => [])
}

async function uploadRevision(publicationId: number, revisionId: number) {
  const { receiveRevisionFile } = await import('#app/http/backoffice/revision-upload.server.ts')
  const { makePdf } = await import('#tests/factories/files.ts')
  const body = new FormData()
  body.append('revision', String(revisionId))
  body.append('file', new File([new Uint8Array(await makePdf())], 'manual.pdf'))
  const request = new Request('http://shop.test/', { method: 'POST', body })
  return receiveRevisionFile(request, { publicationId, actorUserId: 1 })
}

test('preserves the revision’s file when the COMMIT succeeded but its response was lost', async () => {
  const { db } = await import('#app/models/platform/db.server.ts')
  const { findFileSize } = await import('#app/gateways/storage.server.ts')
  const { findPublicationForStaff } = await import('#app/models/catalogue/publication-edit.server.ts')
  const { makePublication } = await import('#tests/factories/publications.ts')
  const id = await makePublication()
  const { revisionId = 0 } = (await findPublicationForStaff(id)) ?? {}
  proxy.break({ when: 'commit', what: 'lose-answer' })
  await expect(uploadRevision(id, revisionId)).rejects.toThrow()
  const storedRevision = await db
    .selectFrom('revisions')
    .select('file')
    .where('id', '=', revisionId)
    .executeTakeFirstOrThrow()
  expect(await findFileSize(storedRevision.file ?? '')).toBeGreaterThan(0)
})

test('does not store a file for a revision no longer current', async () => {
  const { makePublication } = await import('#tests/factories/publications.ts')
  const filesBefore = await listStoredFiles('revisions')
  expect(await uploadRevision(await makePublication(), 999_999)).toBe('revision-over')
  expect(await listStoredFiles('revisions')).toEqual(filesBefore)
})

test('preserves a status file after a lost COMMIT response, and deletes the file of a rejected save', async () => {
  const { findFileSize } = await import('#app/gateways/storage.server.ts')
  const { findStatusFile } = await import('#app/models/settings/setting.server.ts')
  const { storeStatusFile } = await import('#app/routes/admin/settings/status-file-upload.server.ts')
  const { makePdf } = await import('#tests/factories/files.ts')
  const statusFile = { name: 'status.pdf', bytes: Buffer.from(await makePdf()) }
  proxy.break({ when: 'commit', what: 'lose-answer' })
  await expect(storeStatusFile(statusFile, { seenVersion: 0, actorUserId: 1 })).rejects.toThrow()
  const { file = '' } = (await findStatusFile()) ?? {}
  expect(await findFileSize(file)).toBeGreaterThan(0)
  expect(await storeStatusFile(statusFile, { seenVersion: 0, actorUserId: 1 })).toBe('edited')
  expect(await listStoredFiles('status')).toEqual([file.replace('status/', '')])
})
