import { setTimeout as pause } from 'node:timers/promises'
import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import { holdsDemonstration } from '#app/models/backoffice/demonstration.server.ts'
import { isOutage } from '#app/models/platform/db.server.ts'
import { databaseRefusal } from '#app/models/platform/readiness/database-refusal.server.ts'
import { holdsUnfinishedRestore } from '#app/models/platform/readiness/unfinished-restore.server.ts'
import { exitFlushed } from '#app/telemetry/start.server.ts'

const RETRY_MS = 5_000
const UNFINISHED =
  'this database is being restored and was not finished, and no shop starts on it: ' +
  'npm run restore -- FILE --finish, or begin anew with an empty one'
const DEMONSTRATION =
  'this database holds accounts of the demonstration, whose password is public, and production does not start on it: ' +
  'npm run remove-demonstration -- --yes removes them'

// Exits with code 1 for a half-restored database, a rejected user, and demonstration accounts in production.
// A database that does not answer is checked again in the background; such accounts cannot log in meanwhile.
export async function rejectUnfitDatabase(): Promise<void> {
  try {
    await endIfFound()
  } catch (error) {
    const refusal = databaseRefusal(error)
    if (refusal) {
      log.fatal(refusal)
      return exitFlushed(1)
    }
    if (!isOutage(error)) throw error
    log.warn({ err: error }, 'the database cannot be asked yet whether it is fit')
    void askAgain().catch((failure) => {
      log.fatal({ err: failure }, 'the database cannot be asked whether it is fit')
      return exitFlushed(1)
    })
  }
}

async function askAgain(): Promise<void> {
  for (;;) {
    await pause(RETRY_MS, undefined, { ref: false })
    const isAnswered = await endIfFound().then(
      () => true,
      (error) => {
        if (!isOutage(error)) throw error
        return false
      },
    )
    if (isAnswered) return
  }
}

async function endIfFound(): Promise<void> {
  const fault = await findFault()
  if (!fault) return
  log.fatal(fault)
  await exitFlushed(1)
}

async function findFault(): Promise<string | undefined> {
  if (await holdsUnfinishedRestore()) return UNFINISHED
  return env.APP_ENV === 'production' && (await holdsDemonstration()) ? DEMONSTRATION : undefined
}
