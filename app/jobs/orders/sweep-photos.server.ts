import { unusedPhotoDays } from '#app/domain/accounts/data-retention.ts'
import { removeFile } from '#app/gateways/storage.server.ts'
import { log } from '#app/log.server.ts'
import {
  deletePhotoRow,
  listUnclaimedPhotos,
  makePhotoPath,
  removePhotoOwner,
} from '#app/models/checkout/photo.server.ts'

const KEPT_MS = unusedPhotoDays * 24 * 3_600_000
const MAX_IN_A_TURN = 200

/**
 * Deletes photos that were not ordered within seven days. Removes the owner first, so that no order uses
 * them, and the row last, so that a run can resume.
 */
export async function deleteUnusedPhotos(now: Date): Promise<number> {
  const names = await listUnclaimedPhotos(new Date(now.getTime() - KEPT_MS), MAX_IN_A_TURN)
  let sweptCount = 0
  for (const name of names) if (await sweep(name)) sweptCount += 1
  return sweptCount
}

/** Deletes a photo. Returns false if that fails, so that other photos are still deleted. */
async function sweep(name: string): Promise<boolean> {
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
