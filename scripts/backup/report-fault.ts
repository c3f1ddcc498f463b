import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import { isOutage } from '#app/models/platform/db.server.ts'
import { explainDatabaseRefusal } from '#app/models/platform/readiness/database-refusal.server.ts'
import { BackupProblem, describeFileFault, LogServerFault } from '#db/backup/problem.ts'

/** Prints faults that an operator can correct in one line, logs others, and sets the exit code. */
export function reportFault(error: unknown, command: string, folder: string): void {
  const line = describeFault(error, folder)
  if (line) console.error(line)
  else log.fatal({ err: error }, command)
  process.exitCode = 1
}

/** Returns a fault that an operator can correct, with the setting to change; undefined for others. */
export function describeFault(
  error: unknown,
  folder: string,
  logSetting = env.BINLOG_URL ? 'BINLOG_URL' : 'DATABASE_URL',
): string | undefined {
  if (error instanceof BackupProblem) return error.message
  const isLogServerFault = error instanceof LogServerFault
  const [fault, setting] = isLogServerFault ? [error.cause, logSetting] : [error, 'DATABASE_URL']
  return (
    explainDatabaseRefusal(fault, setting) ??
    describeFileFault(fault, folder) ??
    (isOutage(fault) ? `${setting}: the database does not answer or takes no writes` : undefined)
  )
}
