import { PhotoRefused, readPhoto } from '#app/gateways/photo.server.ts'
import { isStorageFault, putFile, removeFile } from '#app/gateways/storage.server.ts'
import type { SentFile } from '#app/http/multipart.server.ts'
import { log } from '#app/log.server.ts'
import { countAttempt } from '#app/models/accounts/rate-limit.server.ts'
import {
  deletePhotoRow,
  makePhotoPath,
  type PhotoOwner,
  removePhotoOwner,
  storePhoto,
} from '#app/models/checkout/photo.server.ts'
import type { photoLabels } from '#app/text/orders/photo-labels.ts'

/** Stores an uploaded photo and returns its name. Stores nothing after PhotoRefused or a storage error. */
export async function storePhotoUpload(sentBytes: Buffer, owner: PhotoOwner): Promise<string> {
  const { bytes, ...data } = await readPhoto(sentBytes)
  const name = await storePhoto(owner, { ...data, bytes: bytes.length })
  try {
    await putFile(makePhotoPath(name), bytes)
  } catch (error) {
    if (isStorageFault(error)) log.error({ err: error }, 'alert: a file could not be stored')
    // If this fails as well, the cleanup job deletes the row. The first error must be reported.
    await deletePhotoRow(name).catch(() => undefined)
    throw error
  }
  return name
}

/** Deletes a replaced photo unless an order uses it. */
export async function deletePhoto(name: string): Promise<void> {
  if (name === '' || !(await removePhotoOwner(name))) return
  await removeFile(makePhotoPath(name))
  await deletePhotoRow(name)
}

type StoredPhoto = { name: string } | { fault: keyof typeof photoLabels }

export async function storeSentPhoto(
  owner: PhotoOwner,
  file: SentFile,
  clientAddress: string | undefined,
): Promise<StoredPhoto> {
  if (file === 'too-large') return { fault: 'too-large' }
  if (await countAttempt('photo', { address: clientAddress ?? '', email: '' })) return { fault: 'too-many' }
  try {
    return { name: await storePhotoUpload(file.bytes, owner) }
  } catch (error) {
    if (error instanceof PhotoRefused) return { fault: error.code }
    if (isStorageFault(error)) return { fault: 'no-space' }
    throw error
  }
}
