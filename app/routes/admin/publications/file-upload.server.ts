import {
  maxFileBytes,
  receiveRevisionFile,
  type UploadFault,
} from '#app/http/backoffice/revision-upload.server.ts'
import { publicationMessages, uploadLabels } from '#app/text/catalogue/publication-labels.ts'

const MEGABYTE = 1024 * 1024

export const fileLimit = { maxBytes: maxFileBytes, megabytes: maxFileBytes / MEGABYTE }

/** Stores the current revision's file. Returns undefined on success, otherwise the reason and an HTTP status. */
export async function receiveFile(request: Request, target: { publicationId: number; actorUserId: number }) {
  const fault = await receiveRevisionFile(request, target)
  return (
    fault && { fault: formatFault(fault), isStorageFault: fault === 'storage', status: getFaultStatus(fault) }
  )
}

function formatFault(fault: UploadFault): string {
  return fault === 'too-long' ? publicationMessages.fileTooLong(fileLimit.megabytes) : uploadLabels[fault]
}

function getFaultStatus(fault: UploadFault): number {
  if (fault === 'revision-over') return 409
  if (fault === 'too-long') return 413
  return fault === 'storage' ? 503 : 400
}
