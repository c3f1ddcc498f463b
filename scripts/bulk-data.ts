import { z } from 'zod'
import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { addBulkData } from './bulk-data/all.ts'
import { addPapers } from './bulk-data/papers.ts'

const usage = 'npm run bulk-data -- [ORDERS=100000] [USERS=20000]'
const argumentSchema = z.tuple([
  z.coerce.number().int().min(1).max(2_000_000).default(100_000),
  z.coerce.number().int().min(1).max(500_000).default(20_000),
])

/** Adds fictitious data, the same each time, to show lists and reports after years of use. */
try {
  if (env.APP_ENV === 'production') throw new Error('invented data never enters production')
  const parsedArguments = argumentSchema.safeParse(process.argv.slice(2))
  if (!parsedArguments.success) throw new Error(usage)
  const [orders, users] = parsedArguments.data
  log.info(await addBulkData(orders, users), 'invented data written')
  await addPapers()
} catch (error) {
  log.fatal({ err: error }, 'nothing more written')
  process.exitCode = 1
} finally {
  await db.destroy()
}
