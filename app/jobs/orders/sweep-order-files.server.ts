import { listFiles, removeFile } from '#app/gateways/storage.server.ts'
import { listUnknownFiles } from '#app/models/orders/order-file.server.ts'

const KEPT_MS = 24 * 3_600_000
const CHUNK = 1_000

/** Deletes files older than a day that interrupted forms left without a row. Returns their number. */
export async function deleteOrphanedOrderFiles(now: Date): Promise<number> {
  const names = await listFiles('orders', new Date(now.getTime() - KEPT_MS))
  let sweptCount = 0
  for (let start = 0; start < names.length; start += CHUNK) {
    const unknown = await listUnknownFiles(names.slice(start, start + CHUNK))
    for (const name of unknown) await removeFile(name)
    sweptCount += unknown.length
  }
  return sweptCount
}
