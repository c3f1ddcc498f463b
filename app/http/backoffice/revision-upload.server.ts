import { randomBytes } from 'node:crypto'
import { env } from '#app/env.server.ts'
import { type DocumentFault, DocumentRefused, readDocument } from '#app/gateways/document.server.ts'
import { FileTooLong, isStorageFault, putStream, removeFile } from '#app/gateways/storage.server.ts'
import { parseId } from '#app/http/list-params.ts'
import { type IncomingFile, streamMultipart } from '#app/http/multipart.server.ts'
import { log } from '#app/log.server.ts'
import { isFileUsed, RevisionSuperseded, replaceCurrentFile } from '#app/models/catalogue/revision.server.ts'

/** The limit of an upload in bytes. The reverse proxy has the same limit. */
export const maxFileBytes = env.FILE_MAX_MB * 1024 * 1024
const MAX_NAME_LENGTH = 150

export type UploadFault = DocumentFault | 'none' | 'too-long' | 'revision-over' | 'storage'

/** Streams an upload to storage, checks it and sets it as the revision's file. Returns the fault, if any. */
export async function receiveRevisionFile(
  request: Request,
  { publicationId, actorUserId }: { publicationId: number; actorUserId: number },
): Promise<UploadFault | undefined> {
  try {
    const { form, stored } = await streamMultipart(request, {
      field: 'file',
      maxFields: 5,
      maxFieldBytes: 100,
      store: (file) => storeFile(file, publicationId),
    })
    if (!stored) return 'none'
    const revisionId = parseId(form.get('revision')) ?? 0
    return await setRevisionFile(stored, { publicationId, revisionId }, actorUserId)
  } catch (error) {
    return findUploadFault(error)
  }
}

export async function setRevisionFileFrom(
  file: IncomingFile,
  revision: { publicationId: number; revisionId: number },
  actorUserId: number | null,
): Promise<UploadFault | undefined> {
  try {
    return await setRevisionFile(await storeFile(file, revision.publicationId), revision, actorUserId)
  } catch (error) {
    return findUploadFault(error)
  }
}

async function setRevisionFile(
  storedFile: StoredFile,
  revision: { publicationId: number; revisionId: number },
  actorUserId: number | null,
): Promise<undefined> {
  const oldFile = await replaceFile(storedFile, revision, actorUserId)
  if (oldFile !== null) await deleteUnusedFile(oldFile)
}

/** Deletes a stored file unless a revision or a prepared file uses it. */
export async function deleteUnusedFile(file: string): Promise<void> {
  if (!(await isFileUsed(file))) await removeFile(file)
}

type StoredFile = { file: string; name: string; type: string; bytes: number }

async function storeFile({ name, bytes }: IncomingFile, publicationId: number): Promise<StoredFile> {
  const file = `revisions/${publicationId}-${randomBytes(12).toString('hex')}`
  const byteCount = await putStream(file, bytes, maxFileBytes)
  try {
    if (byteCount === 0) throw new DocumentRefused('empty')
    const { type, extension } = await readDocument(file)
    return { file, name: cleanName(name, extension), type, bytes: byteCount }
  } catch (error) {
    await removeFile(file)
    throw error
  }
}

/** Sets the new file. Deletes it only after a rejection: after another error, the COMMIT may have succeeded. */
async function replaceFile(
  storedFile: StoredFile,
  revision: { publicationId: number; revisionId: number },
  actor: number | null,
) {
  try {
    return await replaceCurrentFile(revision, storedFile, actor)
  } catch (error) {
    if (error instanceof RevisionSuperseded) await removeFile(storedFile.file)
    else log.warn({ err: error, file: storedFile.file }, 'a sent file is kept, used or not')
    throw error
  }
}

function findUploadFault(error: unknown): UploadFault {
  if (error instanceof DocumentRefused) return error.fault
  if (error instanceof FileTooLong) return 'too-long'
  if (error instanceof RevisionSuperseded) return 'revision-over'
  if (!isStorageFault(error)) throw error
  log.error({ err: error }, 'alert: a file could not be stored')
  return 'storage'
}

/** Returns the name without path and invalid characters, with the extension of the file's type. */
function cleanName(sentName: string, extension: string): string {
  const [baseName = ''] = sentName.split(/[/\\]/).slice(-1)
  const safeName = baseName
    .normalize('NFC')
    .replace(/[\p{Cc}/:*?"<>|]/gu, '-')
    .trim()
  const sentSuffix = knownSuffixes[extension]?.find((knownSuffix) =>
    safeName.toLowerCase().endsWith(`.${knownSuffix}`),
  )
  const suffix = sentSuffix ?? extension
  const stem = safeName.toLowerCase().endsWith(`.${suffix}`)
    ? safeName.slice(0, -suffix.length - 1)
    : safeName
  return `${stem.slice(0, MAX_NAME_LENGTH) || 'arquivo'}.${suffix}`
}

const knownSuffixes: Record<string, string[]> = { jpg: ['jpg', 'jpeg'], tif: ['tif', 'tiff'] }
