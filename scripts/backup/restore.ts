import { parseArgs } from 'node:util'
import { env } from '#app/env.server.ts'
import { parseBackupKey, verifyArchive } from '#db/backup/archive.ts'
import { finishRestore } from '#db/backup/finish.ts'
import type { Manifest } from '#db/backup/manifest.ts'
import { BackupProblem } from '#db/backup/problem.ts'
import { loadBackup } from '#db/backup/restore.ts'
import { reportFault } from './report-fault.ts'

const usage = 'npm run restore -- FILE [--check | --before-replay | --finish [--without-replay]]'

/** Restores an archive into an empty database and folder. After exit code 1, do not use the database. */
try {
  const { path, mode, isReplaySkipped } = readOptions()
  const key = parseBackupKey(env.BACKUP_KEY)
  if (mode === 'check') printData(await verifyArchive(path, key))
  else {
    const [databaseUrl, dataFolder] = [env.DATABASE_URL, env.DATA_DIR]
    const target = { path, key, databaseUrl, dataFolder, isReplayPending: mode === 'before-replay' }
    if (env.BUCKET && mode !== 'finish') requireNoFiles(await verifyArchive(path, key))
    const manifest = mode === 'finish' ? await verifyArchive(path, key) : await loadBackup(target)
    printData(manifest)
    if (mode === 'before-replay') printReplay(manifest)
    else await finishAndReport(manifest, isReplaySkipped)
  }
} catch (error) {
  reportFault(error, 'restore', env.DATA_DIR)
}

/** Throws if the archive contains files and a bucket is set, since DATA_DIR is not read then. */
function requireNoFiles({ members }: Manifest) {
  if (members.some(({ name }) => name.startsWith('files/')))
    throw new BackupProblem(
      'the archive has files: restore it without S3_BUCKET, copy DATA_DIR into the bucket, then set S3_BUCKET again',
    )
}

async function finishAndReport(manifest: Manifest, isReplaySkipped: boolean) {
  const result = await finishRestore(env.DATABASE_URL, manifest, { isReplaySkipped })
  console.log(`epoch: ${result.epoch}`)
  console.log(
    `next order: ${result.firstOrder}; boletos, events and all else count on beyond what was given, too`,
  )
  console.log(`tasks that may have been done already: ${result.uncertain}, see /admin/jobs`)
  for (const range of result.exhausted) console.warn(`no boleto numbers left: ${range}`)
  if (result.endpointsWithoutSecret > 0)
    console.warn(`webhooks switched off, each needs a new secret: ${result.endpointsWithoutSecret}`)
  console.log(
    'all passwords of the environment (SMTP_URL, gateway, Correios, COOKIE_SECRETS) are yours to set',
  )
  console.log('restored: start web and worker')
}

function printData(manifest: Manifest) {
  const { snapshotAt, level, server, app, missingFiles } = manifest
  const minutes = Math.round((Date.now() - snapshotAt.getTime()) / 60_000)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`whole: ${manifest.members.length} members, ${rows} rows, ${level}, aeropub ${app}, ${server}`)
  console.log(`as of: ${snapshotAt.toISOString()}, ${minutes} minutes ago`)
  for (const name of missingFiles) console.warn(`was missing when it was made: ${name}`)
}

function printReplay({ binlog, database }: Manifest) {
  console.log(
    binlog
      ? `loaded: now npm run replay -- FILE, the binary log of ${database} from ${binlog.file}, position ${binlog.position}; then --finish`
      : 'loaded: the backup knows no place in a binary log; go on with --finish',
  )
}

function readOptions() {
  const parsedArguments = parseArguments()
  const [path, ...otherArguments] = parsedArguments?.positionals ?? []
  const modes = (['check', 'before-replay', 'finish'] as const).filter(
    (name) => parsedArguments?.values[name],
  )
  const isReplaySkipped = parsedArguments?.values['without-replay'] === true
  const isFinish = modes[0] === 'finish'
  if (!path || otherArguments.length > 0 || modes.length > 1 || (isReplaySkipped && !isFinish))
    throw new BackupProblem(usage)
  return { path, mode: modes[0] ?? ('whole' as const), isReplaySkipped }
}

function parseArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        check: { type: 'boolean' },
        'before-replay': { type: 'boolean' },
        finish: { type: 'boolean' },
        'without-replay': { type: 'boolean' },
      },
    })
  } catch {
    return undefined
  }
}
