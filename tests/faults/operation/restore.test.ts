import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '#app/models/platform/connection.server.ts'
import { logins } from '#db/seed/accounts.ts'
import { bankAgreement } from '#db/seed/company.ts'
import { seedPassword } from '#db/seed.ts'
import { findDatabaseServer } from '../../../scripts/dev-services/binaries.mjs'
import { findExecutable } from '../../../scripts/dev-services/command.mjs'
import { startDatabase } from '../../../scripts/dev-services/database.mjs'
import { returnFile } from '../../factories/return-files.ts'
import { createEmptyDatabase } from '../../support/fresh-database.ts'
import { runTool, until } from '../../support/shop.ts'
import { type FaultHarness, startHarness } from '../fault-harness.ts'
import { expectInvariants } from '../invariants.ts'
import { Buyer, buy } from '../support/buyer.ts'

const agreement = 'agreement' in bankAgreement ? bankAgreement.agreement : ''
const BACKUP_KEY = randomBytes(32).toString('base64')

let harness: FaultHarness
let folder: string
let target: Awaited<ReturnType<typeof createEmptyDatabase>>
let restored: FaultHarness['db']

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aeropub-restore-'))
  target = await createEmptyDatabase(process.env.DATABASE_URL ?? '')
  restored = connect(target.url, { connections: 2 })
  harness = await startHarness({ BACKUP_KEY })
})

afterEach(async () => {
  await harness.end()
  await restored.destroy()
  await target.drop()
  await rm(folder, { recursive: true, force: true })
})

const backups = () => join(folder, 'backups')

async function restoreNewest() {
  const [name = ''] = (await readdir(backups())).sort().reverse()
  const environment = { ...harness.environment, ...own() }
  return runTool('restore', environment, [join(backups(), name)])
}

/** The restored shop: another database and folder, the same Redis and mail server. */
const own = () => ({ DATABASE_URL: target.url, DATA_DIR: join(folder, 'files') })

const numbersOf = async (db: FaultHarness['db'], orders: number[]) => {
  const rows = await db
    .selectFrom('boletos')
    .select(['our_number', 'line'])
    .where('order_id', 'in', orders)
    .execute()
  return rows.map(({ our_number, line }) => ({ number: String(our_number), line: String(line) }))
}

const refs = async (db: FaultHarness['db']) =>
  (await db.selectFrom('outbox').select('subject').where('uncertain_at', 'is not', null).execute()).map(
    ({ subject }) => subject,
  )

test('a shop that is restored while Redis stays trades on: no number, mail or payment of before is taken for another (row 30)', async () => {
  let web = await harness.web()
  const before = (await buy(web.url)).orderId
  const [output, ...during] = await Promise.all([
    runTool('backup', harness.environment, [backups(), '--keep', '3']),
    ...[1, 2, 3].map(async () => (await buy(web.url)).orderId),
  ])
  expect(output).toContain('(encrypted)')
  const worker = await harness.worker()
  const after = [(await buy(web.url)).orderId, (await buy(web.url)).orderId]
  await harness.done()
  const lost = await numbersOf(harness.db, [...during, ...after])
  const given = [...lost, ...(await numbersOf(harness.db, [before]))]
  expect(given).toHaveLength(6)
  const mails = harness.mail.received.map(({ messageId }) => messageId)
  expect(await worker.stop()).toBe(0)
  await web.stop()

  expect(await restoreNewest()).toContain('restored: start web and worker')
  expect(await refs(restored)).toContain(String(before))
  web = await harness.web(own())
  await harness.worker(own())
  const fresh = [(await buy(web.url)).orderId, (await buy(web.url)).orderId]
  await until('the boletos and mails of the new orders', async () => {
    const open = await restored
      .selectFrom('outbox')
      .select('id')
      .where('done_at', 'is', null)
      .where('uncertain_at', 'is', null)
      .execute()
    return open.length === 0
  })
  for (const id of fresh) expect(id).toBeGreaterThan(Math.max(...after) + 9_000)
  const newer = await numbersOf(restored, fresh)
  expect(newer).toHaveLength(2)
  for (const { number, line } of newer) {
    expect(given.map((each) => each.number)).not.toContain(number)
    expect(given.map((each) => each.line)).not.toContain(line)
  }
  // One mail for each new order; whoever ordered before hears nothing a second time.
  const sent = harness.mail.received.slice(mails.length)
  expect(sent).toHaveLength(2)
  for (const { messageId } of sent) expect(mails).not.toContain(messageId)

  await payLost(
    web.url,
    lost.map(({ number }) => number),
  )
  const payments = await restored.selectFrom('payments').select(['problem', 'order_id']).execute()
  const booked = payments.filter(({ problem }) => problem === 'unmatched')
  expect(booked.length).toBeGreaterThanOrEqual(2)
  await expectInvariants(
    {
      ...harness,
      db: restored,
      dataFolder: own().DATA_DIR,
      done: async () => true as const,
      orders: async () => (await ordersAfter(before)).filter((id) => id > Math.max(...after)),
      mail: { ...harness.mail, received: sent },
    },
    fresh,
    { isRestored: true },
  )
  expect(await ordersAfter(before - 1)).toContain(before)
  const orders = await restored.selectFrom('orders').select('status').where('id', 'in', fresh).execute()
  expect(orders.map(({ status }) => status)).toEqual([1, 1])
})

