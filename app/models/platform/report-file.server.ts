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
  /** who asks and alone may open the file */
  userId: number
  slug: string
  /** the filter, as in the address of the report */
  query: string
  /** 'pdf' where nothing is said */
  format?: ReportFormat
  fileName: string
  /** the page it was asked for on */
  back?: string
}

/** Asks for a report as a file and gives the file's number; asked twice within a minute it is one file. */
export function requestReport(request: ReportRequest, now = new Date()) {
  const { userId, slug, query, format = 'pdf', fileName, back } = request
  const facts = { slug, query, format, back, minute: Math.floor(now.getTime() / MINUTE_MS) }
  return withTransaction((trx) =>
    requestFile(trx, { kind: 'report', userId, facts, name: fileName, type: types[format] }),
  )
}
