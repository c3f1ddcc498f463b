import { JobRefused } from '#app/domain/platform/job-event.ts'
import { daysOfMonth } from '#app/domain/reports/closing-month.ts'
import { putFile, putStream } from '#app/gateways/storage.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { makeReportFile } from '#app/jobs/reports/make-report.server.ts'
import {
  type ClosingFormat,
  closingFile,
  closingFormats,
  releaseClosing,
} from '#app/models/reports/closing-mail.server.ts'
import { dayClosingSheet } from '#app/reports/day-closing.server.ts'

const MAX_BYTES = 1024 ** 3

/** The subject is the month, '2026-10'; files of an earlier try are written anew. */
export const prepareClosing: Job = {
  queue: 'reports',
  async run(month) {
    const query = new URLSearchParams(daysOfMonth(month)).toString()
    for (const format of closingFormats) {
      const made = await makeFile(query, format)
      if (made === undefined) continue
      const name = closingFile(month, format)
      if (made instanceof Uint8Array) await putFile(name, made)
      else await putStream(name, made, MAX_BYTES)
    }
    await releaseClosing(month)
  },
}

/** Undefined for a month with more entries than paper takes. */
async function makeFile(query: string, format: ClosingFormat) {
  try {
    return await makeReportFile({ slug: dayClosingSheet.slug, query, format }, async () => {})
  } catch (error) {
    if (format === 'pdf' && error instanceof JobRefused) return undefined
    throw error
  }
}
