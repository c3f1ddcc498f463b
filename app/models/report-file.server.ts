import { withTransaction } from '#app/models/db.server.ts'
import { requestFile } from '#app/models/prepared-file.server.ts'

const MINUTE_MS = 60_000

export type ReportRequest = {
  /** who asks and alone may open the file */
  userId: number
  slug: string
  /** the filter, as in the address of the report */
  query: string
  fileName: string
  /** the page it was asked for on */
  back?: string
}

/** Asks for a report as a PDF and gives the file's number; asked twice within a minute it is one file. */
export function requestReport({ userId, slug, query, fileName, back }: ReportRequest, now = new Date()) {
  const facts = { slug, query, back, minute: Math.floor(now.getTime() / MINUTE_MS) }
  return withTransaction((trx) =>
    requestFile(trx, { kind: 'report', userId, facts, name: fileName, type: 'application/pdf' }),
  )
}
