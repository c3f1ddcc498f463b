import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FakeAsaas, startFakeAsaas } from '#tests/support/fakes/fake-asaas.ts'
import { type ShopProcess, waitFor } from '../support/shop.ts'
import { type FaultHarness, startHarness, workerWithoutPdf } from './fault-harness.ts'
import { expectInvariants } from './invariants.ts'
import { sampleCases } from './rows/selection.ts'
import { buyPublication } from './support/buyer.ts'

let harness: FaultHarness
let gateway: FakeAsaas
let shop: ShopProcess
/** A web process that waits ten minutes for a boleto before its order is confirmed without one. */
let patientShop: ShopProcess
let worker: ShopProcess
const placedOrderIds: number[] = []
/** Orders that were confirmed without their boleto. */
const announcedOrderIds: number[] = []

beforeAll(async () => {
  gateway = await startFakeAsaas()
  // The shop waits two seconds for a boleto instead of a minute.
  harness = await startHarness({ ...gateway.environment, BOLETO_WAIT_MS: '2000' })
  ;[shop, patientShop] = await Promise.all([
    harness.startWeb(),
    harness.startWeb({ BOLETO_WAIT_MS: '600000' }),
  ])
  worker = await harness.startWorker()
})

afterEach(async () => {
  gateway.heal()
  gateway.state.key = gateway.environment.ASAAS_API_KEY
})

afterAll(async () => {
  await harness.end()
  await gateway.close()
})

const delayedBoletoText = 'Ainda não conseguimos gerar o boleto; vamos enviá-lo por e-mail.'

async function setIssuer(issuer: 'asaas' | 'own-bank') {
  const value = JSON.stringify({ issuer, agencyAndCode: '', wallet: '' })
  await harness.db
    .insertInto('settings')
    .values({ name: 'issuer', value })
    .onDuplicateKeyUpdate({ value })
    .execute()
}

/** Returns the mails about an order in sequence, by the part of their subjects before value and date. */
async function listMails(orderId: number): Promise<string[]> {
  const rows = await harness.db.selectFrom('mails').select(['outbox_id', 'subject']).execute()
  const subjects = new Map(rows.map(({ outbox_id, subject }) => [String(outbox_id), subject]))
  const receivedSubjects = harness.mail.received.map(({ messageId }) => {
    const outboxId = /^<evt-(\d+)@/.exec(messageId)?.[1] ?? ''
    return subjects.get(outboxId) ?? ''
  })
  return receivedSubjects
    .filter((subject) => subject.includes(`nº ${orderId}`))
    .map((subject) => subject.replace(/: .*/, ''))
}

const formatConfirmation = (orderId: number) => `Pedido nº ${orderId} recebido`
const formatBoletoSubject = (orderId: number) => `Boleto do pedido nº ${orderId}`

function waitForMailWithoutBoleto(orderId: number) {
  return waitFor('the mail without the boleto', async () =>
    (await listMails(orderId)).includes(formatConfirmation(orderId)),
  )
}

const outages: [string, () => void][] = [
  ['is unresponsive', () => gateway.fail('silent')],
  ['returns 503', () => gateway.fail('status-503')],
  ['disconnects', () => gateway.fail('cut')],
  ['rejects the key', () => Object.assign(gateway.state, { key: 'another' })],
]

test.each(sampleCases(outages, 2))(
  'while the gateway %s, the order is confirmed once without its boleto, which follows in a second mail (row 17)',
  async (_how, begin) => {
    await setIssuer('asaas')
    begin()
    const { orderId, buyer } = await buyPublication(shop.url)
    await waitForMailWithoutBoleto(orderId)
    const page = await buyer.get(`${shop.url}/payment/${orderId}`)
    expect(page.text).toContain(delayedBoletoText)
    expect(page.text).not.toContain('está sendo gerado')
    await waitFor('a further failed attempt', async () => {
      const { attempts, lease_until } = await loadIssue(orderId)
      return attempts > 1 && lease_until === null
    })
    expect(await listMails(orderId)).toEqual([formatConfirmation(orderId)])
    gateway.heal()
    gateway.state.key = gateway.environment.ASAAS_API_KEY
    placedOrderIds.push(orderId)
    announcedOrderIds.push(orderId)
    await expectInvariants(harness, placedOrderIds, { announcedOrderIds })
    expect(await listMails(orderId)).toEqual([formatConfirmation(orderId), formatBoletoSubject(orderId)])
    expect(gateway.listChargesOfOrder(orderId)).toHaveLength(1)
    expect((await buyer.get(`${shop.url}/payment/${orderId}`)).text).toContain('linha-digitavel')
  },
)

function loadIssue(orderId: number) {
  return harness.db
    .selectFrom('outbox')
    .selectAll()
    .where('job', '=', 'issue-boleto')
    .where('subject', '=', String(orderId))
    .executeTakeFirstOrThrow()
}

