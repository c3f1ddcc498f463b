import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import { hasDemonstrationAccounts } from '#app/models/backoffice/demonstration.server.ts'
import { db, isOutage } from '#app/models/platform/db.server.ts'
import { explainDatabaseRefusal } from '#app/models/platform/readiness/database-refusal.server.ts'
import { hasUnfinishedRestore } from '#app/models/platform/readiness/unfinished-restore.server.ts'
import { flushAndExit } from '#app/telemetry/start.server.ts'
import type { Role } from '#db/rights/tables.ts'
import { compareRights } from '#db/rights/users.ts'

const RETRY_MS = 5_000
const UNFINISHED_RESTORE_MESSAGE =
  'this database is being restored and was not finished, and no shop starts on it: ' +
  'npm run restore -- FILE --finish, or begin anew with an empty one'
const DEMONSTRATION_MESSAGE =
  'this database holds accounts of the demonstration, whose password is public, and production does not start on it: ' +
  'npm run remove-demonstration -- --yes removes them'

// Exits with code 1 for a half-restored database, a rejected user, and demonstration accounts in production. A
// database that does not answer is checked again in the background; demonstration accounts cannot log in meanwhile.
export async function rejectUnfitDatabase(role: Role): Promise<void> {
  try {
    await exitIfUnfit(role)
  } catch (error) {
    const refusal = explainDatabaseRefusal(error)
    if (refusal) {
      log.fatal(refusal)
      return flushAndExit(1)
    }
    if (!isOutage(error)) throw error
    log.warn({ err: error }, 'the database cannot be asked yet whether it is fit')
    void repeatCheck(role).catch((failure) => {
      log.fatal({ err: failure }, 'the database cannot be asked whether it is fit')
      return flushAndExit(1)
    })
  }
}

async function repeatCheck(role: Role): Promise<void> {
  for (;;) {
    await pause(RETRY_MS, undefined, { ref: false })
    const isChecked = await exitIfUnfit(role).then(
      () => true,
      (error) => {
        if (!isOutage(error)) throw error
        return false
      },
    )
    if (isChecked) return
  }
}

async function exitIfUnfit(role: Role): Promise<void> {
  const fault = await findFault()
  if (!fault) return reportRights(role)
  log.fatal(fault)
  await flushAndExit(1)
}

/** Does not end the process, because an older build may expect rights that a newer build removed. */
async function reportRights(role: Role): Promise<void> {
  const { rows } = await sql<Record<string, string>>`show grants`.execute(db)
  const database = decodeURIComponent(new URL(env.DATABASE_URL).pathname.slice(1))
  const { lacking, beyond } = compareRights(rows.flatMap(Object.values<string>), database, role)
  const advice = `name the user of the ${role}, or run npm run database-users`
  if (lacking)
    log.error(`alert: DATABASE_URL: this user lacks rights of the ${role}, the first: ${lacking}; ${advice}`)
  else if (beyond && env.APP_ENV === 'production')
    log.warn(`DATABASE_URL: this user has rights that the ${role} does not need: ${beyond}; ${advice}`)
}

async function findFault(): Promise<string | undefined> {
  if (await hasUnfinishedRestore()) return UNFINISHED_RESTORE_MESSAGE
  return env.APP_ENV === 'production' && (await hasDemonstrationAccounts())
    ? DEMONSTRATION_MESSAGE
    : undefined
}
