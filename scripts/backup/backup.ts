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

let place = ''

/** Archives database and DATA_DIR. Exits with 1 without a new archive; an unrecorded one is valid (D101). */
try {
  const { folder, keep } = readOptions()
  place = folder
  const made = await makeBackup({
    databaseUrl: env.DATABASE_URL,
    dataFolder: env.BUCKET ? undefined : env.DATA_DIR,
    folder,
    key: parseBackupKey(env.BACKUP_KEY),
    app: packageData.version,
  })
  print(made)
  await recordBackup(made.manifest.snapshotAt).catch((error) => {
    log.error({ err: error }, 'the archive is good, the shop could not note it')
    console.warn(`not noted: npm run note-backup -- --at ${made.manifest.snapshotAt.toISOString()}`)
  })
  if (keep !== undefined)
    for (const name of await deleteOldArchives(folder, keep)) console.log(`deleted: ${name}`)
} catch (error) {
  reportFault(error, 'backup', place)
} finally {
  await db.destroy()
}

function print({ path, manifest }: BackupResult) {
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
  const parsed = parse()
  const [folder, ...more] = parsed?.positionals ?? []
  const keep = parsed?.values.keep
  if (!folder || more.length > 0 || (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep)))
    throw new BackupProblem(usage)
  return { folder, keep: keep === undefined ? undefined : Number(keep) }
}

function parse() {
  try {
    return parseArgs({ allowPositionals: true, options: { keep: { type: 'string' } } })
  } catch {
    return undefined
  }
}
