import { readPhoto } from '#app/gateways/photo.server.ts'
import { putFile, removeFile } from '#app/gateways/storage.server.ts'
import {
  deletePhotoRow,
  disownPhoto,
  type PhotoOwner,
  photoFile,
  storePhoto,
} from '#app/models/checkout/photo.server.ts'

/**
 * Keeps what a form sent as a photo and gives its stored name (F43, D25). Throws PhotoRefused when it is none, and
 * what the storage throws (a full disk, say); nothing is kept then.
 */
export async function keepPhoto(sent: Buffer, owner: PhotoOwner): Promise<string> {
  const { bytes, ...facts } = await readPhoto(sent)
  const name = await storePhoto(owner, { ...facts, bytes: bytes.length })
  try {
    await putFile(photoFile(name), bytes)
  } catch (error) {
    // Should this fail too, the sweep finds the row; the first error is the one that tells.
    await deletePhotoRow(name).catch(() => undefined)
    throw error
  }
  return name
}

/** Forgets a photo in whose place another came; one that an order has taken stays. */
export async function dropPhoto(name: string): Promise<void> {
  if (name === '' || !(await disownPhoto(name))) return
  await removeFile(photoFile(name))
  await deletePhotoRow(name)
}
