import { parseArgs } from 'node:util'
import { log } from '#app/log.server.ts'
import { recordBackup } from '#app/models/platform/backup.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

const usage = 'npm run note-backup [-- --at 2026-11-21T03:00:00Z]'

/** Records a backup made now or at the given time (D101). Exits with 1 if that is in the future. */
try {
  const backupTime = readTime()
  if (backupTime) {
    await recordBackup(backupTime)
    console.log(`backup of ${formatDateTime(backupTime)} noted`)
  } else {
    console.error(usage)
    process.exitCode = 1
  }
} catch (error) {
  log.fatal({ err: error }, 'note backup')
  process.exitCode = 1
} finally {
  await db.destroy()
}

function readTime(): Date | undefined {
  const text = parseOptions()?.values.at
  if (text === undefined) return parseOptions() ? new Date() : undefined
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined
  const time = new Date(text)
  return Number.isNaN(time.getTime()) || time > new Date() ? undefined : time
}

function parseOptions() {
  try {
    return parseArgs({ options: { at: { type: 'string' } } })
  } catch {
    return undefined
  }
}
