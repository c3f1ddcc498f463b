import {
  maxFileBytes,
  receiveRevisionFile,
  type UploadFault,
} from '#app/http/backoffice/revision-upload.server.ts'
import { publicationMessages, uploadLabels } from '#app/text/catalogue/publication-labels.ts'

const MEGABYTE = 1024 * 1024

export const fileLimit = { maxBytes: maxFileBytes, megabytes: maxFileBytes / MEGABYTE }

/** Stores the current revision's file. Undefined on success, otherwise reason and status. */
export async function receiveFile(request: Request, of: { publicationId: number; actorUserId: number }) {
  const fault = await receiveRevisionFile(request, of)
  return fault && { fault: formatFault(fault), isOurs: fault === 'storage', status: getFaultStatus(fault) }
}

function formatFault(fault: UploadFault): string {
  return fault === 'too-long' ? publicationMessages.fileTooLong(fileLimit.megabytes) : uploadLabels[fault]
}

function getFaultStatus(fault: UploadFault): number {
  if (fault === 'revision-over') return 409
  if (fault === 'too-long') return 413
  return fault === 'storage' ? 503 : 400
}
