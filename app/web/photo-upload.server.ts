import { readPhoto } from '#app/gateways/photo.server.ts'
import { putFile } from '#app/gateways/storage.server.ts'
import { deletePhotoRow, type PhotoOwner, photoFile, storePhoto } from '#app/models/photo.server.ts'

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
