import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise'
import { env } from '#app/env.server.ts'
import { findLastBackup } from '#app/models/platform/backup.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { explainDatabaseRefusal } from '#app/models/platform/readiness/database-refusal.server.ts'
import { newestMigration } from '#db/migrate.ts'
import { findMissingRights, RightsProblem } from '#db/rights/users.ts'
import { type Check, type Finding, makeDoubtful, makeRight, makeWrong, readReason } from './finding.ts'

const HOUR_MS = 3_600_000
const MEGABYTE = 1024 ** 2
/** Two workers and a command, in addition to the web processes. */
const OTHER_PROCESS_COUNT = 3

/** A daily backup may be two hours late. */
const MAX_BACKUP_AGE_HOURS = 26
const MAX_SKEW_MS = 2_000

const installGuide = 'docs/operations/install.md, step 2'

export const databaseChecks: Check[] = [
  { name: 'database', run: () => runOnServer(checkServer) },
  { name: 'schema', run: () => runOnServer(checkSchema) },
  { name: 'database users', run: checkUsers },
  { name: 'maintenance', run: () => runOnServer(checkMaintenance) },
  { name: 'backup', run: checkBackup },
]

async function runOnServer(work: (server: Connection) => Promise<Finding[]>): Promise<Finding[]> {
  let server: Connection
  try {
    server = await createConnection({ uri: env.DATABASE_URL, connectTimeout: 5_000, timezone: 'Z' })
  } catch (error) {
    return [
      makeWrong(
        explainDatabaseRefusal(error) ?? `not reached: ${readReason(error)}`,
        `DATABASE_URL, or start the server`,
      ),
    ]
  }
  try {
    return await work(server)
  } finally {
    await server.end()
  }
}

async function readRow(server: Connection, statement: string): Promise<RowDataPacket> {
  const [[row]] = await server.query<RowDataPacket[]>(statement)
  if (!row) throw new Error(`no answer to ${statement}`)
  return row
}

async function checkServer(server: Connection): Promise<Finding[]> {
  const startedAt = Date.now()
  const row = await readRow(
    server,
    `select version() as version, @@global.sql_mode as modes, @@global.innodb_buffer_pool_size as pool,
      @@global.max_connections as connections, @@global.innodb_flush_log_at_trx_commit as flush,
      @@global.log_bin as log, @@global.read_only as readOnly,
      unix_timestamp(now(3)) * 1000 as now`,
  )
  // The server read its clock at about the middle of the request.
  const skewMs = Number(row.now) - (startedAt + Date.now()) / 2
  const isDurable = Number(row.flush) === 1
  const processCount = env.WEB_PROCESSES + OTHER_PROCESS_COUNT
  const neededConnections = processCount * (env.DATABASE_POOL + env.REPORT_POOL)
  return [
    makeRight(`reached, ${row.version}`),
    ...(['0', 'OFF'].includes(String(row.readOnly))
      ? []
      : [makeWrong('the server is read-only', 'set DATABASE_URL to the primary')]),
    isDurable
      ? makeRight('commits are on disk (innodb_flush_log_at_trx_commit=1)')
      : makeWrong(
          'a power cut loses confirmed orders (innodb_flush_log_at_trx_commit)',
          `set it to 1: ${installGuide}`,
        ),
    Number(row.log) === 1
      ? makeRight('binary log is on')
      : makeDoubtful('no binary log: a restore ends at the newest backup', `log_bin: ${installGuide}`),
    /STRICT_(ALL|TRANS)_TABLES/.test(String(row.modes))
      ? makeRight('sql_mode is strict')
      : makeDoubtful(
          'sql_mode is not strict; the shop sets its own, other programs write cut values',
          'set STRICT_TRANS_TABLES',
        ),
    Number(row.pool) >= 512 * MEGABYTE
      ? makeRight(`buffer pool of ${Math.round(Number(row.pool) / MEGABYTE)} MB`)
      : makeDoubtful(
          `buffer pool of ${Math.round(Number(row.pool) / MEGABYTE)} MB`,
          'innodb_buffer_pool_size: half of the memory of a database server, 1G on a shared one',
        ),
    Number(row.connections) >= neededConnections
      ? makeRight(`${row.connections} connections allowed, ${neededConnections} at most needed`)
      : makeDoubtful(
          `${row.connections} connections allowed, ${neededConnections} may be needed`,
          'raise max_connections or lower DATABASE_POOL',
        ),
    Math.abs(skewMs) < MAX_SKEW_MS
      ? makeRight('its clock agrees with this machine’s')
      : makeWrong(
          `its clock differs by ${Math.round(skewMs / 1000)} s`,
          'synchronise both clocks (systemd-timesyncd or chrony)',
        ),
  ]
}

async function checkSchema(server: Connection): Promise<Finding[]> {
  const newest = newestMigration
  try {
    const { level } = await readRow(server, 'select max(name) as level from kysely_migration')
    if (level === newest) return [makeRight('as this build needs it')]
    return String(level) < newest
      ? [makeWrong(`${level ?? 'empty'}, this build needs ${newest}`, 'npm run db:migrate')]
      : [
          makeDoubtful(
            `${level}, newer than this build`,
            'fine while the earlier release runs; else start the newer one',
          ),
        ]
  } catch (error) {
    return [makeWrong(`not readable: ${readReason(error)}`, 'npm run db:migrate')]
  }
}

async function checkMaintenance(server: Connection): Promise<Finding[]> {
  const [rows] = await server
    .query<RowDataPacket[]>('select began_at from maintenance where id = 1')
    .catch(() => [[]])
  const [row] = rows
  return row
    ? [makeDoubtful(`on since ${new Date(row.began_at).toISOString()}`, 'npm run maintenance -- off')]
    : [makeRight('off')]
}

async function checkUsers(): Promise<Finding[]> {
  const users = env.DATABASE_USERS
  if (!users)
    return env.APP_ENV === 'production'
      ? [
          makeDoubtful(
            'WEB_DATABASE_URL and WORKER_DATABASE_URL are not set here: rights are not compared',
            'run the check with the owner’s settings (aeropub-owner npm run doctor)',
          ),
        ]
      : [makeRight('one user for all, outside production')]
  try {
    const missingRights = await findMissingRights(env.DATABASE_URL, users)
    return missingRights.length === 0
      ? [makeRight('web and worker have their rights and no others')]
      : [
          makeWrong(
            `${missingRights.length} rights differ, the first: ${missingRights[0]}`,
            'npm run database-users',
          ),
        ]
  } catch (error) {
    return [
      makeWrong(error instanceof RightsProblem ? error.message : readReason(error), 'npm run database-users'),
    ]
  }
}

async function checkBackup(): Promise<Finding[]> {
  if (env.APP_ENV === 'demonstration') return [makeRight('a demonstration needs none')]
  try {
    const lastBackupAt = await findLastBackup()
    if (!lastBackupAt) return [makeDoubtful('none was ever noted', 'docs/operations/daily.md, Backups')]
    const ageHours = Math.round((Date.now() - lastBackupAt.getTime()) / HOUR_MS)
    return ageHours <= MAX_BACKUP_AGE_HOURS
      ? [makeRight(`${ageHours} h old`)]
      : [makeWrong(`${ageHours} h old`, 'look at the log of the backup (docs/operations/trouble.md)')]
  } catch (error) {
    const reason = explainDatabaseRefusal(error) ?? `not readable: ${readReason(error)}`
    return [makeWrong(reason, 'see database and schema above')]
  } finally {
    await db.destroy()
  }
}
