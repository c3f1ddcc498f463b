import { afterAll, beforeEach } from 'vitest'
import { startFakeAsaas } from '#tests/support/fakes/fake-asaas.ts'

/** Sets the environment. Tests import this file before the shop, because the shop reads the environment once. */
export const fake = await startFakeAsaas()
Object.assign(process.env, fake.environment)

const { issueBoleto } = await import('#app/jobs/charges/issue-boleto.server.ts')
const { findCurrentBoleto } = await import('#app/models/charges/boleto.server.ts')
const { db } = await import('#app/models/platform/db.server.ts')
const { storeWebhookEvent } = await import('#app/models/payments/gateway-event.server.ts')
const { saveSetting } = await import('#app/models/settings/setting.server.ts')
const { makeOrder } = await import('#tests/factories/orders.ts')
const { makeDownload } = await import('#tests/factories/publications.ts')
const { openShop } = await import('#tests/factories/shop.ts')

export { db }
export const { processWebhookEvent } = await import('#app/jobs/payments/process-webhook-event.server.ts')
export const { cancelBoleto } = await import('#app/jobs/charges/cancel-boleto.server.ts')
export const { reconcilePayments } = await import('#app/jobs/payments/reconcile-payments.server.ts')
export const shop = { issueBoleto, findCurrentBoleto, makeOrder, makeDownload }

beforeEach(async () => {
  fake.reset()
  await openShop()
  await saveSetting('issuer', { issuer: 'asaas', agencyAndCode: '', wallet: '' })
})
afterAll(() => fake.close())

/** Creates an order of one download with a boleto at the gateway. */
export async function makeGatewayBoleto(totalCents?: number) {
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  if (totalCents !== undefined)
    await db
      .updateTable('orders')
      .set({ total_publications: totalCents, shipping_value: 0, total: totalCents })
      .where('id', '=', orderId)
      .execute()
  await issueBoleto.run(String(orderId), { id: 1 })
  const boleto = await findCurrentBoleto(orderId)
  if (!boleto?.external_id) throw new Error('no boleto was made')
  return { orderId, boletoId: boleto.id, externalId: boleto.external_id, value: boleto.value }
}

/** Stores a webhook event once, also if it is delivered again. Returns the id of its row. */
export async function storeEvent(event: ReturnType<typeof fake.makeWebhookEvent>): Promise<number> {
  const { externalReference } = event.payment
  await storeWebhookEvent({
    eventId: event.id,
    name: event.event,
    externalId: String(event.payment.id),
    reference: typeof externalReference === 'string' ? externalReference : null,
    happenedAt: event.dateCreated,
  })
  const row = await db
    .selectFrom('gateway_events')
    .select('id')
    .where('event_id', '=', event.id)
    .executeTakeFirstOrThrow()
  return row.id
}

/** Stores a webhook event and processes it. Returns the outcome. */
export async function processEvent(event: ReturnType<typeof fake.makeWebhookEvent>): Promise<string | null> {
  const id = await storeEvent(event)
  await processWebhookEvent.run(String(id), { id: 1 })
  const row = await db
    .selectFrom('gateway_events')
    .select('outcome')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.outcome
}

/** Returns an order's status, boletos, payments and queued mails. */
export async function readOrderState(orderId: number) {
  const order = await db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const boletos = await db.selectFrom('boletos').select('state').where('order_id', '=', orderId).execute()
  const payments = await db
    .selectFrom('payments')
    .select(['event_key', 'value', 'problem', 'source'])
    .orderBy('id')
    .execute()
  const mails = await db
    .selectFrom('outbox')
    .select('job')
    .where('job', 'in', ['mail-payment-confirmed', 'mail-staff-payment'])
    .orderBy('id')
    .execute()
  return {
    status: order.status,
    boletos: boletos.map(({ state }) => state),
    payments,
    mails: mails.map(({ job }) => job),
  }
}
