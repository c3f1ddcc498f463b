import { readPhoto } from '#app/gateways/photo.server.ts'
import { isStorageFault, putFile, removeFile } from '#app/gateways/storage.server.ts'
import { log } from '#app/log.server.ts'
import {
  deletePhotoRow,
  disownPhoto,
  type PhotoOwner,
  photoFile,
  storePhoto,
} from '#app/models/checkout/photo.server.ts'

/** Stores an uploaded photo (F43, D25). Throws PhotoRefused and storage errors; nothing is kept then. */
export async function keepPhoto(sent: Buffer, owner: PhotoOwner): Promise<string> {
  const { bytes, ...facts } = await readPhoto(sent)
  const name = await storePhoto(owner, { ...facts, bytes: bytes.length })
  try {
    await putFile(photoFile(name), bytes)
  } catch (error) {
    if (isStorageFault(error)) log.error({ err: error }, 'alert: a file could not be stored')
    // If this fails too, the clean-up job finds the row; the first error is the one to report.
    await deletePhotoRow(name).catch(() => undefined)
    throw error
  }
  return name
}

/** Removes a replaced photo, unless an order has taken it. */
export async function dropPhoto(name: string): Promise<void> {
  if (name === '' || !(await disownPhoto(name))) return
  await removeFile(photoFile(name))
  await deletePhotoRow(name)
}
