import { removeFile } from '#app/gateways/storage.server.ts'
import { log } from '#app/log.server.ts'
import { isFileUsed } from '#app/models/catalogue/revision.server.ts'
import { deletePreparedFile, listOverFiles, preparedName } from '#app/models/platform/prepared-file.server.ts'

/** Expired files, recorded or not; returns how many. A revision's own file stays while the revision uses it. */
export async function sweepFiles(now: Date, limit: number): Promise<number> {
  let swept = 0
  for (const { id, file } of await listOverFiles(now, limit)) {
    try {
      await removeFile(preparedName(id))
      await deletePreparedFile(id)
      if (file !== null && file !== preparedName(id) && !(await isFileUsed(file))) await removeFile(file)
      swept += 1
    } catch (error) {
      log.error({ err: error, file: id }, 'a prepared file could not be swept')
    }
  }
  return swept
}
