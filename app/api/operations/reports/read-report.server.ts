import { ApiError, makeFieldError, makeIssuesError } from '#app/api/problem.server.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { maxRowsOnPaper } from '#app/domain/reports/report-limits.ts'
import { type ReportCount, readPortions } from '#app/models/reports/report.ts'
import { getReportDelay, getScreenReader } from '#app/models/reports/report-db.server.ts'
import type { ReportSheet } from '#app/reports/sheet.server.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'

/** The limit of rows in an API response, equal to the limit of printed reports. */
export const maxReportRows = maxRowsOnPaper

const busyHeaders = { 'Retry-After': '60' }

/**
 * The body, whose values become the form fields of the report's screen. Null and missing values are omitted.
 */
type SentBody = Readonly<Record<string, string | number | null | undefined>>

type FieldNames = Readonly<Record<string, string>>

/**
 * Returns all rows of a report, with the filter of its screen (D40–D44). Throws ApiError 400 for an invalid field or
 * more than `maxReportRows` rows, and 503 if reading takes too long or too many reports are being read.
 */
export async function readReport<Filter, Row, Totals extends ReportCount>(
  sheet: ReportSheet<Filter, Row, Totals>,
  sentBody: SentBody,
  apiNames: FieldNames = {},
): Promise<Row[]> {
  const filter = await parseFilter(sheet, sentBody, apiNames)
  return readWithinLimit(async () => {
    const rows: Row[] = []
    for await (const portion of readPortions(sheet.report, filter, undefined, getScreenReader())) {
      rows.push(...portion)
      if (rows.length > maxReportRows)
        throw makeFieldError('non_field_errors', messages.reportTooLong(maxReportRows), 'too_large')
    }
    return rows
  })
}

/** Returns the number of rows of a report, with the filter of its screen. */
export async function countReport<Filter, Row, Totals extends ReportCount>(
  sheet: ReportSheet<Filter, Row, Totals>,
  sentBody: SentBody,
): Promise<number> {
  const filter = await parseFilter(sheet, sentBody, {})
  const { count } = await readWithinLimit(() => sheet.report.totals(filter, getScreenReader()))
  return count
}

/** Parses the filter. `apiNames` maps the screen's field names to the API's where the two differ. */
async function parseFilter<Filter, Row, Totals extends ReportCount>(
  sheet: ReportSheet<Filter, Row, Totals>,
  sentBody: SentBody,
  apiNames: FieldNames,
): Promise<Filter> {
  const { fields, filter } = await sheet.parseFilter(toSearchParams(sentBody), toCivilDate(new Date()))
  if (filter !== undefined) return filter
  const invalidField = fields.find(({ errors }) => errors !== undefined) ?? fields[0]
  const [message = specTexts.fieldRequired] = invalidField?.errors ?? []
  const screenName = invalidField?.name ?? ''
  const apiName = apiNames[screenName] ?? invalidField?.name ?? 'non_field_errors'
  throw makeIssuesError([{ path: apiName.split('.'), message }])
}

function toSearchParams(sentBody: SentBody): URLSearchParams {
  const pairs = Object.entries(sentBody).flatMap(([name, value]) =>
    value == null ? [] : [[name, String(value)]],
  )
  return new URLSearchParams(pairs)
}

async function readWithinLimit<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    const delay = getReportDelay(error)
    if (!delay) throw error
    throw new ApiError(503, delay === 'busy' ? undefined : messages.reportTooSlow, busyHeaders)
  }
}
