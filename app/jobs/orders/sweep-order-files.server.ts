import { listFiles, removeFile } from '#app/gateways/storage.server.ts'
import { listUnknownFiles } from '#app/models/orders/order-file.server.ts'

const MIN_AGE_MS = 24 * 3_600_000
const CHUNK_SIZE = 1_000

/** Deletes files older than a day that interrupted forms left without a row. Returns their number. */
export async function deleteOrphanedOrderFiles(now: Date): Promise<number> {
  const names = await listFiles('orders', new Date(now.getTime() - MIN_AGE_MS))
  let deletedCount = 0
  for (let start = 0; start < names.length; start += CHUNK_SIZE) {
    const orphanedFiles = await listUnknownFiles(names.slice(start, start + CHUNK_SIZE))
    for (const name of orphanedFiles) await removeFile(name)
    deletedCount += orphanedFiles.length
  }
  return deletedCount
}