test.each([
  ['before', 'mail-order-without-boleto:announced'],
  ['after', 'mail-order-without-boleto:effect'],
])(
  'a worker killed %s the mail without the boleto loses nothing, even with Redis emptied (row 17)',
  async (_when, point) => {
    await setIssuer('asaas')
    gateway.fail('cut')
    await worker.stop()
    const { orderId } = await buyPublication(shop.url)
    const killedWorker = await harness.startWorker({ ...workerWithoutPdf, FAULT_POINT: point })
    expect(await killedWorker.ended).toBeNull()
    await harness.redis.kill()
    await harness.redis.deleteData()
    await harness.redis.start()
    worker = await harness.startWorker()
    await waitForMailWithoutBoleto(orderId)
    gateway.heal()
    placedOrderIds.push(orderId)
    announcedOrderIds.push(orderId)
    await expectInvariants(harness, placedOrderIds, { announcedOrderIds, maxDeliveries: 2 })
    const mails = await listMails(orderId)
    // A mail accepted by the server but not closed here arrives again with the same Message-ID.
    expect(new Set(mails)).toEqual(new Set([formatConfirmation(orderId), formatBoletoSubject(orderId)]))
    expect(mails.filter((subject) => subject === formatBoletoSubject(orderId))).toHaveLength(1)
    expect(mails.length).toBeLessThanOrEqual(point.endsWith('effect') ? 3 : 2)
  },
)

test('an order without the bank’s agreement is confirmed without its boleto, until staff restart the job', async () => {
  await setIssuer('own-bank')
  const agreement = harness.db.selectFrom('settings').selectAll().where('name', '=', 'bankAgreement')
  const storedAgreement = await agreement.executeTakeFirstOrThrow()
  await harness.db.deleteFrom('settings').where('name', '=', 'bankAgreement').execute()
  const { orderId } = await buyPublication(shop.url)
  await waitForMailWithoutBoleto(orderId)
  await harness.db
    .insertInto('settings')
    .values({ name: storedAgreement.name, value: storedAgreement.value })
    .execute()
  await harness.db
    .updateTable('outbox')
    .set((eb) => ({ refused_at: null, published_at: null, requeues: eb('requeues', '+', 1) }))
    .where('refused_at', 'is not', null)
    .execute()
  await harness.waitUntilDone()
  placedOrderIds.push(orderId)
  announcedOrderIds.push(orderId)
  expect(await listMails(orderId)).toEqual([formatConfirmation(orderId), formatBoletoSubject(orderId)])
})

const getBoletoFolder = () => join(harness.dataFolder, 'boletos')

/** How a provider fails and recovers, and the job that needs the provider. */
type Outage = { begin(): Promise<unknown>; end(): Promise<unknown>; job: string }

const providers: Record<string, () => Outage> = {
  'the mail server': () => ({
    job: 'mail-order-received',
    begin: () => harness.mail.close(),
    end: () => harness.mail.reopen(),
  }),
  'the gateway': () => ({
    job: 'issue-boleto',
    begin: async () => gateway.fail('status-503'),
    end: async () => gateway.heal(),
  }),
  Chromium: () => ({
    job: 'render-boleto',
    begin: () => restartWorker({ CHROMIUM_PATH: '/nowhere/chromium' }),
    end: () => restartWorker(),
  }),
  'room in the storage': () => ({
    job: 'render-boleto',
    begin: async () => {
      await rename(getBoletoFolder(), `${getBoletoFolder()}-aside`)
      await writeFile(getBoletoFolder(), 'a file where a folder has to be')
    },
    end: async () => {
      await rm(getBoletoFolder())
      await rename(`${getBoletoFolder()}-aside`, getBoletoFolder())
    },
  }),
}

async function restartWorker(extraEnvironment = {}) {
  await worker.stop()
  worker = await harness.startWorker(extraEnvironment)
}

test.each(Object.keys(providers))(
  'after an hour without %s and with Redis emptied, all waiting work is done (rows 16, 17, 21)',
  async (name) => {
    await setIssuer('asaas')
    const outage = providers[name]?.()
    if (!outage) throw new Error(`no provider ${name}`)
    const { job } = outage
    await outage.begin()
    const orders = await Promise.all(Array.from({ length: 3 }, () => buyPublication(patientShop.url)))
    const subjects = orders.map(({ orderId }) => String(orderId))
    const selectWaiting = () =>
      harness.db.selectFrom('outbox').selectAll().where('job', '=', job).where('subject', 'in', subjects)
    await waitFor('a failed attempt of each job', async () => {
      const rows = await selectWaiting().where('failed_at', 'is not', null).execute()
      return rows.length === subjects.length
    })
    // After an hour of attempts, the next one is far away, and Redis has no retry queued.
    await harness.db
      .updateTable('outbox')
      .set({ requeues: 6, published_at: sql<Date>`now(3)` })
      .where('job', '=', job)
      .where('subject', 'in', subjects)
      .execute()
    await harness.redis.kill()
    await harness.redis.deleteData()
    await harness.redis.start()
    const secondWorker = await harness.startWorker(
      name === 'Chromium' ? { CHROMIUM_PATH: '/nowhere/chromium' } : {},
    )
    await waitFor('a further attempt during the outage', async () => {
      const attempted = await selectWaiting().where('requeues', '>', 6).execute()
      return attempted.length > 0
    })
    if (name === 'Chromium') await secondWorker.stop()
    await outage.end()
    placedOrderIds.push(...orders.map(({ orderId }) => orderId))
    await expectInvariants(harness, placedOrderIds, { announcedOrderIds, maxDeliveries: 2 })
    for (const { orderId } of orders) expect(await listMails(orderId)).toEqual([formatConfirmation(orderId)])
    if (name !== 'Chromium') await secondWorker.stop()
  },
)
