import { log } from '#app/log.server.ts'
import { isOutage } from '#app/models/platform/db.server.ts'
import { databaseRefusal } from '#app/models/platform/readiness/database-refusal.server.ts'
import { BackupProblem, describeFileFault } from '#db/backup/problem.ts'

/** Prints in one line what an operator can correct, logs any other error, and sets the exit code. */
export function reportFault(error: unknown, command: string, folder: string): void {
  const line =
    error instanceof BackupProblem
      ? error.message
      : (databaseRefusal(error) ??
        describeFileFault(error, folder) ??
        (isOutage(error) ? 'DATABASE_URL: the database does not answer or takes no writes' : undefined))
  if (line) console.error(line)
  else log.fatal({ err: error }, command)
  process.exitCode = 1
}
