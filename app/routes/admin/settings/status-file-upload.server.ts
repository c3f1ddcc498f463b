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

const pdfSignature = '%PDF-'
const MEGABYTE = 1024 * 1024
const MAX_NAME_LENGTH = 150
const uploadLimits = {
  maxFileBytes: maxStatusFileBytes,
  maxFiles: 1,
  maxFields: 5,
  maxFieldBytes: 1024,
  maxTotalBytes: 24 * MEGABYTE,
}

export function readStatusForm({ request, context }: RequestArgs) {
  return readMultipart(request, uploadLimits, context.clientAddress)
}

export type StatusFileFault = 'none' | 'too-large' | 'no-pdf' | 'edited'

/** Stores a PDF as the status file under its own name (D60). Returns a fault if the file was rejected. */
export async function storeStatusFile(
  sentFile: SentFile | undefined,
  saveContext: SaveContext,
): Promise<StatusFileFault | undefined> {
  if (sentFile === undefined) return 'none'
  if (sentFile === 'too-large') return 'too-large'
  const signature = sentFile.bytes.subarray(0, pdfSignature.length).toString('latin1')
  if (signature !== pdfSignature) return 'no-pdf'
  const previousFile = await findStatusFile()
  const storedName = `status/${randomBytes(8).toString('hex')}`
  await putFile(storedName, sentFile.bytes)
  const fileDetails = {
    name: cleanName(sentFile.name),
    file: storedName,
    type: 'application/pdf',
    bytes: sentFile.bytes.length,
  }
  try {
    await editSetting('statusFile', { ...fileDetails, uploadedOn: toCivilDate(new Date()) }, saveContext)
  } catch (error) {
    const fault = toStatusFileFault(error)
    await removeFile(storedName)
    return fault
  }
  if (previousFile) await removeFile(previousFile.file)
  return undefined
}

/** Deletes the status file; the generated list replaces it. Returns 'edited' after another person's change. */
export async function deleteStatusFile(saveContext: SaveContext): Promise<StatusFileFault | undefined> {
  const previousFile = await findStatusFile()
  if (!previousFile) return undefined
  try {
    await withdrawStatusFile(saveContext)
  } catch (error) {
    return toStatusFileFault(error)
  }
  await removeFile(previousFile.file)
  return undefined
}

/** Returns 'edited' for a stale version. After other errors the file stays: the COMMIT may have succeeded. */
function toStatusFileFault(error: unknown): 'edited' {
  if (error instanceof StaleRecordError) return 'edited'
  throw error
}

const unsafeCharacters = /[\p{C}?#%]/gu

/** Returns the file name without folders and unsafe characters. Shortens a long name at its beginning. */
function cleanName(name: string): string {
  const baseName = name.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const cleanedName = baseName.replace(unsafeCharacters, '').trim().slice(-MAX_NAME_LENGTH)
  return cleanedName === '' || cleanedName === '.pdf' ? 'status.pdf' : cleanedName
}
