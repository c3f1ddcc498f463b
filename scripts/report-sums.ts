import { log } from '#app/log.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { checkSales, correctSales } from '#app/models/reports/sales-check.server.ts'

const usage = 'npm run report-sums [-- --correct]'

/** Compares the sums of the reports with the orders and, asked to, corrects them (D107). Exit code 1 while some differ. */
try {
  const words = process.argv.slice(2)
  if (words.some((word) => word !== '--correct')) throw new Error(usage)
  const { periods, differing } = await checkSales()
  const corrected = words.length > 0 ? await correctSales(null) : 0
  console.log(`${periods} sums compared, ${differing} differ, ${corrected} corrected`)
  if (differing > corrected) process.exitCode = 1
} catch (error) {
  log.fatal({ err: error }, 'report sums')
  process.exitCode = 1
} finally {
  await db.destroy()
}
