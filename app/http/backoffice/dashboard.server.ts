import { addDays, type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { getMonthPeriod, listMonthsUpTo, listWeeksFrom, type Period } from '#app/domain/platform/period.ts'
import { countLateReviews } from '#app/models/orders/order-review.server.ts'
import { countMonth, countRenewalsByMonth, sumPaidByMonth } from '#app/models/reports/dashboard.server.ts'
import { countEndingByDay } from '#app/models/reports/ending-subscriptions.server.ts'
import { paths } from '#app/paths.ts'

const MONTHS_SHOWN = 12
/** The weeks of the chart, which cover today and the next 90 days. */
const WEEKS_SHOWN = 13

export async function loadDashboard(now: Date, { includesCharts }: { includesCharts: boolean }) {
  const today = toCivilDate(now)
  const [month, lateCount, charts] = await Promise.all([
    loadMonth(today),
    countLateReviews(now),
    includesCharts ? loadCharts(today) : null,
  ])
  return { ...month, late: { count: lateCount, href: paths.admin.review() }, charts }
}

export async function loadMonth(today: CivilDate) {
  const month = getMonthPeriod(today)
  const counts = await countMonth(month, today)
  const cards = [
    {
      name: 'expiring' as const,
      count: counts.expiring,
      href: formatReportHref('expired_signatures', month),
    },
    {
      name: 'subscriptions' as const,
      count: counts.subscriptions,
      href: formatReportHref('signatures', month),
    },
    { name: 'renewals' as const, count: counts.renewals, href: formatReportHref('renews', month) },
    { name: 'purchases' as const, count: counts.purchases, href: formatReportHref('orders', month) },
  ]
  return { month: month.start, cards }
}

async function loadCharts(today: CivilDate) {
  const months = listMonthsUpTo(today, MONTHS_SHOWN)
  const weeks = listWeeksFrom(today, WEEKS_SHOWN)
  const year = { start: months[0]?.start ?? today, end: getMonthPeriod(today).end }
  const [paid, renewed, ending] = await Promise.all([
    sumPaidByMonth(year),
    countRenewalsByMonth(year),
    countEndingByDay({ start: today, end: weeks.at(-1)?.end ?? today }),
  ])
  const listPoints = (slug: string, valuesByMonth: Map<string, number>) =>
    months.map((month) => makePoint(month, valuesByMonth.get(month.start.slice(0, 7)) ?? 0, slug))
  return {
    revenue: listPoints('paid_orders', paid),
    renewals: listPoints('renews', renewed),
    endingByWeek: weeks.map((week) => makePoint(week, sumWeek(week, ending), 'expired_signatures')),
  }
}

function makePoint(period: Period, value: number, slug: string) {
  return { ...period, value, href: formatReportHref(slug, period) }
}

function sumWeek({ start }: Period, countsByDay: Map<CivilDate, number>): number {
  const days = Array.from({ length: 7 }, (_, day) => addDays(start, day))
  return days.reduce((sum, day) => sum + (countsByDay.get(day) ?? 0), 0)
}

function formatReportHref(slug: string, { start, end }: Period): string {
  return paths.admin.report(slug, { start, end })
}
