import { maxPhotoBytes } from '#app/domain/platform/attachment.ts'
import { PhotoRefused } from '#app/gateways/photo.server.ts'
import { isStorageFault } from '#app/gateways/storage.server.ts'
import { deletePhoto, storePhotoUpload } from '#app/http/checkout/photo-upload.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { readMultipart, type SentFile, type SentForm } from '#app/http/multipart.server.ts'
import { PhotoGone } from '#app/models/checkout/photo.server.ts'
import { answerPhotoRequest } from '#app/models/orders/photo-request.server.ts'
import { photoLabels } from '#app/text/orders/photo-labels.ts'

const MEGABYTE = 1024 * 1024

const uploadLimits = {
  maxFileBytes: maxPhotoBytes,
  maxFiles: 100,
  maxFields: 110,
  maxFieldBytes: 1024,
  maxTotalBytes: 48 * MEGABYTE,
}

/** Reads the form with the requested photos. */
export function readNewPhotoForm({ request, context }: RequestArgs): Promise<SentForm> {
  return readMultipart(request, uploadLimits, context.clientAddress)
}

/** Returns the name of the photo field of a line. */
export function getPhotoFieldName(lineId: number): string {
  return `photo.${lineId}`
}

type OrderCustomer = { orderId: number; profileId: number; userId: number; actorUserId: number }
type CustomerAndLines = OrderCustomer & { lineIds: readonly number[] }

/**
 * Stores each photo separately, so that a rejected one does not affect the others. Returns the number stored
 * and errors by field.
 */
export async function storeNewPhotos({ lineIds, ...customer }: CustomerAndLines, { files }: SentForm) {
  const errors: Record<string, string[]> = {}
  let storedCount = 0
  for (const lineId of lineIds) {
    const file = files.get(getPhotoFieldName(lineId))
    if (!file) continue
    const fault = await storeNewPhoto({ ...customer, lineId }, file)
    if (fault) errors[getPhotoFieldName(lineId)] = [fault]
    else storedCount += 1
  }
  return { storedCount, errors }
}

type PhotoTarget = OrderCustomer & { lineId: number }

/** Stores a photo that staff requested. Returns the reason if the photo is refused. */
async function storeNewPhoto(target: PhotoTarget, file: SentFile): Promise<string | undefined> {
  if (file === 'too-large') return photoLabels['too-large']
  try {
    const photo = await storePhotoUpload(file.bytes, { userId: target.userId })
    const isAccepted = await answerPhotoRequest(
      { ...target, photo },
      { actorUserId: target.actorUserId, source: 'customer' },
    )
    // No photo is requested for this line any more.
    if (!isAccepted) await deletePhoto(photo)
    return undefined
  } catch (error) {
    if (error instanceof PhotoRefused) return photoLabels[error.code]
    if (error instanceof PhotoGone) return photoLabels.damaged
    if (isStorageFault(error)) return photoLabels['no-space']
    throw error
  }
}
