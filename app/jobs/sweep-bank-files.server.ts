import { civilDateIn, instantIn } from '#app/domain/calendar.ts'
import { ordersKeptFrom } from '#app/domain/data-keeping.ts'
import { removeFile } from '#app/gateways/storage.server.ts'
import { forgetBankFile, forgetOldRemittances, listOldBankFiles } from '#app/models/bank-keeping.server.ts'

/**
 * What the bank's files say of payers goes once tax law no longer wants it, as with orders; the stored file first, so that a
 * turn that was cut off is taken up by the next.
 */
export async function sweepBankFiles(now: Date, limit: number): Promise<number> {
  const before = instantIn(ordersKeptFrom(civilDateIn(now)), '00:00')
  const files = await listOldBankFiles(before, limit)
  for (const { id, stored } of files) {
    await removeFile(stored)
    await forgetBankFile(id)
  }
  return files.length + (await forgetOldRemittances(before, limit))
}
