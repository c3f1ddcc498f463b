import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findDatabaseServer } from './binaries.mjs'
import { run } from './command.mjs'
import { readOrCreateSecret, writeWhole } from './files.mjs'
import { Problem } from './log.mjs'
import { findFreePort } from './ports.mjs'
import { Background } from './processes.mjs'

const user = 'aeropub'
/** Roles with a database user of their own; `db/rights/tables.ts` lists their rights. */
const roles = /** @type {const} */ (['web', 'worker'])
const rootOption = process.getuid?.() === 0 ? ['--user=root'] : []

/**
 * @typedef {object} DatabaseOptions
 * @property {string} dir the folder of data, password, log and trace
 * @property {string} [database] created when missing
 * @property {boolean} [durable] false only for throw-away data: commits survive a killed server, not a power cut
 * @property {boolean} [powerful] true gives the user every right on this private server (tests make databases)
 * @property {boolean} [logs] true writes a binary log, from which a point in time can be recovered
 * @property {number} [serverId] in that log; servers that replicate need different ones
 * @property {import('./scope.mjs').Scope} [scope]
 * @property {number} [port]
 * @property {import('./binaries.mjs').DatabaseServer} [server]
 */

/** @param {DatabaseOptions} options */
export async function startDatabase({
  dir,
  database = 'aeropub',
  durable = true,
  powerful = false,
  logs = false,
  serverId = 1,
  scope,
  port,
  server,
}) {
  const databaseServer = server ?? findDatabaseServer()
  if (!databaseServer) throw new Problem('No MariaDB or MySQL server found.')
  mkdirSync(dir, { recursive: true })
  const dataFolder = join(dir, 'data')
  if (!existsSync(dataFolder)) await createDataFolder(databaseServer, dir, dataFolder)
  const temporaryFolder = join(dir, 'tmp')
  mkdirSync(temporaryFolder, { recursive: true })

  const password = readOrCreateSecret(join(dir, 'password'))
  const initFile = join(dir, 'init.sql')
  const secrets = {
    web: readOrCreateSecret(join(dir, 'password-web')),
    worker: readOrCreateSecret(join(dir, 'password-worker')),
  }
  writeWhole(initFile, listInitStatements(databaseServer, { password, secrets, database, powerful }), 0o600)

  for (let attempt = 1; ; attempt++) {
    const chosenPort = port ?? (await findFreePort())
    const instance = new Background({
      name: 'database',
      command: databaseServer.server,
      args: [
        ...(databaseServer.leading ?? []),
        ...listOptions(databaseServer, {
          data: dataFolder,
          temporary: temporaryFolder,
          init: initFile,
          port: chosenPort,
          durable,
          logs,
          serverId,
        }),
      ],
      dir,
      marker: `--datadir=${dataFolder}`,
      grace: 60_000,
    })
    scope?.add(instance)
    const formatUrl = (/** @type {string} */ name, /** @type {string} */ secret) =>
      `mysql://${name}:${secret}@127.0.0.1:${chosenPort}/${database}`
    const url = formatUrl(user, password)
    try {
      await instance.ready('Database', async () => !(await findConnectionError(url)), 120_000)
      return {
        url,
        users: { web: formatUrl('web', secrets.web), worker: formatUrl('worker', secrets.worker) },
        port: chosenPort,
        pid: instance.pid,
        version: databaseServer.version,
        instance,
        stop: () => instance.stop(),
      }
    } catch (error) {
      await instance.stop()
      // Another program may have opened the port meanwhile.
      if (port !== undefined || attempt === 2) throw error
    }
  }
}

/** @param {import('./binaries.mjs').DatabaseServer} server @param {string} dir @param {string} dataFolder */
async function createDataFolder(server, dir, dataFolder) {
  for (const name of readdirSync(dir).filter((entry) => entry.startsWith('draft-'))) {
    rmSync(join(dir, name), { recursive: true, force: true })
  }
  // The folder is renamed at the end, so that an interrupted start leaves no incomplete data.
  const draft = join(dir, `draft-${process.pid}`)
  const options = {
    logFile: join(dir, 'logs', 'init.log'),
    failure: 'The database could not be created.',
  }
  if (server.installDb) {
    // --force continues if the machine's own name cannot be resolved, which is not needed here.
    const args = ['--no-defaults', ...rootOption, `--datadir=${draft}`, '--skip-test-db', '--force']
    await run(server.installDb, args, options)
  } else {
    mkdirSync(draft, { recursive: true, mode: 0o750 })
    await run(
      server.server,
      [
        ...(server.leading ?? []),
        ...[
          '--no-defaults',
          ...rootOption,
          ...(server.own ?? []),
          '--initialize-insecure',
          `--datadir=${draft}`,
        ],
      ],
      options,
    )
  }
  renameSync(draft, dataFolder)
}

