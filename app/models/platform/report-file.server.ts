import { withTransaction } from '#app/models/platform/db.server.ts'
import { requestFile } from '#app/models/platform/prepared-file.server.ts'

const MINUTE_MS = 60_000

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const

export type ReportFormat = keyof typeof types

export type ReportRequest = {
  /** the only one who may open it */
  userId: number
  slug: string
  /** the filter, as in the report's URL */
  query: string
  /** 'pdf' by default */
  format?: ReportFormat
  fileName: string
  /** the page it was requested on */
  back?: string
}

/** Returns the file's id; equal requests within a minute share one file. */
export function requestReport(request: ReportRequest, now = new Date()) {
  const { userId, slug, query, format = 'pdf', fileName, back } = request
  const facts = { slug, query, format, back, minute: Math.floor(now.getTime() / MINUTE_MS) }
  return withTransaction((trx) =>
    requestFile(trx, { kind: 'report', userId, facts, name: fileName, type: types[format] }),
  )
}
