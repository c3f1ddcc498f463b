import { expect, test } from 'vitest'
import {
  closeGatewayEvent,
  deleteOldGatewayEvents,
  findGatewayEvent,
  findOldestOpenWebhookEvent,
  storeWebhookEvent,
} from '#app/models/payments/gateway-event.server.ts'
import { db } from '#app/models/platform/db.server.ts'

const webhookEvent = {
  eventId: 'evt_1',
  name: 'PAYMENT_RECEIVED',
  externalId: 'pay_1',
  reference: 'pedido-7-0',
  happenedAt: '2026-11-21 16:45:03',
}
const listIds = async () =>
  (await db.selectFrom('gateway_events').select('id').orderBy('id').execute()).map(({ id }) => id)

test('stores an event once with one queued job, for repeated and concurrent deliveries', async () => {
  const outcomes = await Promise.all(Array.from({ length: 30 }, () => storeWebhookEvent(webhookEvent)))
  expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(1)
  expect(await listIds()).toHaveLength(1)
  expect(await db.selectFrom('outbox').select('job').execute()).toEqual([{ job: 'process-webhook-event' }])
})

test('distinguishes ids of gateway events by case', async () => {
  await storeWebhookEvent(webhookEvent)
  expect(await storeWebhookEvent({ ...webhookEvent, eventId: 'EVT_1' })).toBe('stored')
})

test('records only the first outcome of an event', async () => {
  await storeWebhookEvent(webhookEvent)
  const [id = 0] = await listIds()
  await closeGatewayEvent({ ...webhookEvent, id }, 'confirmed')
  await closeGatewayEvent({ ...webhookEvent, id }, 'known', { attention: 'unknown' })
  expect(await findGatewayEvent(id)).toMatchObject({
    outcome: 'confirmed',
    attention: null,
    processed_at: expect.any(Date),
  })
})

test('finds the oldest unprocessed gateway event', async () => {
  expect(await findOldestOpenWebhookEvent()).toBeNull()
  for (const eventId of ['a', 'b']) await storeWebhookEvent({ ...webhookEvent, eventId })
  const [firstId = 0, secondId = 0] = await listIds()
  expect(await findOldestOpenWebhookEvent()).toEqual((await findGatewayEvent(firstId))?.received_at)
  for (const id of [firstId, secondId]) await closeGatewayEvent({ ...webhookEvent, id }, 'ignored')
  expect(await findOldestOpenWebhookEvent()).toBeNull()
})

test('deletes gateway events received before the given time, up to a limit', async () => {
  for (const eventId of ['a', 'b', 'c']) await storeWebhookEvent({ ...webhookEvent, eventId })
  expect(await deleteOldGatewayEvents(new Date(Date.now() - 60_000), 10)).toBe(0)
  expect(await deleteOldGatewayEvents(new Date(Date.now() + 60_000), 2)).toBe(2)
  expect(await listIds()).toHaveLength(1)
})
