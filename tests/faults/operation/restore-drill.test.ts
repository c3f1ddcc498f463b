import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '#app/models/platform/connection.server.ts'
import { findDatabaseServer } from '../../../scripts/dev-services/binaries.mjs'
import { findExecutable } from '../../../scripts/dev-services/command.mjs'
import { startDatabase } from '../../../scripts/dev-services/database.mjs'
import { createEmptyDatabase } from '../../support/fresh-database.ts'
import { runTool } from '../../support/shop.ts'
import { type FaultHarness, startHarness } from '../fault-harness.ts'

const BACKUP_KEY = randomBytes(32).toString('base64')

let harness: FaultHarness
let folder: string
let target: Awaited<ReturnType<typeof createEmptyDatabase>>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aeropub-restore-'))
  target = await createEmptyDatabase(process.env.DATABASE_URL ?? '')
  harness = await startHarness({ BACKUP_KEY })
})

afterEach(async () => {
  await harness.end()
  await target.drop()
  await rm(folder, { recursive: true, force: true })
})

const getBackupFolder = () => join(folder, 'backups')

test('a backup succeeds when the shop cannot record it, and prints the command that records it', async () => {
  await sql`create trigger no_notes before insert on backups for each row
    signal sqlstate '45000' set message_text = 'no notes'`.execute(harness.db)
  const output = await runTool('backup', harness.environment, [getBackupFolder(), '--keep', '1'])
  expect(output).toMatch(/not noted: npm run note-backup -- --at \S+Z/)
  expect(await readdir(getBackupFolder())).toHaveLength(1)
  await sql`drop trigger no_notes`.execute(harness.db)
})

const runDrill = async (environment: Record<string, string | undefined>, ...args: string[]) => {
  const run = promisify(execFile)(process.execPath, ['scripts/backup/restore-drill.mjs', ...args], {
    env: { ...process.env, ...environment },
  })
  return (await run).stdout
}

test('the drill restores the newest backup elsewhere, opens an order, reports losses and requires the key', async () => {
  await runTool('backup', harness.environment, [getBackupFolder()])
  const output = await runDrill(harness.environment, getBackupFolder(), '--database-url', target.url)
  expect(output).toMatch(/shop: open, order \d+ shown to its buyer/)
  expect(output).toMatch(/RPO: \d+ minutes \(what came after 20\S+Z is lost\)\nRTO: \d+\.\d s/)
  await expect(runDrill({ ...harness.environment, BACKUP_KEY: '' }, getBackupFolder())).rejects.toThrow(
    'BACKUP_KEY',
  )
})

const mariadb = findDatabaseServer('mariadb')
const canReplay = mariadb && findExecutable(['mariadb-binlog']) && findExecutable(['mariadb'])

test.runIf(canReplay)(
  'the drill restores up to the last order from the binary log',
  async () => {
    const source = await startDatabase({
      dir: join(folder, 'source'),
      logs: true,
      powerful: true,
      durable: false,
      ...(mariadb ? { server: mariadb } : {}),
    })
    const environment = { ...harness.environment, DATABASE_URL: source.url }
    const db = connect(source.url, { connections: 1 })
    try {
      await runTool('migrate', environment)
      await runTool('seed', environment)
      expect(await runTool('backup', environment, [getBackupFolder()])).toMatch(
        /binary log: binlog\.\d+ from \d+/,
      )
      const templateOrder = await db
        .selectFrom('orders')
        .selectAll()
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      const order = { ...templateOrder, id: 700_001, checkout_token: 'after-the-backup' }
      await db.insertInto('orders').values(order).execute()
      await db.updateTable('orders').set({ note: 'ção' }).where('id', '=', order.id).execute()
      const { web: WEB_DATABASE_URL, worker: WORKER_DATABASE_URL } = source.users
      await runTool('database-users', { ...environment, WEB_DATABASE_URL, WORKER_DATABASE_URL })
      const output = await runDrill(environment, getBackupFolder(), '--replay')
      expect(output).toContain('came by the binary log: 1 orders, ')
      expect(output).toMatch(/compared: all \d{3,} rows are those/)
      expect(output).toContain('shop: open, order 700001 shown to its buyer')
      expect(output).toContain('next order: 711000')
    } finally {
      await db.destroy()
      await source.stop()
    }
  },
  240_000,
)
