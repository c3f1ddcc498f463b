import { JobRefused } from '#app/domain/platform/job-event.ts'
import { parseMonthPeriod } from '#app/domain/reports/closing-month.ts'
import { putFile, putStream } from '#app/gateways/storage.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { makeReportFile } from '#app/jobs/reports/make-report.server.ts'
import type { DbOrTrx } from '#app/models/platform/db.server.ts'
import {
  type ClosingFormat,
  closingFormats,
  makeClosingPath,
  releaseClosing,
} from '#app/models/reports/closing-mail.server.ts'
import { openSnapshot } from '#app/models/reports/report-db.server.ts'
import { dayClosingSheet } from '#app/reports/day-closing.server.ts'

const MAX_BYTES = 1024 ** 3

/** Creates the closing of a month. The subject is '2026-10'; a repeat overwrites the files. */
export const prepareClosing: Job = {
  queue: 'reports',
  async run(month) {
    await makeClosingFiles(month, async (format, content) => {
      const name = makeClosingPath(month, format)
      if (content instanceof Uint8Array) await putFile(name, content)
      else await putStream(name, content, MAX_BYTES)
    })
    await releaseClosing(month)
  },
}

type StoreClosing = (format: ClosingFormat, content: Uint8Array | AsyncIterable<Uint8Array>) => Promise<void>

/** Stores the month's closing in every format. Reads one snapshot because the sums of all formats must agree. */
export async function makeClosingFiles(month: string, storeClosing: StoreClosing): Promise<void> {
  const query = new URLSearchParams(parseMonthPeriod(month)).toString()
  const snapshot = await openSnapshot()
  try {
    for (const format of closingFormats) {
      const reportFile = await makeFile(query, format, snapshot)
      if (reportFile !== undefined) await storeClosing(format, reportFile)
    }
  } finally {
    // A lost connection has already rolled back. The error of this rollback must not replace the first error.
    await snapshot
      .rollback()
      .execute()
      .catch(() => undefined)
  }
}

/** Creates a file; undefined for a month with more entries than a PDF can have. */
async function makeFile(query: string, format: ClosingFormat, reader: DbOrTrx) {
  try {
    return await makeReportFile({ slug: dayClosingSheet.slug, query, format }, async () => {}, reader)
  } catch (error) {
    if (format === 'pdf' && error instanceof JobRefused) return undefined
    throw error
  }
}
