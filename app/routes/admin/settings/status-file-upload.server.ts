import { randomBytes } from 'node:crypto'
import { maxStatusFileBytes } from '#app/domain/platform/attachment.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { putFile, removeFile } from '#app/gateways/storage.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { readMultipart, type SentFile } from '#app/http/multipart.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import {
  editSetting,
  findStatusFile,
  type SaveContext,
  withdrawStatusFile,
} from '#app/models/settings/setting.server.ts'

const MEGABYTE = 1024 * 1024
const limits = {
  maxFileBytes: maxStatusFileBytes,
  maxFiles: 1,
  maxFields: 5,
  maxFieldBytes: 1024,
  maxTotalBytes: 24 * MEGABYTE,
}

export function readStatusForm({ request, context }: RequestArgs) {
  return readMultipart(request, limits, context.clientAddress)
}

export type StatusFileFault = 'none' | 'too-large' | 'no-pdf' | 'edited'

/** Stores a PDF as the status file under its own name (D60). Returns its fault, if any. */
export async function storeStatusFile(
  sentFile: SentFile | undefined,
  saving: SaveContext,
): Promise<StatusFileFault | undefined> {
  if (sentFile === undefined) return 'none'
  if (sentFile === 'too-large') return 'too-large'
  if (sentFile.bytes.subarray(0, 5).toString('latin1') !== '%PDF-') return 'no-pdf'
  const before = await findStatusFile()
  const file = `status/${randomBytes(8).toString('hex')}`
  await putFile(file, sentFile.bytes)
  const data = {
    name: cleanName(sentFile.name),
    file,
    type: 'application/pdf',
    bytes: sentFile.bytes.length,
  }
  try {
    await editSetting('statusFile', { ...data, uploadedOn: toCivilDate(new Date()) }, saving)
  } catch (error) {
    const fault = toRefusal(error)
    await removeFile(file)
    return fault
  }
  if (before) await removeFile(before.file)
  return undefined
}

/** Deletes the status file, so that the generated list is used; 'edited' after another's change. */
export async function deleteStatusFile(saving: SaveContext): Promise<StatusFileFault | undefined> {
  const before = await findStatusFile()
  if (!before) return undefined
  try {
    await withdrawStatusFile(saving)
  } catch (error) {
    return toRefusal(error)
  }
  await removeFile(before.file)
  return undefined
}

/** After other errors the file stays, because the COMMIT may have succeeded. */
function toRefusal(error: unknown): 'edited' {
  if (error instanceof StaleRecordError) return 'edited'
  throw error
}

/** Returns the file name without folders, control characters and slashes. */
function cleanName(name: string): string {
  const last = name.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const clean = last
    .replace(/[\p{C}?#%]/gu, '')
    .trim()
    .slice(-150)
  return clean === '' || clean === '.pdf' ? 'status.pdf' : clean
}
