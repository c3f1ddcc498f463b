import { setTimeout as pause } from 'node:timers/promises'
import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import { holdsDemonstration } from '#app/models/backoffice/demonstration.server.ts'
import { isOutage } from '#app/models/platform/db.server.ts'

const RETRY_MS = 5_000
const words =
  'this database holds accounts of the demonstration, whose password is public, and production does not start on it: ' +
  'npm run remove-demonstration -- --yes removes them'

/**
 * Ends the process with exit code 1 when production would run on accounts of the demonstration (D73). A database that
 * does not answer yet holds up nobody: it is asked again until it does, and no such account is let in meanwhile.
 */
export async function rejectDemonstration(): Promise<void> {
  if (env.APP_ENV !== 'production') return
  try {
    await endIfFound()
  } catch (error) {
    if (!isOutage(error)) throw error
    log.warn({ err: error }, 'the database cannot be asked about demonstration accounts yet')
    void askAgain().catch((failure) => {
      log.fatal({ err: failure }, 'the database cannot be asked about demonstration accounts')
      process.exit(1)
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
  if (!(await holdsDemonstration())) return
  log.fatal(words)
  process.exit(1)
}
