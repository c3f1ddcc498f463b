import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { sql } from 'kysely'
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readServerName, startDatabase } from '../../../scripts/dev-services/database.mjs'
import { findOrUnpackMysql } from '../../../scripts/dev-services/mysql.mjs'
import { runTool, type ShopProcess } from '../../support/shop.ts'
import { type FaultHarness, startHarness } from '../fault-harness.ts'
import { buyPublication } from '../support/buyer.ts'

const BACKUP_KEY = randomBytes(32).toString('base64')

let folder: string
let isMysql: boolean
let server: Awaited<ReturnType<typeof startDatabase>>
let admin: Connection
let harness: FaultHarness
let web: ShopProcess
/**
 * The address of the shop's database for the owner of its tables, with the rights of
 * docs/operations/install.md.
 */
let ownerUrl: string
const originalPath = process.env.PATH

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aeropub-point-in-time-'))
  isMysql = (await readServerName(process.env.DATABASE_URL ?? '')).startsWith('MySQL')
  const program = isMysql ? await findOrUnpackMysql() : undefined
  if (program?.leading) await installLogReader(program.leading)
  const dir = join(folder, 'server')
  server = await startDatabase({
    dir,
    logs: true,
    powerful: true,
    durable: false,
    ...(program ? { server: program } : {}),
  })
  admin = await createConnection(server.url)
  harness = await startHarness({ BACKUP_KEY }, server.url)
  const rights = isMysql
    ? 'reload, replication client, replication slave, replication_applier, session_variables_admin'
    : 'binlog monitor, replication slave, binlog replay'
  await admin.query("create user owner@'%' identified by 'of-a-test'")
  await admin.query(`grant ${rights} on *.* to owner@'%'`)
  ownerUrl = await grantOwnerRights(harness.environment.DATABASE_URL ?? '')
  web = await harness.startWeb()
}, 240_000)

