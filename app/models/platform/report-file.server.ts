import { withTransaction } from '#app/models/platform/db.server.ts'
import { findSimilarRequest, requestFile } from '#app/models/platform/prepared-file.server.ts'

const MINUTE_MS = 60_000

export const reportTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  json: 'application/json; charset=utf-8',
} as const

export type ReportFormat = keyof typeof reportTypes

export type ReportRequest = {
  userId: number
  slug: string
  /** the filter, as in the report's URL */
  query: string
  format?: ReportFormat
  fileName: string
  /** address of the page that requested the report */
  back?: string
  /** Equal requests share the file for this time, because some clients poll until it is ready. */
  sharedMs?: number
}

/** Requests a report and returns the file's id. Equal requests share the file for a minute or for `sharedMs`. */
export function requestReport(request: ReportRequest, now = new Date()) {
  const { userId, slug, query, format = 'pdf', fileName, back, sharedMs = 0 } = request
  const reportRequest = { kind: 'report', userId, facts: { slug, query, format, back } } as const
  return withTransaction(async (trx) => {
    if (sharedMs > 0) {
      const oldestShared = new Date(now.getTime() - sharedMs)
      const sharedReport = await findSimilarRequest(trx, reportRequest, oldestShared)
      if (sharedReport) return sharedReport
    }
    const facts = { ...reportRequest.facts, minute: Math.floor(now.getTime() / MINUTE_MS) }
    return requestFile(trx, { ...reportRequest, facts, name: fileName, type: reportTypes[format] })
  })
}
