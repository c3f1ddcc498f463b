import type { Schedule } from '#app/jobs/platform/schedule.ts'
import { log } from '#app/log.server.ts'
import { checkSales, foldSales } from '#app/models/reports/sales-check.server.ts'

/** Every night notes sums that differ from the orders, for administrators to correct (D107), and joins rows. */
export const checkReportSums: Schedule = {
  name: 'check-report-sums',
  when: { every: 'day', at: '03:20' },
  async run(now) {
    const { periods, differing } = await checkSales(now)
    if (differing > 0) log.error({ periods, differing }, 'report sums differ from the orders')
    const folded = (await foldAll('client')) + (await foldAll('product'))
    return { sumPeriods: periods, sumsDiffering: differing, sumsFolded: folded }
  },
}

async function foldAll(kind: Parameters<typeof foldSales>[0]): Promise<number> {
  for (let total = 0; ; ) {
    const folded = await foldSales(kind)
    total += folded
    if (folded === 0) return total
  }
}
