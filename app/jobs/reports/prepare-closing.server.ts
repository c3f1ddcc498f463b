import { JobRefused } from '#app/domain/platform/job-event.ts'
import { daysOfMonth } from '#app/domain/reports/closing-month.ts'
import { putFile, putStream } from '#app/gateways/storage.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { makeReportFile } from '#app/jobs/reports/make-report.server.ts'
import type { DbOrTrx } from '#app/models/platform/db.server.ts'
import {
  type ClosingFormat,
  closingFile,
  closingFormats,
  releaseClosing,
} from '#app/models/reports/closing-mail.server.ts'
import { openSnapshot } from '#app/models/reports/report-db.server.ts'
import { dayClosingSheet } from '#app/reports/day-closing.server.ts'

const MAX_BYTES = 1024 ** 3

/** The subject is the month, '2026-10'; files of an earlier try are written anew. */
export const prepareClosing: Job = {
  queue: 'reports',
  async run(month) {
    await makeClosingFiles(month, async (format, made) => {
      const name = closingFile(month, format)
      if (made instanceof Uint8Array) await putFile(name, made)
      else await putStream(name, made, MAX_BYTES)
    })
    await releaseClosing(month)
  },
}

type Store = (format: ClosingFormat, made: Uint8Array | AsyncIterable<Uint8Array>) => Promise<void>

/** Stores the books of a month in every format, all read of one moment, so that their sums agree. */
export async function makeClosingFiles(month: string, store: Store): Promise<void> {
  const query = new URLSearchParams(daysOfMonth(month)).toString()
  const snapshot = await openSnapshot()
  try {
    for (const format of closingFormats) {
      const made = await makeFile(query, format, snapshot)
      if (made !== undefined) await store(format, made)
    }
  } finally {
    // A connection that is gone has rolled back, and must not hide what failed before.
    await snapshot
      .rollback()
      .execute()
      .catch(() => undefined)
  }
}

/** Undefined for a month with more entries than paper takes. */
async function makeFile(query: string, format: ClosingFormat, reader: DbOrTrx) {
  try {
    return await makeReportFile({ slug: dayClosingSheet.slug, query, format }, async () => {}, reader)
  } catch (error) {
    if (format === 'pdf' && error instanceof JobRefused) return undefined
    throw error
  }
}
