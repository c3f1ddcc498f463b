import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { type FakeFocusNfe, focusToken, startFakeFocusNfe } from '#tests/support/fakes/fake-focus-nfe.ts'
import type { Fault } from '#tests/support/fakes/fake-server.ts'
import { type FaultHarness, startHarness } from '../fault-harness.ts'

let harness: FaultHarness
let focus: FakeFocusNfe

beforeAll(async () => {
  focus = await startFakeFocusNfe()
  harness = await startHarness({
    FOCUS_NFE_URL: focus.url,
    FOCUS_NFE_TOKEN: focusToken,
    FOCUS_NFE_ENVIRONMENT: 'production',
  })
  const fiscal = { regime: 'normal', ie: '110042490114', environment: 'production' }
  const value = JSON.stringify(fiscal)
  await harness.db
    .insertInto('settings')
    .values({ name: 'fiscal', value })
    .onDuplicateKeyUpdate({ value })
    .execute()
})

afterAll(async () => {
  await harness.end()
  await focus.close()
})

/** Requests the NF-e of a paid order of the demonstration as staff do. */
async function requestNfe() {
  const { id: orderId } = await harness.db
    .selectFrom('orders')
    .leftJoin('invoices', 'invoices.order_id', 'orders.id')
    .select('orders.id')
    .where('orders.status', '=', orderStatus.confirmed)
    .where('paid_on', 'is not', null)
    .where('total_publications', '>', 0)
    .where('invoices.id', 'is', null)
    .orderBy('orders.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const draftFields = { state: 'draft', is_live: 1, asked_at: new Date() } as const
  const { insertId } = await harness.db
    .insertInto('invoices')
    .values({ ...draftFields, order_id: orderId, model: 'nfe', reference: `pedido-${orderId}-nfe-1` })
    .executeTakeFirstOrThrow()
  const invoiceId = Number(insertId)
  const due_by = new Date(Date.now() + 3_600_000)
  await harness.db
    .insertInto('outbox')
    .values({ job: 'issue-invoice', subject: String(invoiceId), due_by })
    .execute()
  return { orderId, invoiceId }
}

/** Expects one document at the issuer, its key and both files at the order, and one mail. */
async function expectOneInvoice({ orderId, invoiceId }: Awaited<ReturnType<typeof requestNfe>>) {
  await harness.waitUntilDone()
  const [document, ...others] = focus.invoices.filter(({ ref }) => ref === `pedido-${orderId}-nfe-1`)
  expect([document?.status, others]).toEqual(['autorizado', []])
  const invoices = await harness.db
    .selectFrom('invoices')
    .select(['state', 'access_key as key'])
    .where('order_id', '=', orderId)
    .execute()
  expect(invoices).toEqual([{ state: 'authorised', key: document?.key }])
  const files = await harness.db
    .selectFrom('order_files')
    .select('name')
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute()
  expect(files.map(({ name }) => name)).toEqual([`NF-e ${document?.key}.xml`, `NF-e ${document?.key}.pdf`])
  const mails = await harness.db
    .selectFrom('mails')
    .select('state')
    .where('job', '=', 'mail-invoice')
    .where('subject', '=', `Nota fiscal do pedido nº ${orderId}`)
    .execute()
  expect(mails).toEqual([{ state: 'sent' }])
}

test('a worker killed after the authorisation and between files issues one document with its files and one mail', async () => {
  focus.state.authorises = 'at-once'
  const requestedInvoice = await requestNfe()
  for (const point of ['issue-invoice:answered', 'issue-invoice:answered', 'keep-invoice-files:xml']) {
    const killedWorker = await harness.startWorker({ FAULT_POINT: point })
    expect(await killedWorker.ended).toBeNull()
    expect(focus.invoices).toHaveLength(1)
  }
  const worker = await harness.startWorker()
  await expectOneInvoice(requestedInvoice)
  await worker.stop()
})

test.each<[string, Fault]>([
  ['returns 500', 'status-500'],
  ['authorises the document and loses its response', 'done-cut'],
])('an issuer that %s issues one document', async (_how, fault) => {
  focus.state.authorises = 'at-once'
  focus.fail(fault, { times: 1, method: 'POST' })
  const requestedInvoice = await requestNfe()
  const worker = await harness.startWorker()
  await expectOneInvoice(requestedInvoice)
  await worker.stop()
})
