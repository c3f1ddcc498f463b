import { parseArgs } from 'node:util'
import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import { recordBackup } from '#app/models/platform/backup.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { parseBackupKey } from '#db/backup/archive.ts'
import { type BackupResult, deleteOldArchives, makeBackup } from '#db/backup/backup.ts'
import { BackupProblem } from '#db/backup/problem.ts'
import packageData from '../../package.json'
import { reportFault } from './report-fault.ts'

const usage = 'npm run backup -- FOLDER [--keep 14]'

let backupFolder = ''

/**
 * Archives database and DATA_DIR. Exits with 1 if there is no new archive, but not if only the record of a
 * valid archive fails (D101).
 */
try {
  const { folder, keep: keptCount } = readOptions()
  backupFolder = folder
  const result = await makeBackup({
    databaseUrl: env.DATABASE_URL,
    dataFolder: env.BUCKET ? undefined : env.DATA_DIR,
    folder,
    key: parseBackupKey(env.BACKUP_KEY),
    app: packageData.version,
  })
  printResult(result)
  await recordBackup(result.manifest.snapshotAt).catch((error) => {
    log.error({ err: error }, 'the archive is good, the shop could not note it')
    console.warn(`not noted: npm run note-backup -- --at ${result.manifest.snapshotAt.toISOString()}`)
  })
  if (keptCount !== undefined)
    for (const name of await deleteOldArchives(folder, keptCount)) console.log(`deleted: ${name}`)
} catch (error) {
  reportFault(error, 'backup', backupFolder)
} finally {
  await db.destroy()
}

function printResult({ path, manifest }: BackupResult) {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const files = manifest.members.filter(({ name }) => name.startsWith('files/')).length
  const { binlog, binlogFault, missingFiles } = manifest
  console.log(`backup: ${path}${manifest.isEncrypted ? ' (encrypted)' : ''}`)
  console.log(`as of: ${manifest.snapshotAt.toISOString()}, ${rows} rows, ${files} files, ${manifest.level}`)
  console.log(
    binlog
      ? `binary log: ${binlog.file} from ${binlog.position}`
      : `binary log: none${binlogFault ? ` (${binlogFault})` : ''}, nothing after this moment can be recovered`,
  )
  if (!manifest.isEncrypted) console.log('without BACKUP_KEY: not encrypted, secrets of webhooks left out')
  if (env.BUCKET)
    console.log(`files: none, they lie in the bucket ${env.BUCKET.bucket}; its service keeps their versions`)
  for (const name of missingFiles) console.warn(`named by a row and not there: ${name}`)
}

function readOptions() {
  const parsedArguments = parseArguments()
  const [folder, ...otherArguments] = parsedArguments?.positionals ?? []
  const keptCount = parsedArguments?.values.keep
  if (!folder || otherArguments.length > 0 || (keptCount !== undefined && !/^[1-9]\d{0,3}$/.test(keptCount)))
    throw new BackupProblem(usage)
  return { folder, keep: keptCount === undefined ? undefined : Number(keptCount) }
}

function parseArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { keep: { type: 'string' } } })
  } catch {
    return undefined
  }
}
