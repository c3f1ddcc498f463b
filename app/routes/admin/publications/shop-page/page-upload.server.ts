import { randomBytes } from 'node:crypto'
import { maxPageFileBytes } from '#app/domain/platform/attachment.ts'
import { DocumentRefused, readDocument } from '#app/gateways/document.server.ts'
import { PhotoRefused, readPhoto } from '#app/gateways/photo.server.ts'
import { putFile, removeFile } from '#app/gateways/storage.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { readMultipart, type SentForm } from '#app/http/multipart.server.ts'
import { log } from '#app/log.server.ts'
import {
  type PageFile,
  type PageFileKind,
  replacePageFile,
} from '#app/models/catalogue/publication-page.server.ts'
import type { pageFileFaults } from '#app/text/catalogue/page-labels.ts'

/** Longest side in pixels: a page shows a cover at most 15 rem wide; a sample must be legible. */
const maxSides: Record<PageFileKind, number> = { cover: 900, sample: 1800 }

type PageFileFault = keyof typeof pageFileFaults

/** Reads the form with a cover or sample. */
export function readPageFileForm({ request, context }: RequestArgs): Promise<SentForm> {
  const limits = {
    maxFileBytes: maxPageFileBytes,
    maxFiles: 1,
    maxFields: 5,
    maxFieldBytes: 100,
    maxTotalBytes: maxPageFileBytes * 4,
  }
  return readMultipart(request, limits, context.clientAddress)
}

type PageFileTarget = { publicationId: number; kind: PageFileKind; actorUserId: number }

/** Stores the form's cover or sample. Returns why the file was rejected; undefined if it was stored. */
export async function storePageFile(
  target: PageFileTarget,
  { files, fileNames }: SentForm,
): Promise<PageFileFault | undefined> {
  const sentFile = files.get('file')
  if (!sentFile) return 'none'
  if (sentFile === 'too-large') return 'too-large'
  const storedName = `publications/${target.publicationId}-${target.kind}-${randomBytes(12).toString('hex')}`
  const baseName = cleanBaseName(fileNames.get('file') ?? '')
  const storeResult = await storeContent(storedName, { bytes: sentFile.bytes, baseName, kind: target.kind })
  if (typeof storeResult === 'string') return storeResult
  await deleteStoredFile(await replacePageFile(target, storeResult))
  return undefined
}

export async function deletePageFile(target: PageFileTarget): Promise<void> {
  await deleteStoredFile(await replacePageFile(target, null))
}

const pdfSignature = '%PDF-'
const MAX_BASE_NAME_LENGTH = 150

type UploadedFile = { bytes: Buffer; baseName: string; kind: PageFileKind }

async function storeContent(
  storedName: string,
  { bytes, baseName, kind }: UploadedFile,
): Promise<PageFile | PageFileFault> {
  try {
    const isPdf = bytes.toString('latin1', 0, pdfSignature.length) === pdfSignature
    if (kind === 'sample' && isPdf) {
      await putFile(storedName, bytes)
      const { type } = await readDocument(storedName)
      return {
        file: storedName,
        name: `${baseName}.pdf`,
        type,
        bytes: bytes.length,
        width: null,
        height: null,
      }
    }
    const picture = await readPhoto(bytes, maxSides[kind])
    await putFile(storedName, picture.bytes)
    const { type, width, height } = picture
    return { file: storedName, name: `${baseName}.jpg`, type, bytes: picture.bytes.length, width, height }
  } catch (error) {
    if (error instanceof DocumentRefused) await removeFile(storedName)
    return toFault(error, kind)
  }
}

function toFault(error: unknown, kind: PageFileKind): PageFileFault {
  if (error instanceof DocumentRefused) return error.fault === 'protected' ? 'protected' : 'damaged'
  if (!(error instanceof PhotoRefused)) throw error
  return error.code === 'not-an-image' && kind === 'sample' ? 'not-a-sample' : error.code
}

async function deleteStoredFile(storedName: string | null): Promise<void> {
  if (storedName === null) return
  await removeFile(storedName).catch((error) =>
    log.warn({ err: error, file: storedName }, 'left in the storage'),
  )
}

const fileExtension = /\.\w{1,5}$/
const unportableCharacters = /[\p{Cc}/:*?"<>|]/gu

/** Returns the file name without path and extension, in portable characters. */
function cleanBaseName(sentName: string): string {
  const [lastPart = ''] = sentName.split(/[/\\]/).slice(-1)
  const baseName = lastPart
    .normalize('NFC')
    .replace(fileExtension, '')
    .replace(unportableCharacters, '-')
    .trim()
  return baseName.slice(0, MAX_BASE_NAME_LENGTH) || 'arquivo'
}
