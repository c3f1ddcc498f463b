import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import { grantRights, RightsProblem } from '#db/rights/users.ts'
import { logGrantedRights } from '../log-granted.ts'

/** Grants web's and worker's database users their rights (D126). Exits with 1 on failure. */
try {
  const users = env.DATABASE_USERS
  if (!users)
    throw new RightsProblem('set WEB_DATABASE_URL and WORKER_DATABASE_URL (docs/operations/install.md)')
  logGrantedRights(await grantRights(env.DATABASE_URL, users))
} catch (error) {
  if (error instanceof RightsProblem) console.error(error.message)
  else log.fatal({ err: error }, 'database users')
  process.exitCode = 1
}
