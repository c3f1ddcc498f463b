import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { seed } from '#db/seed.ts'

try {
  if (env.APP_ENV === 'production') throw new Error('demonstration data never enters production (D62)')
  const known = await db.selectFrom('publications').select('id').limit(1).executeTakeFirst()
  if (known) log.info('database has data already: nothing seeded')
  else log.info(await seed(db), 'demonstration data written')
} catch (error) {
  log.fatal({ err: error }, 'seed failed')
  process.exitCode = 1
} finally {
  await db.destroy()
}
