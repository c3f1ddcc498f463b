import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '#app/models/platform/connection.server.ts'
import { logins } from '#db/seed/accounts.ts'
import { bankAgreement } from '#db/seed/company.ts'
import { seedPassword } from '#db/seed.ts'
import { makeReturnFile } from '../factories/return-files.ts'
import { createEmptyDatabase } from '../support/fresh-database.ts'
import { runTool, waitFor } from '../support/shop.ts'
import { type FaultHarness, startHarness } from './fault-harness.ts'
import { expectInvariants } from './invariants.ts'
import { Buyer, buyPublication } from './support/buyer.ts'

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

const getBackupFolder = () => join(folder, 'backups')

async function restoreNewest() {
  const [name = ''] = (await readdir(getBackupFolder())).sort().reverse()
  const environment = { ...harness.environment, ...getOwnEnvironment() }
  return runTool('restore', environment, [join(getBackupFolder(), name)])
}

/** Returns the restored shop's own settings: its database and folder. Redis and mail server are the same. */
const getOwnEnvironment = () => ({ DATABASE_URL: target.url, DATA_DIR: join(folder, 'files') })

const loadBoletoNumbers = async (db: FaultHarness['db'], orders: number[]) => {
  const rows = await db
    .selectFrom('boletos')
    .select(['our_number', 'line'])
    .where('order_id', 'in', orders)
    .execute()
  return rows.map(({ our_number, line }) => ({ number: String(our_number), line: String(line) }))
}

async function listUncertainSubjects(db: FaultHarness['db']) {
  const rows = await db.selectFrom('outbox').select('subject').where('uncertain_at', 'is not', null).execute()
  return rows.map(({ subject }) => subject)
}

test('a shop restored from a backup while Redis continues reuses no number, mail or payment (row 30)', async () => {
  let web = await harness.startWeb()
  const before = (await buyPublication(web.url)).orderId
  const [output, ...during] = await Promise.all([
    runTool('backup', harness.environment, [getBackupFolder(), '--keep', '3']),
    ...[1, 2, 3].map(async () => (await buyPublication(web.url)).orderId),
  ])
  expect(output).toContain('(encrypted)')
  const worker = await harness.startWorker()
  const after = [(await buyPublication(web.url)).orderId, (await buyPublication(web.url)).orderId]
  await harness.waitUntilDone()
  const lostNumbers = await loadBoletoNumbers(harness.db, [...during, ...after])
  const usedNumbers = [...lostNumbers, ...(await loadBoletoNumbers(harness.db, [before]))]
  expect(usedNumbers).toHaveLength(6)
  const messageIdsBefore = harness.mail.received.map(({ messageId }) => messageId)
  expect(await worker.stop()).toBe(0)
  await web.stop()

  expect(await restoreNewest()).toContain('restored: start web and worker')
  expect(await listUncertainSubjects(restored)).toContain(String(before))
  web = await harness.startWeb(getOwnEnvironment())
  await harness.startWorker(getOwnEnvironment())
  const newOrderIds = [(await buyPublication(web.url)).orderId, (await buyPublication(web.url)).orderId]
  await waitFor('the boletos and mails of the new orders', async () => {
    const open = await restored
      .selectFrom('outbox')
      .select('id')
      .where('done_at', 'is', null)
      .where('uncertain_at', 'is', null)
      .execute()
    return open.length === 0
  })
  for (const id of newOrderIds) expect(id).toBeGreaterThan(Math.max(...after) + 9_000)
  const newNumbers = await loadBoletoNumbers(restored, newOrderIds)
  expect(newNumbers).toHaveLength(2)
  for (const { number, line } of newNumbers) {
    expect(usedNumbers.map((used) => used.number)).not.toContain(number)
    expect(usedNumbers.map((used) => used.line)).not.toContain(line)
  }
  // Expects one mail for each new order, and no second mail for earlier orders.
  const newMails = harness.mail.received.slice(messageIdsBefore.length)
  expect(newMails).toHaveLength(2)
  for (const { messageId } of newMails) expect(messageIdsBefore).not.toContain(messageId)

  await payLostBoletos(
    web.url,
    lostNumbers.map(({ number }) => number),
  )
  const payments = await restored.selectFrom('payments').select(['problem', 'order_id']).execute()
  const unmatchedPayments = payments.filter(({ problem }) => problem === 'unmatched')
  // The two orders after the backup are lost; the orders during it may be restored.
  expect(unmatchedPayments.length).toBeGreaterThanOrEqual(2)
  await expectInvariants(
    {
      ...harness,
      db: restored,
      dataFolder: getOwnEnvironment().DATA_DIR,
      waitUntilDone: async () => true as const,
      listOrders: async () => (await listOrdersAfter(before)).filter((id) => id > Math.max(...after)),
      mail: { ...harness.mail, received: newMails },
    },
    newOrderIds,
    { isRestored: true },
  )
  expect(await listOrdersAfter(before - 1)).toContain(before)
  const orders = await restored.selectFrom('orders').select('status').where('id', 'in', newOrderIds).execute()
  // The payments of lost orders have not paid the new ones, which wait for payment (status 1).
  expect(orders.map(({ status }) => status)).toEqual([1, 1])
})

/** Returns the orders of the restored shop after this one, oldest first. */
async function listOrdersAfter(id: number) {
  const rows = await restored.selectFrom('orders').select('id').where('id', '>', id).orderBy('id').execute()
  return rows.map((row) => row.id)
}

/** Simulates the bank's report that boletos of lost orders were paid. */
async function payLostBoletos(url: string, numbers: string[]) {
  const staff = new Buyer()
  await staff.post(`${url}/login`, { email: logins.staff, password: seedPassword })
  const content = makeReturnFile(
    numbers.map((number) => ({ agreement, number, document: '1', code: '06', paid: 80_00 })),
    { agreement },
  )
  const { location } = await staff.upload(`${url}/admin/bank_files`, { name: 'retorno.ret', content })
  await staff.post(`${url}${location}`, {})
  await waitFor('the file to be applied', async () => {
    const files = await restored.selectFrom('bank_files').select('state').execute()
    return files.length > 0 && files.every(({ state }) => state === 'applied')
  })
}