afterAll(async () => {
  process.env.PATH = originalPath
  await harness?.end()
  await admin?.end()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Adds MySQL's log reader under the name that a replay looks for. */
async function installLogReader(leading: readonly string[]): Promise<void> {
  const [option = '', libraries = '', program = ''] = leading
  const loader = (await readdir(join(libraries))).find((name) => /^ld-linux-.*\.so\.\d+$/.test(name))
  const bin = join(folder, 'bin')
  await mkdir(bin)
  const reader = join(program, '..', '..', 'bin', 'mysqlbinlog')
  const commandParts = [join(libraries, loader ?? ''), option, libraries, reader].map((word) => `'${word}'`)
  await writeFile(join(bin, 'mysqlbinlog'), `#!/bin/sh\nexec ${commandParts.join(' ')} "$@"\n`)
  await chmod(join(bin, 'mysqlbinlog'), 0o755)
  process.env.PATH = [bin, originalPath].join(delimiter)
}

/** Grants the owner all rights in a database. Returns the database's address for the owner. */
async function grantOwnerRights(url: string): Promise<string> {
  const address = new URL(url)
  const pattern = address.pathname.slice(1).replaceAll('_', '\\_')
  await admin.query(`grant all privileges on \`${pattern}\`.* to owner@'%' with grant option`)
  Object.assign(address, { username: 'owner', password: 'of-a-test' })
  return address.href
}

/** Creates an empty database on the same server. Returns the environment of a restore into it. */
async function createEmptyTarget(name: string) {
  await admin.query(`create database ${name} character set utf8mb4 collate utf8mb4_unicode_520_ci`)
  const url = await grantOwnerRights(server.url.replace(/[^/]*$/, name))
  return { ...harness.environment, DATABASE_URL: url, DATA_DIR: join(folder, name) }
}

async function runBackup(): Promise<string> {
  const backupFolder = join(folder, randomBytes(4).toString('hex'))
  const output = await runTool('backup', { ...harness.environment, DATABASE_URL: ownerUrl }, [backupFolder])
  expect(output).toMatch(/binary log: binlog\.\d+ from \d+/)
  const [name = ''] = await readdir(backupFolder)
  return join(backupFolder, name)
}

/** Returns all orders with their lines, as the server dumps them. */
async function listOrders(url: string) {
  const connection = await createConnection({ uri: url, dateStrings: true })
  const [orders] = await connection.query<RowDataPacket[]>('select * from orders order by id')
  const [lines] = await connection.query<RowDataPacket[]>('select * from order_lines order by id')
  await connection.end()
  return { orders, lines }
}

async function listIds(url: string): Promise<number[]> {
  return (await listOrders(url)).orders.map(({ id }) => Number(id))
}

async function listLogFiles(): Promise<string[]> {
  const data = join(folder, 'server', 'data')
  const names = (await readdir(data)).filter((name) => /^binlog\.\d+$/.test(name))
  return names.sort().map((name) => join(data, name))
}

test('the binary log restores every order after the backup into another database of the server', async () => {
  await buyPublication(web.url)
  const archive = await runBackup()
  const orders = [await buyPublication(web.url), await buyPublication(web.url)]
  await admin.query('flush binary logs')
  // Simulates an update of the shop: tables change, and web and worker receive their rights.
  await harness.db.schema.createIndex('meanwhile').on('orders').column('checkout_token').execute()
  const shop = new URL(harness.environment.DATABASE_URL ?? '')
  const [webUrl, workerUrl] = [server.users.web, server.users.worker].map((url) =>
    url.replace(/\/[^/]*$/, shop.pathname),
  )
  const users = { WEB_DATABASE_URL: webUrl, WORKER_DATABASE_URL: workerUrl }
  await runTool('database-users', { ...harness.environment, DATABASE_URL: ownerUrl, ...users })
  orders.push(await buyPublication(web.url))

  const target = await createEmptyTarget('aeropub2')
  expect(await runTool('restore', target, [archive, '--before-replay'])).toContain(
    'loaded: now npm run replay',
  )
  await expect(runTool('restore', target, [archive, '--finish'])).rejects.toThrow('log was not replayed')
  const unreachableLog = { ...target, BINLOG_URL: 'mysql://root:root@127.0.0.1:1/aeropub' }
  await expect(runTool('replay', unreachableLog, [archive])).rejects.toThrow(
    'BINLOG_URL: the database does not answer',
  )
  const output = await runTool('replay', target, [archive, '--compare'])
  expect(output).toContain('came by the binary log: 3 orders, ')
  expect(output).toContain(`newest order: ${orders.at(-1)?.orderId} of 20`)
  expect(output).toMatch(/compared: all \d{3,} rows are those/)
  expect(await listOrders(target.DATABASE_URL)).toEqual(await listOrders(ownerUrl))
  await expect(runTool('replay', target, [archive])).rejects.toThrow('nothing can be replayed')
  expect(await runTool('restore', target, [archive, '--finish'])).toContain('restored: start web and worker')
  expect(await listIds(target.DATABASE_URL)).toEqual(await listIds(ownerUrl))

  // The log now also contains the restore and its replay.
  const secondTarget = await createEmptyTarget('aeropub3')
  await runTool('restore', secondTarget, [archive, '--before-replay'])
  expect(await runTool('replay', secondTarget, [archive])).toContain('came by the binary log: 3 orders, ')
  expect(await listIds(secondTarget.DATABASE_URL)).toEqual(await listIds(ownerUrl))
})

test('binary log files restore up to a moment, and a log without changes is rejected', async () => {
  const archive = await runBackup()
  const recentOrder = await buyPublication(web.url)
  const templateOrder = await harness.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', recentOrder.orderId)
    .executeTakeFirstOrThrow()
  // The log dates the mistake an hour ahead, so that the restore can end before it.
  const mistake = { ...templateOrder, id: templateOrder.id + 1, checkout_token: 'mistake' }
  await harness.db.connection().execute(async (connection) => {
    await sql`set timestamp = unix_timestamp() + 3600`.execute(connection)
    await connection.insertInto('orders').values(mistake).execute()
    await sql`set timestamp = default`.execute(connection)
  })
  await admin.query('flush binary logs')
  expect(await listIds(ownerUrl)).toContain(mistake.id)

  const target = await createEmptyTarget('other_name')
  const restoreOutput = await runTool('restore', target, [archive, '--before-replay'])
  const [, firstLogFile = ''] = /from (binlog\.\d+)/.exec(restoreOutput) ?? []
  const files = await listLogFiles()
  const newFiles = files.slice(files.findIndex((file) => file.endsWith(firstLogFile)))
  await expect(runTool('replay', target, [archive, join(folder, 'binlog.999999')])).rejects.toThrow(
    `the first file has to be ${firstLogFile}`,
  )
  const replayUntil = (until: Date) =>
    runTool('replay', target, [archive, ...newFiles, '--until', until.toISOString()])
  await expect(replayUntil(new Date('2020-01-01'))).rejects.toThrow('nothing was replayed')
  await expect(runTool('restore', target, [archive, '--finish'])).rejects.toThrow('log was not replayed')
  const output = await replayUntil(new Date(Date.now() + 1_800_000))
  expect(output).toContain('came by the binary log: 1 orders, ')
  const ids = await listIds(target.DATABASE_URL)
  expect(ids).toContain(recentOrder.orderId)
  expect(ids).not.toContain(mistake.id)
})
