import { unusedPhotoDays } from '#app/domain/accounts/data-retention.ts'
import { removeFile } from '#app/gateways/storage.server.ts'
import { log } from '#app/log.server.ts'
import {
  deletePhotoRow,
  listUnclaimedPhotos,
  makePhotoPath,
  removePhotoOwner,
} from '#app/models/checkout/photo.server.ts'

const MIN_AGE_MS = unusedPhotoDays * 24 * 3_600_000
const MAX_PER_RUN = 200

/**
 * Deletes photos that were not ordered within seven days. Removes the owner first, so that no order uses
 * them, and the row last, so that a run can resume.
 */
export async function deleteUnusedPhotos(now: Date): Promise<number> {
  const names = await listUnclaimedPhotos(new Date(now.getTime() - MIN_AGE_MS), MAX_PER_RUN)
  let deletedCount = 0
  for (const name of names) if (await deletePhoto(name)) deletedCount += 1
  return deletedCount
}

/** Deletes a photo. Returns false if that fails, so that other photos are still deleted. */
async function deletePhoto(name: string): Promise<boolean> {
  try {
    if (!(await removePhotoOwner(name))) return false
    await removeFile(makePhotoPath(name))
    await deletePhotoRow(name)
    return true
  } catch (error) {
    log.error({ err: error, photo: name }, 'a photo could not be swept')
    return false
  }
}
