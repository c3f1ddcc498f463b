/** Restores the newest backup into a private copy of the shop. Prints loss (RPO) and duration (RTO). */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findDatabaseServer } from '../dev-services/binaries.mjs'
import { run } from '../dev-services/command.mjs'
import { readServerName, startDatabase } from '../dev-services/database.mjs'
import { exitAfterClose } from '../dev-services/interrupt.mjs'
import { formatSeconds, Problem, printLine } from '../dev-services/log.mjs'
import { root } from '../dev-services/paths.mjs'
import { findFreePort } from '../dev-services/ports.mjs'
import { Background } from '../dev-services/processes.mjs'
import { Scope } from '../dev-services/scope.mjs'
import { openOneOrder } from './drill-visit.mjs'

const USAGE = 'npm run restore-drill -- FOLDER|FILE [--database-url URL] [--replay]'
const processes = new Scope()
const services = new Scope()
const drillFolder = mkdtempSync(join(tmpdir(), 'aeropub-drill-'))

const { end, fail } = exitAfterClose(async () => {
  await processes.close()
  await services.close()
  rmSync(drillFolder, { recursive: true, force: true, maxRetries: 5 })
}, 130)

try {
  await runDrill()
  await end(0)
} catch (error) {
  await fail(error)
}

async function runDrill() {
  const { backupPath, databaseUrl, isReplayed } = readOptions()
  const file = statSync(backupPath).isDirectory() ? findNewest(backupPath) : backupPath
  printLine(`backup: ${file}`)
  const startedAt = performance.now()
  const url = databaseUrl ?? (await startPrivateDatabase(isReplayed)).url
  const env = { ...makeEnvironment(url), BINLOG_URL: isReplayed ? requireLogUrl() : '' }
  const runTool = (/** @type {'restore' | 'replay'} */ name, /** @type {string[]} */ ...toolArguments) =>
    run(process.execPath, [join(root, `build/tools/${name}.js`), file, ...toolArguments], {
      logFile: join(drillFolder, 'logs', `${name}${toolArguments[0] ?? ''}.log`),
      env,
      failure: `${name} failed`,
    })
  const restoreOutput = isReplayed ? await runTool('restore', '--before-replay') : await runTool('restore')
  printLine(restoreOutput.trimEnd())
  if (isReplayed) {
    printLine((await runTool('replay', '--compare')).trimEnd())
    printLine((await runTool('restore', '--finish')).trimEnd())
  }
  const visitReport = await visitShop(url, env)
  printLine(visitReport)
  const [, snapshotTime = ''] = /^as of: (\S+?),/m.exec(restoreOutput) ?? []
  const ageMs = Math.max(0, Date.now() - new Date(snapshotTime).getTime())
  const lossAfterBackup = `${Math.ceil(ageMs / 60_000)} minutes (what came after ${snapshotTime} is lost)`
  printLine(`RPO: ${isReplayed ? 'to the last event of the binary log' : lossAfterBackup}`)
  printLine(
    `RTO: ${formatSeconds(performance.now() - startedAt).replace(',', '.')} from the file to an open order`,
  )
}

function requireLogUrl() {
  const url = process.env.DATABASE_URL
  if (!url) throw new Problem('DATABASE_URL of the server with the binary log is needed')
  return url
}

/** Starts a server of the log's kind whose account may write events. @param {boolean} isReplayed */
async function startPrivateDatabase(isReplayed) {
  const isMysql = isReplayed && (await readServerName(requireLogUrl())).startsWith('MySQL')
  const flavour = isMysql ? 'mysql' : 'mariadb'
  const server = findDatabaseServer(isReplayed ? flavour : undefined)
  if (!server) throw new Problem('the drill needs a database server of that kind here, or --database-url')
  return startDatabase({
    dir: join(drillFolder, 'database'),
    database: 'aeropub_drill',
    durable: false,
    powerful: isReplayed,
    scope: services,
    server,
  })
}

/** @param {string} url @param {NodeJS.ProcessEnv} env */
async function visitShop(url, env) {
  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}`
  const web = processes.add(
    new Background({
      name: 'web',
      command: process.execPath,
      args: [join(root, 'build/tools/web.js')],
      env: { ...env, PORT: String(port), PUBLIC_URL: address },
      dir: drillFolder,
      first: true,
    }),
  )
  await web.ready('web', () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return openOneOrder({ address, databaseUrl: url })
}

/** Returns an environment with the backup key only: without mail server and gateway. @param {string} url */
function makeEnvironment(url) {
  const { PATH, HOME, BACKUP_KEY = '', TMPDIR } = process.env
  return {
    PATH,
    HOME,
    TMPDIR,
    BACKUP_KEY,
    NODE_ENV: 'production',
    APP_ENV: 'development',
    DATABASE_URL: url,
    DATA_DIR: join(drillFolder, 'files'),
    REDIS_URL: 'redis://127.0.0.1:1', // nothing listens there
    COOKIE_SECRETS: randomBytes(24).toString('hex'),
    WEB_PROCESSES: '1',
    LOG_LEVEL: 'warn',
    NO_COLOR: '1',
  }
}

/** @param {string} folder */
function findNewest(folder) {
  const names = readdirSync(folder).filter((name) => /^aeropub-\d{8}T\d{6}Z\.tar(\.enc)?$/.test(name))
  const newest = names.sort().at(-1)
  if (!newest) throw new Problem(`no backup in ${folder}`)
  return join(folder, newest)
}

function readOptions() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { 'database-url': { type: 'string' }, replay: { type: 'boolean' } },
    })
    const [backupPath] = positionals
    if (backupPath && positionals.length === 1)
      return { backupPath, databaseUrl: values['database-url'], isReplayed: values.replay === true }
  } catch {
    // Invalid arguments end in the usage below.
  }
  throw new Problem(USAGE)
}
