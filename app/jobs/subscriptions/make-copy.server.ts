import { JobRefused } from '#app/domain/platform/job-event.ts'
import { StampRefused, stampPdf } from '#app/gateways/stamp.server.ts'
import { readStored } from '#app/gateways/storage.server.ts'
import type { FileMaker } from '#app/jobs/platform/job.ts'
import { findCopy } from '#app/models/subscriptions/download.server.ts'
import { listStampLines } from '#app/text/catalogue/stamp-labels.ts'

/** The size limit, since the whole file is in memory while it is stamped. */
const MAX_BYTES = 300 * 1_048_576

/** Stamps the customer's name on every page. Copies are never delivered without it. */
export const makeCopy: FileMaker = async ({ id }, onProgress) => {
  const copy = await findCopy(id)
  if ((copy?.file_bytes ?? 0) > MAX_BYTES) throw new JobRefused('the file is too large to be stamped')
  const source = copy?.file ? await readStored(copy.file) : undefined
  if (!copy || !source) throw new JobRefused('no copy or no file to stamp')
  const lines = listStampLines({ ...copy.stamp, number: copy.number, createdOn: copy.made_on })
  try {
    return await stampPdf(source, lines, onProgress)
  } catch (error) {
    throw error instanceof StampRefused ? new JobRefused(error.message) : error
  }
}
