import { listFiles, removeFile } from '#app/gateways/storage.server.ts'
import { log } from '#app/log.server.ts'
import { isFileUsed } from '#app/models/catalogue/revision.server.ts'
import {
  deletePreparedFile,
  listExpiredFiles,
  makePreparedName,
} from '#app/models/platform/prepared-file.server.ts'

const CLOSING_RETENTION_MS = 60 * 86_400_000

/** Deletes expired files, with or without a row, unless a revision uses them. Returns their number. */
export async function deleteExpiredFiles(now: Date, limit: number): Promise<number> {
  let deletedCount = 0
  for (const { id, file } of await listExpiredFiles(now, limit)) {
    try {
      await removeFile(makePreparedName(id))
      await deletePreparedFile(id)
      if (file !== null && file !== makePreparedName(id) && !(await isFileUsed(file))) await removeFile(file)
      deletedCount += 1
    } catch (error) {
      log.error({ err: error, file: id }, 'a prepared file could not be swept')
    }
  }
  return deletedCount + (await deleteOldClosings(now))
}

/** Deletes closings, which contain clients' names. Reports can create them again while orders exist. */
async function deleteOldClosings(now: Date): Promise<number> {
  const names = await listFiles('closings', new Date(now.getTime() - CLOSING_RETENTION_MS))
  for (const name of names) await removeFile(name)
  return names.length
}
