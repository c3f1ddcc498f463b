import { parseArgs } from 'node:util'
import { z } from 'zod'
import { env } from '#app/env.server.ts'
import { parseBackupKey, verifyArchive } from '#db/backup/archive.ts'
import { BackupProblem } from '#db/backup/problem.ts'
import { type BinlogSource, type ReplayResult, replayBinlog } from '#db/backup/replay.ts'
import { reportFault } from './report-fault.ts'

const usage = 'npm run replay -- FILE [LOG…] [--until 2026-11-23T14:05:00Z] [--compare]'
const instant = z.iso.datetime({ offset: true })
const shownTables = ['orders', 'boletos', 'payments', 'refunds'] as const

/** Replays a binary log after `restore --before-replay`. Exits with 1 if changes are missing. */
try {
  const { path, source, until, isCompared } = readOptions()
  const manifest = await verifyArchive(path, parseBackupKey(env.BACKUP_KEY))
  const target = env.DATABASE_URL
  printResult(await replayBinlog({ manifest, databaseUrl: target, source, until, isCompared }))
} catch (error) {
  reportFault(error, 'replay', env.DATA_DIR)
}

function printResult({ growth, changedTables, newestOrder, comparedRows }: ReplayResult): void {
  const counts = shownTables.map((name) => `${growth.get(name) ?? 0} ${name}`).join(', ')
  console.log(`came by the binary log: ${counts}; rows of ${changedTables} tables changed`)
  if (newestOrder)
    console.log(`newest order: ${newestOrder.id} of ${newestOrder.createdAt.replace(' ', 'T')}Z`)
  if (comparedRows !== undefined)
    console.log(`compared: all ${comparedRows} rows are those of the database that the log is of`)
  console.log('replayed: now npm run restore -- FILE --finish')
}

function readOptions() {
  const parsedArguments = parseArguments()
  const [path, ...files] = parsedArguments?.positionals ?? []
  const { until, compare = false } = parsedArguments?.values ?? {}
  if (!path) throw new BackupProblem(usage)
  if (until !== undefined && !instant.safeParse(until).success)
    throw new BackupProblem(
      '--until is a time with its zone, as 2026-11-23T14:05:00Z or 2026-11-23T11:05:00-03:00',
    )
  const source: BinlogSource = files.length > 0 ? { files } : { url: env.BINLOG_URL ?? env.DATABASE_URL }
  return { path, source, until: until === undefined ? undefined : new Date(until), isCompared: compare }
}

function parseArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        until: { type: 'string' },
        compare: { type: 'boolean' },
      },
    })
  } catch {
    return undefined
  }
}
