import { getOrderRetentionStart } from '#app/domain/accounts/data-retention.ts'
import { toCivilDate, toInstant } from '#app/domain/platform/calendar.ts'
import { listFiles, removeFile } from '#app/gateways/storage.server.ts'
import {
  clearBankFile,
  clearOldMoneyNotes,
  clearOldRemittances,
  listOldBankFiles,
  listUnknownOriginals,
} from '#app/models/payments/bank-retention.server.ts'

const MIN_AGE_MS = 24 * 3_600_000
const CHUNK_SIZE = 1_000

/** Deletes payers' data past retention. The file goes first, so that an interrupted run can resume. */
export async function deleteExpiredBankFiles(now: Date, limit: number): Promise<number> {
  const before = toInstant(getOrderRetentionStart(toCivilDate(now)), '00:00')
  const files = await listOldBankFiles(before, limit)
  for (const { id, stored_name } of files) {
    await removeFile(stored_name)
    await clearBankFile(id)
  }
  const clearedRemittances = await clearOldRemittances(before, limit)
  return files.length + clearedRemittances + (await clearOldMoneyNotes(before, limit))
}

/** Deletes bank files older than a day that uploads left without a row. Returns their number. */
export async function deleteOrphanedOriginals(now: Date): Promise<number> {
  const names = await listFiles('bank-files', new Date(now.getTime() - MIN_AGE_MS))
  let deletedCount = 0
  for (let start = 0; start < names.length; start += CHUNK_SIZE) {
    const orphanedFiles = await listUnknownOriginals(names.slice(start, start + CHUNK_SIZE))
    for (const name of orphanedFiles) await removeFile(name)
    deletedCount += orphanedFiles.length
  }
  return deletedCount
}
