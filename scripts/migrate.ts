import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import { indexMissingPeople } from '#app/models/accounts/person-words.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { explainDatabaseRefusal } from '#app/models/platform/readiness/database-refusal.server.ts'
import {
  connectPatiently,
  DatabaseUnavailable,
  retryUntilAnswered,
} from '#app/models/platform/readiness/patient-database.server.ts'
import { migrate } from '#db/migrate.ts'
import { MigrationProblem } from '#db/migration-checksums.ts'
import { grantRights, RightsProblem } from '#db/rights/users.ts'
import { logGrantedRights } from './log-granted.ts'

/** Applies missing migrations, grants the rights of DATABASE_USERS and indexes people for the search. */
const patientDb = connectPatiently()
try {
  const migratedNames = await retryUntilAnswered(() => migrate(patientDb), env.DATABASE_WAIT_MS)
  log.info({ count: migratedNames.length, migrations: migratedNames }, 'schema is current')
  if (env.DATABASE_USERS) logGrantedRights(await grantRights(env.DATABASE_URL, env.DATABASE_USERS))
  log.info({ count: await indexMissingPeople() }, 'people can be searched for')
} catch (error) {
  if (error instanceof DatabaseUnavailable)
    log.fatal({ reason: error.message, waitedMs: env.DATABASE_WAIT_MS }, 'migration failed, no database')
  else if (error instanceof MigrationProblem) log.fatal({ reason: error.message }, 'migration refused')
  else if (error instanceof RightsProblem)
    log.fatal({ reason: error.message }, 'schema is current, but not the rights of its users')
  else if (explainDatabaseRefusal(error)) log.fatal(explainDatabaseRefusal(error))
  else log.fatal({ err: error }, 'migration failed')
  process.exitCode = 1
} finally {
  await Promise.allSettled([patientDb.destroy(), db.destroy()])
}
