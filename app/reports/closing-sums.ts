import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { ClosingDay } from '#app/models/reports/day-closing.server.ts'
import { paths } from '#app/paths.ts'
import type { CellKind, CellValue } from '#app/text/reports/cells.ts'
import { listClosingLines } from '#app/text/reports/closing-lines.ts'
import { closingLabels } from '#app/text/reports/day-closing-labels.ts'
import type { SheetHead, SheetRow, SheetSummary } from './sheet.server.ts'

/** Sums that can be calculated from other columns of a day. */
const derivedSums = ['invoiced', 'not-invoiced', 'kept']

/** Returns a row per day with entries. Omits columns that are always zero and derived sums. */
export function summariseDays(days: readonly ClosingDay[], slug: string): SheetSummary {
  const linesByDay = days.map(({ day, accounts }) => ({ day, lines: listClosingLines(accounts) }))
  const columns = listClosingLines({}).flatMap((line, index) => {
    const values = linesByDay.map(({ lines }) => lines[index]?.value ?? 0)
    const isShown = !derivedSums.includes(line.key) && values.some((value) => value !== 0)
    return isShown ? [{ ...line, values }] : []
  })
  const heads = [
    makeHead('day', closingLabels.day, 'date', true),
    ...columns.map(({ key, label, kind }) => makeHead(key, label, kind)),
  ]
  const rows = linesByDay.map(({ day }, dayIndex) => ({
    key: day,
    cells: [makeDayCell(day, slug), ...columns.map(({ values }) => makeCell(values[dayIndex] ?? 0))],
    group: null,
  }))
  const sum: SheetRow = {
    key: 'sum',
    cells: [makeCell(closingLabels.sum), ...columns.map(({ values }) => makeCell(sumValues(values)))],
    group: null,
  }
  return { title: closingLabels.days, heads, rows, sum }
}

function sumValues(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function makeHead(key: string, label: string, kind: CellKind, isHeader = false): SheetHead {
  return { key, label, kind, isHeader, inHeading: false, inFileOnly: false, isTotalled: false }
}

function makeCell(value: CellValue) {
  return { value, text: null, href: null }
}

function makeDayCell(day: CivilDate, slug: string) {
  return { ...makeCell(day), href: paths.admin.report(slug, { day }) }
}
