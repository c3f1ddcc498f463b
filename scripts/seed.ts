import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import {
  connectPatiently,
  DatabaseUnavailable,
  waitForDatabase,
} from '#app/models/platform/readiness/patient-database.server.ts'
import { seed } from '#db/seed.ts'

/** Writes the demonstration data, except into a database that has publications. */
const patientDb = connectPatiently()
try {
  if (env.APP_ENV === 'production') throw new Error('demonstration data never enters production (D62)')
  await waitForDatabase(patientDb)
  const existingPublication = await patientDb
    .selectFrom('publications')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (existingPublication) log.info('database has data already: nothing seeded')
  else log.info(await seed(patientDb, toCivilDate(new Date())), 'demonstration data written')
} catch (error) {
  if (error instanceof DatabaseUnavailable)
    log.fatal({ reason: error.message, waitedMs: env.DATABASE_WAIT_MS }, 'seed failed, no database')
  else log.fatal({ err: error }, 'seed failed')
  process.exitCode = 1
} finally {
  await Promise.allSettled([patientDb.destroy(), db.destroy()])
}