test('a backup that the shop could not note is a good one, and says how to note it', async () => {
  await sql`create trigger no_notes before insert on backups for each row
    signal sqlstate '45000' set message_text = 'no notes'`.execute(harness.db)
  const output = await runTool('backup', harness.environment, [backups(), '--keep', '1'])
  expect(output).toMatch(/not noted: npm run note-backup -- --at \S+Z/)
  expect(await readdir(backups())).toHaveLength(1)
  await sql`drop trigger no_notes`.execute(harness.db)
})
/** Of the restored shop, oldest first. */
async function ordersAfter(id: number) {
  const rows = await restored.selectFrom('orders').select('id').where('id', '>', id).orderBy('id').execute()
  return rows.map((row) => row.id)
}

/** The bank reports that the boletos of lost orders were paid. */
async function payLost(url: string, numbers: string[]) {
  const staff = new Buyer()
  await staff.post(`${url}/login`, { email: logins.staff, password: seedPassword })
  const content = returnFile(
    numbers.map((number) => ({ agreement, number, document: '1', code: '06', paid: 80_00 })),
    { agreement },
  )
  const { location } = await staff.upload(`${url}/admin/bank_files`, { name: 'retorno.ret', content })
  await staff.post(`${url}${location}`, {})
  await until('the file to be applied', async () => {
    const files = await restored.selectFrom('bank_files').select('state').execute()
    return files.length > 0 && files.every(({ state }) => state === 'applied')
  })
}

const drill = async (environment: Record<string, string | undefined>, ...words: string[]) => {
  const run = promisify(execFile)(process.execPath, ['scripts/backup/restore-drill.mjs', ...words], {
    env: { ...process.env, ...environment },
  })
  return (await run).stdout
}

test('the drill restores the newest backup elsewhere, opens an order and says what would be lost', async () => {
  await runTool('backup', harness.environment, [backups()])
  const output = await drill(harness.environment, backups(), '--database-url', target.url)
  expect(output).toMatch(/shop: open, order \d+ shown to its buyer/)
  expect(output).toMatch(/RPO: \d+ minutes \(what came after 20\S+Z is lost\)\nRTO: \d+\.\d s/)
  await expect(drill({ ...harness.environment, BACKUP_KEY: '' }, backups())).rejects.toThrow('BACKUP_KEY')
})

const mariadb = findDatabaseServer('mariadb')
const canReplay = mariadb && findExecutable(['mariadb-binlog']) && findExecutable(['mariadb'])

test.runIf(canReplay)(
  'the drill comes up to the last order by the binary log',
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
      expect(await runTool('backup', environment, [backups()])).toMatch(/binary log: binlog\.\d+ from \d+/)
      const like = await db.selectFrom('orders').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
      const order = { ...like, id: 700_001, checkout_token: 'after-the-backup' }
      await db.insertInto('orders').values(order).execute()
      await db.updateTable('orders').set({ note: 'ção' }).where('id', '=', order.id).execute()
      const output = await drill(environment, backups(), '--replay')
      expect(output).toContain('shop: open, order 700001 shown to its buyer')
      expect(output).toContain('next order: 711000')
    } finally {
      await db.destroy()
      await source.stop()
    }
  },
  240_000,
)