/**
 * Returns statements, one per line, which the server runs before it opens its port, so it always has a password.
 * @param {import('./binaries.mjs').DatabaseServer} server
 * @param {{ password: string, secrets: Record<'web' | 'worker', string>, database: string, powerful: boolean }} choices
 */
function listInitStatements(server, { password, secrets, database, powerful }) {
  const account = `'${user}'@'%'`
  const grants = powerful
    ? [`GRANT ALL PRIVILEGES ON *.* TO ${account} WITH GRANT OPTION;`]
    : [
        `GRANT ALL PRIVILEGES ON \`${database}\`.* TO ${account} WITH GRANT OPTION;`,
        `GRANT ALL PRIVILEGES ON \`${database}\\_%\`.* TO ${account};`,
      ]
  return [
    ...(server.flavour === 'mysql' ? [`ALTER USER 'root'@'localhost' IDENTIFIED BY '${password}';`] : []),
    `CREATE DATABASE IF NOT EXISTS \`${database}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci;`,
    `CREATE USER IF NOT EXISTS ${account} IDENTIFIED BY '${password}';`,
    `ALTER USER ${account} IDENTIFIED BY '${password}';`,
    ...grants,
    ...roles.flatMap((role) => [
      `CREATE USER IF NOT EXISTS '${role}'@'%' IDENTIFIED BY '${secrets[role]}';`,
      `ALTER USER '${role}'@'%' IDENTIFIED BY '${secrets[role]}';`,
    ]),
    '',
  ].join('\n')
}

/**
 * @param {import('./binaries.mjs').DatabaseServer} server
 * @param {{ data: string, temporary: string, init: string, port: number, durable: boolean, logs: boolean, serverId: number }} choices
 */
function listOptions(
  server,
  { data: dataFolder, temporary: temporaryFolder, init: initFile, port, durable, logs, serverId },
) {
  return [
    '--no-defaults',
    ...rootOption,
    `--datadir=${dataFolder}`,
    // At its start, MariaDB deletes all temporary tables in tmpdir, even those of another server.
    `--tmpdir=${temporaryFolder}`,
    `--init-file=${initFile}`,
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    // The path is relative to the data folder, since a full path may be too long for a socket.
    '--socket=server.sock',
    `--pid-file=${join(dataFolder, 'server.pid')}`,
    '--skip-name-resolve',
    ...(logs ? ['--log-bin=binlog', '--binlog-format=ROW', `--server-id=${serverId}`] : ['--skip-log-bin']),
    `--innodb-flush-log-at-trx-commit=${durable ? 1 : 2}`,
    '--innodb-buffer-pool-size=128M',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_unicode_520_ci',
    '--max-connections=400',
    '--max-allowed-packet=64M',
    '--performance-schema=OFF',
    ...(server.own ?? []),
    ...(server.flavour === 'mysql' ? ['--mysqlx=OFF', '--secure-file-priv=NULL'] : []),
  ]
}

/** Returns the reason why the connection fails, or undefined. @param {string} url @returns {Promise<string | undefined>} */
export async function findConnectionError(url) {
  const { default: mysql } = await import('mysql2/promise')
  try {
    const connection = await mysql.createConnection({ uri: url, connectTimeout: 3000 })
    await connection.query({ sql: 'select 1', timeout: 3000 })
    await connection.end()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Returns name and version, such as "MariaDB 10.11.19". @param {string} url */
export async function readServerName(url) {
  const { default: mysql } = await import('mysql2/promise')
  const connection = await mysql.createConnection({ uri: url, connectTimeout: 3000 })
  const [rows] = await connection.query('select version() as version')
  await connection.end()
  const version = String(Array.isArray(rows) && 'version' in rows[0] ? rows[0].version : '')
  const number = /^\d+(\.\d+)*/.exec(version)?.[0] ?? version
  return `${/mariadb/i.test(version) ? 'MariaDB' : 'MySQL'} ${number}`
}

/** Creates the database and returns its URL. @param {string} url any database of that server @param {string} name */
export async function createDatabase(url, name) {
  const { default: mysql } = await import('mysql2/promise')
  const address = new URL(url)
  address.pathname = `/${name}`
  const connection = await mysql.createConnection({ uri: url, connectTimeout: 3000 })
  await connection.query(`drop database if exists \`${name}\``)
  await connection.query(`create database \`${name}\` character set utf8mb4 collate utf8mb4_unicode_520_ci`)
  await connection.end()
  return address.href
}
