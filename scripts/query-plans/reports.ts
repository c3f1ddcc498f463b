import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { getMonthPeriod } from '#app/domain/platform/period.ts'
import type { OpenSheet, Sheet } from '#app/reports/sheet.server.ts'
import { sheets } from '#app/reports/sheets.server.ts'
import type { PlannedRead } from './planned-read.ts'

/** Rows of a page of a report, and of a portion of its files. */
const [PER_PAGE, PORTION] = [100, 500]
const today = civilDateIn(new Date())
const asItOpens: Query = { name: '', text: '' }
const month: Query = { name: ' of a month', text: `start=${getMonthPeriod(today).start}&end=${today}` }
const allTime: Query = { name: ' of all time', text: 'start=2000-01-01&end=2099-12-31' }

type Query = { name: string; text: string }

/** Every report as it opens, of a month, with its examples, and as a file of all time. */
export const reports: PlannedRead[] = sheets.flatMap((sheet) => [
  ...[asItOpens, month].flatMap((query) => planned(sheet, query)),
  ...sheet.examples.flatMap((text) => planned(sheet, { name: ` ${text}`, text })),
  fileOf(sheet, allTime),
])

/** Queries of a report: first page, totals, and portions of its file. */
function planned(sheet: Sheet, query: Query): PlannedRead[] {
  const name = `report ${sheet.slug}${query.name}`
  const perPage = sheet.page?.perPage ?? PER_PAGE
  return [
    { name: `${name}, page`, read: async () => (await open(sheet, query))?.page(1, perPage) },
    { name: `${name}, sums`, read: async () => (await open(sheet, query))?.totals() },
    fileOf(sheet, query),
  ]
}

/** Two portions: the second has to find the end of the first again. */
function fileOf(sheet: Sheet, query: Query): PlannedRead {
  const read = async () => {
    const portions = (await open(sheet, query))?.whole(PORTION).portions
    await portions?.next()
    await portions?.next()
  }
  return { name: `report ${sheet.slug}${query.name}, portion`, read }
}

/** Undefined for a report without a period, or one that requires an example. */
async function open(sheet: Sheet, { text }: Query): Promise<OpenSheet | undefined> {
  const { sheet: opened } = await sheet.open(new URLSearchParams(text), today)
  const required = sheet.examples.length > 0 ? sheet.examples : ['']
  if (!opened && required.includes(text)) throw new Error(`Report ${sheet.slug} does not open with "${text}"`)
  return opened
}
