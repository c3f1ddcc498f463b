import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { putFile, removeFile } from '#app/gateways/storage.server.ts'
import { log } from '#app/log.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { findStatusFile, removeSetting, saveSetting } from '#app/models/settings/setting.server.ts'

const usage = 'npm run status-file -- FILE.pdf   (or: none, and the generated list serves again)'

/** Replaces or deletes the PDF to which home page and status page link (D60). */
try {
  const [path] = process.argv.slice(2)
  if (!path) throw new Error(usage)
  const previousFile = await findStatusFile()
  if (path === 'none') await removeSetting('statusFile')
  else await uploadStatusFile(path)
  if (previousFile) await removeFile(previousFile.file)
  log.info({ name: (await findStatusFile())?.name ?? null }, 'status file')
} catch (error) {
  log.fatal({ err: error }, 'status file not changed')
  process.exitCode = 1
} finally {
  await db.destroy()
}

async function uploadStatusFile(path: string) {
  const bytes = await readFile(path)
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') throw new Error('not a PDF')
  const file = `status/${randomBytes(8).toString('hex')}`
  await putFile(file, bytes)
  await saveSetting('statusFile', {
    name: basename(path).normalize('NFC'),
    file,
    type: 'application/pdf',
    bytes: bytes.length,
    uploadedOn: toCivilDate(new Date()),
  })
}
