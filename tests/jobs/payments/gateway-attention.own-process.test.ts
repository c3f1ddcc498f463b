import { expect, test } from 'vitest'
import { byStaff } from '#tests/factories/actors.ts'
import {
  db,
  fake,
  makeGatewayBoleto,
  processEvent,
  readOrderState,
  storeEvent,
} from '#tests/support/fakes/gateway-shop.ts'

const { countWaitingEvents, findWaitingEvent, listWaitingEvents, closeWaitingEvent } = await import(
  '#app/models/payments/gateway/waiting-event.server.ts'
)
const { deleteOldGatewayEvents } = await import('#app/models/payments/gateway-event.server.ts')

const staff = { ...byStaff, actorUserId: byStaff.actorUserId ?? 1 }

async function listReportedEvents(orderId: number) {
  const rows = await db
    .selectFrom('history')
    .select(['action', 'details'])
    .where('entity_id', '=', orderId)
    .where('action', 'like', 'gateway-report%')
    .orderBy('id')
    .execute()
  return rows.map(({ action, details }) => `${action} ${JSON.parse(details ?? '{}').event}`)
}

test('reads the charge of an unknown event, and lists the event until staff close it with a reason', async () => {
  const { orderId, externalId } = await makeGatewayBoleto()
  await fake.pay(externalId)
  expect(await processEvent(fake.makeWebhookEvent('PAYMENT_SOMETHING_NEW', externalId))).toBe('confirmed')
  // 2 is the status of a confirmed order.
  expect((await readOrderState(orderId)).status).toBe(2)
  expect(await listWaitingEvents()).toMatchObject([
    { name: 'PAYMENT_SOMETHING_NEW', attention: 'unknown', orderId, outcome: 'confirmed' },
  ])
  const [{ id } = { id: 0 }] = await listWaitingEvents()
  expect(await closeWaitingEvent(id, { note: 'Visto no painel', alike: false }, staff)).toBe('resolved')
  expect(await closeWaitingEvent(id, { note: 'De novo', alike: false }, staff)).toBe('already')
  expect(await findWaitingEvent(id)).toMatchObject({ note: 'Visto no painel' })
  expect(await countWaitingEvents()).toBe(0)
  expect(await listReportedEvents(orderId)).toEqual(['gateway-report-closed PAYMENT_SOMETHING_NEW'])
})

test('an event without a charge also waits, and staff close equal events together', async () => {
  const { externalId } = await makeGatewayBoleto()
  for (const number of [1, 2, 3]) {
    const invoiceEvent = {
      ...fake.makeWebhookEvent('INVOICE_CREATED', externalId),
      id: `evt_invoice_${number}`,
    }
    invoiceEvent.payment = { ...invoiceEvent.payment, id: '?', externalReference: null }
    expect(await processEvent(invoiceEvent)).toBe('gone')
  }
  await processEvent(fake.makeWebhookEvent('TRANSFER_DONE', externalId))
  const waitingEvents = await listWaitingEvents()
  expect(waitingEvents).toHaveLength(4)
  const [firstId = 0, secondId = 0] = waitingEvents.map(({ id }) => id)
  expect(await findWaitingEvent(firstId)).toMatchObject({ others: 2 })
  const resolution = { note: 'Notas são de outro sistema', alike: true }
  expect(await closeWaitingEvent(secondId, resolution, staff)).toBe('resolved')
  expect((await listWaitingEvents()).map(({ name }) => name)).toEqual(['TRANSFER_DONE'])
})

test('rejects closing an event that is not waiting', async () => {
  const { externalId } = await makeGatewayBoleto()
  const id = await storeEvent(await fake.pay(externalId))
  expect(await findWaitingEvent(id)).toBeUndefined()
  expect(await closeWaitingEvent(id, { note: 'x', alike: false }, staff)).toBe('unknown')
})

test("the order's history contains each reported event once", async () => {
  const { orderId, externalId } = await makeGatewayBoleto()
  const overdue = await fake.overdue(externalId)
  for (const _ of [1, 2]) expect(await processEvent(overdue)).toBe('open')
  expect(await processEvent(fake.makeWebhookEvent('PAYMENT_DUNNING_REQUESTED', externalId))).toBe('open')
  expect(await processEvent(await fake.deleteInGateway(externalId))).toBe('cancelled')
  expect(await listReportedEvents(orderId)).toEqual([
    'gateway-reported PAYMENT_OVERDUE',
    'gateway-reported PAYMENT_DUNNING_REQUESTED',
    'gateway-reported PAYMENT_DELETED',
  ])
  expect(await countWaitingEvents()).toBe(0)
})

test('a restored charge waits for staff, and a late payment still confirms the order', async () => {
  const { orderId, externalId } = await makeGatewayBoleto()
  await processEvent(await fake.deleteInGateway(externalId))
  expect(await processEvent(await fake.restore(externalId))).toBe('open')
  expect(await listWaitingEvents()).toMatchObject([
    { name: 'PAYMENT_RESTORED', attention: 'flagged', orderId },
  ])
  expect(await processEvent(await fake.pay(externalId))).toBe('confirmed')
})

test.each(['PAYMENT_BANK_SLIP_VIEWED', 'PAYMENT_CHECKOUT_VIEWED'])(
  'ignores %s without a request to the gateway',
  async (name) => {
    const { externalId } = await makeGatewayBoleto()
    await fake.pay(externalId)
    fake.requests.length = 0
    expect(await processEvent(fake.makeWebhookEvent(name, externalId))).toBe('ignored')
    expect(fake.requests).toEqual([])
  },
)

test('deletes old closed events but no waiting ones', async () => {
  const { externalId } = await makeGatewayBoleto()
  await processEvent(fake.makeWebhookEvent('TRANSFER_DONE', externalId))
  const [{ id } = { id: 0 }] = await listWaitingEvents()
  const inAMinute = new Date(Date.now() + 60_000)
  expect(await deleteOldGatewayEvents(inAMinute, 10)).toBe(0)
  await closeWaitingEvent(id, { note: 'Visto', alike: false }, staff)
  expect(await deleteOldGatewayEvents(inAMinute, 10)).toBe(1)
})
