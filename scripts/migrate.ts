import { log } from '#app/log.server.ts'
import { indexMissingPeople } from '#app/models/accounts/person-words.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { migrate } from '#db/migrate.ts'

try {
  const done = await migrate(db)
  log.info({ count: done.length, migrations: done }, 'schema is current')
  log.info({ count: await indexMissingPeople() }, 'people can be searched for')
} catch (error) {
  log.fatal({ err: error }, 'migration failed')
  process.exitCode = 1
} finally {
  await db.destroy()
}
