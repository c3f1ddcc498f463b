import { fileTypeFromStream } from 'file-type'
import pLimit from 'p-limit'
import { getFile, readStored } from '#app/gateways/storage.server.ts'

export type DocumentFault = 'kind' | 'old-office' | 'protected' | 'damaged' | 'empty'

export class DocumentRefused extends Error {
  override name = 'DocumentRefused'
  readonly fault: DocumentFault
  constructor(fault: DocumentFault, cause?: unknown) {
    super(`the document is refused: ${fault}`, { cause })
    this.fault = fault
  }
}

const pdfType = 'application/pdf'
const officePrefix = 'application/vnd.openxmlformats-officedocument'
const openDocumentPrefix = 'application/vnd.oasis.opendocument'
const allowedTypes = new Set([
  pdfType,
  'application/zip',
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/tiff',
  `${officePrefix}.wordprocessingml.document`,
  `${officePrefix}.spreadsheetml.sheet`,
  `${officePrefix}.presentationml.presentation`,
  `${openDocumentPrefix}.text`,
  `${openDocumentPrefix}.spreadsheet`,
  `${openDocumentPrefix}.presentation`,
])
/** The container of .doc and .xls files. It is rejected because Windows installers use it, too. */
const legacyContainer = 'application/x-cfb'

// A PDF is read into memory completely, so only one is checked at a time.
const limitToOne = pLimit(1)

/** Returns the type and extension of the content. Throws DocumentRefused, also for a PDF that cannot be stamped. */
export async function readDocument(name: string): Promise<{ type: string; extension: string }> {
  const storedFile = await getFile(name)
  if (!storedFile) throw new Error('the stored file is gone')
  const kind = await fileTypeFromStream(storedFile.stream)
  if (kind?.mime === legacyContainer) throw new DocumentRefused('old-office')
  if (!kind || !allowedTypes.has(kind.mime)) throw new DocumentRefused('kind')
  if (kind.mime === pdfType) await limitToOne(() => requireStampablePdf(name))
  return { type: kind.mime, extension: kind.ext }
}

async function requireStampablePdf(name: string): Promise<void> {
  const bytes = await readStored(name)
  if (!bytes) throw new Error('the stored file is gone')
  const { checkPdf } = await import('#app/gateways/pdf-check.server.ts')
  if ((await checkPdf(bytes)) === 'refused')
    throw new DocumentRefused(isProtected(bytes) ? 'protected' : 'damaged')
}

/** Returns true for an encrypted PDF, whose trailer contains /Encrypt (ISO 32000-1, 7.6.1). */
function isProtected(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('/Encrypt')
}
