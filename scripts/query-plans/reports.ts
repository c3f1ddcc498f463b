import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { getMonthPeriod } from '#app/domain/platform/period.ts'
import type { OpenSheet, Sheet } from '#app/reports/sheet.server.ts'
import { loadSheets } from '#app/reports/sheets.server.ts'
import type { PlannedRead } from './planned-read.ts'

/** Rows per page of a report, and per portion of its files. */
const [PER_PAGE, PORTION] = [100, 500]
const today = toCivilDate(new Date())
const plainQuery: Query = { name: '', text: '' }
const monthQuery: Query = { name: ' of a month', text: `start=${getMonthPeriod(today).start}&end=${today}` }
const allTimeQuery: Query = { name: ' of all time', text: 'start=2000-01-01&end=2099-12-31' }

type Query = { name: string; text: string }

/** Opens every report plain, for a month and with its examples, and reads its file without a period. */
export const reports: PlannedRead[] = (await loadSheets()).flatMap((sheet) => [
  ...[plainQuery, monthQuery].flatMap((query) => planSheet(sheet, query)),
  ...sheet.examples.flatMap((text) => planSheet(sheet, { name: ` ${text}`, text })),
  planFileRead(sheet, allTimeQuery),
])

/** Returns the queries of a report's first page, its totals and its file. */
function planSheet(sheet: Sheet, query: Query): PlannedRead[] {
  const name = `report ${sheet.slug}${query.name}`
  const perPage = sheet.page?.perPage ?? PER_PAGE
  return [
    { name: `${name}, page`, rowsRead: async () => (await openReport(sheet, query))?.page(1, perPage) },
    { name: `${name}, sums`, rowsRead: async () => (await openReport(sheet, query))?.totals() },
    planFileRead(sheet, query),
  ]
}

/** Reads two portions of a file, since the second must find where the first ended. */
function planFileRead(sheet: Sheet, query: Query): PlannedRead {
  const rowsRead = async () => {
    const portions = (await openReport(sheet, query))?.readAll(PORTION).portions
    await portions?.next()
    await portions?.next()
  }
  return { name: `report ${sheet.slug}${query.name}, portion`, rowsRead }
}

/** Opens a report; undefined if it requires a period or an example. */
async function openReport(sheet: Sheet, { text }: Query): Promise<OpenSheet | undefined> {
  const { sheet: openSheet } = await sheet.open(new URLSearchParams(text), today)
  const sufficientTexts = sheet.examples.length > 0 ? sheet.examples : ['']
  if (!openSheet && sufficientTexts.includes(text))
    throw new Error(`Report ${sheet.slug} does not open with "${text}"`)
  return openSheet
}
