import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Answer, type Message, postWebhook } from '#app/gateways/webhook/post.server.ts'
import { runOutboxJob } from '#app/jobs/platform/run-outbox-job.server.ts'
import { attemptDelivery } from '#app/jobs/settings/deliver-webhook.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { findOldestOverdue, listUnpublished } from '#app/models/platform/outbox.server.ts'
import {
  findDelivery,
  resendAbandonedDeliveries,
  resendDelivery,
} from '#app/models/settings/webhook-delivery-list.server.ts'
import {
  queueTestEvent,
  removeEndpoint,
  renewSecret,
  setEndpointActive,
} from '#app/models/settings/webhook-endpoint.server.ts'
import { placeNewOrder } from '#tests/factories/orders.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { listQueuedDeliveries, makeDelivery, makeEndpoint } from '#tests/factories/webhooks.ts'
import { startFakeReceiver } from '#tests/support/fakes/fake-receiver.ts'

let receiver: Awaited<ReturnType<typeof startFakeReceiver>>
beforeAll(async () => {
  receiver = await startFakeReceiver()
})
beforeEach(() => receiver.reset())
afterAll(() => receiver.close())

const postMessage = (message: Message) => postWebhook(message, { allowPrivate: true })
const start = new Date('2026-11-22T12:00:00Z')
const readClock = async () => start
const loadDelivery = ({ endpoint, id }: Awaited<ReturnType<typeof makeDelivery>>) =>
  findDelivery(endpoint.id, id)

/** Creates a test delivery to the receiver, which verifies signatures with the endpoint's secret. */
async function makeReceiverDelivery() {
  const delivery = await makeDelivery(receiver.url)
  receiver.setSecret(delivery.endpoint.secret)
  return delivery
}

/** Makes attempts when due until none is queued. Returns their times. */
async function deliverUntilOver(endpointId: number, id: number, answer: (attempt: number) => Answer) {
  const times: Date[] = []
  for (let now = start; ; ) {
    const knownDelivery = await findDelivery(endpointId, id)
    if (!knownDelivery || knownDelivery.delivered_at || knownDelivery.given_up_at) return times
    times.push(now)
    await attemptDelivery(`${id}/${knownDelivery.turn}`, {
      clock: async () => now,
      post: async () => answer(times.length),
    })
    now = (await findDelivery(endpointId, id))?.nextAttemptAt ?? now
  }
}

test('delivers the stored body once to a receiver that verifies the signature', async () => {
  const delivery = await makeReceiverDelivery()
  await attemptDelivery(delivery.subject, { post: postMessage, clock: readClock })
  await attemptDelivery(delivery.subject, { post: postMessage, clock: readClock })
  expect(receiver.requests).toHaveLength(1)
  const knownDelivery = await loadDelivery(delivery)
  expect(receiver.requests[0]?.body).toBe(knownDelivery?.body)
  expect(receiver.requests[0]?.headers['webhook-id']).toBe(knownDelivery?.eventId)
  expect(knownDelivery).toMatchObject({
    attempts: 1,
    lastStatus: 204,
    lastError: null,
    nextAttemptAt: null,
    delivered_at: start,
  })
})

const renew = (
  { endpoint: { id, actorUserId } }: Awaited<ReturnType<typeof makeReceiverDelivery>>,
  seenVersion = 0,
) => renewSecret(id, { actorUserId, seenVersion })

test('signs with both secrets until the old one expires', async () => {
  const delivery = await makeReceiverDelivery()
  const { secret, oldUntil } = await renew(delivery)
  await attemptDelivery(delivery.subject, {
    post: postMessage,
    clock: async () => new Date(oldUntil.getTime() - 1),
  })
  receiver.setSecret(secret)
  const secondDelivery = await queueAnotherTest(delivery)
  await attemptDelivery(secondDelivery, { post: postMessage, clock: readClock })
  expect(
    receiver.requests.map(({ headers }) => String(headers['webhook-signature']).split(' ').length),
  ).toEqual([2, 2])
  const deliveryAfterExpiry = await queueAnotherTest(delivery)
  await attemptDelivery(deliveryAfterExpiry, { post: postMessage, clock: async () => oldUntil })
  expect(String(receiver.requests.at(-1)?.headers['webhook-signature'])).not.toContain(' ')
  const rows = await db.selectFrom('webhook_deliveries').select('last_status').execute()
  expect(rows).toEqual([204, 204, 204].map((last_status) => ({ last_status })))
})

/** Creates another test for the same endpoint. Returns the subject of its job. */
async function queueAnotherTest({
  endpoint,
}: Awaited<ReturnType<typeof makeReceiverDelivery>>): Promise<string> {
  await queueTestEvent(endpoint.id, endpoint.actorUserId)
  const { id } = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return `${id}/1`
}

test('a delivery with a wrong secret fails; one with the right secret succeeds under the same event id', async () => {
  const delivery = await makeReceiverDelivery()
  // After two renewals the receiver's secret is neither the new nor the old one.
  await renew(delivery)
  const { secret } = await renew(delivery, 1)
  await attemptDelivery(delivery.subject, { post: postMessage, clock: readClock })
  expect(await loadDelivery(delivery)).toMatchObject({
    lastStatus: 401,
    lastError: 'answer 401: assinatura errada',
  })
  receiver.setSecret(secret)
  await attemptDelivery(`${delivery.id}/2`, { post: postMessage, clock: readClock })
  expect(await loadDelivery(delivery)).toMatchObject({ attempts: 2, lastStatus: 204, delivered_at: start })
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('delivers a new order through the outbox to the receiver', async () => {
  const { secret } = await makeEndpoint({ address: receiver.url, events: ['order.placed'] })
  receiver.setSecret(secret)
  const { orderId } = await placeNewOrder({ [await makeDownload()]: 1 })
  const [subject = ''] = await listQueuedDeliveries()
  await attemptDelivery(subject, { post: postMessage })
  expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({
    type: 'order.placed',
    data: { order: { id: orderId, status_code: 1 } },
  })
})

test('a refused address is never contacted, and its outbox row is closed', async () => {
  const delivery = await makeReceiverDelivery()
  const row = await db
    .selectFrom('outbox')
    .select('id')
    .where('job', '=', 'deliver-webhook')
    .executeTakeFirstOrThrow()
  await runOutboxJob(row.id)
  expect(receiver.requests).toEqual([])
  expect(await loadDelivery(delivery)).toMatchObject({ attempts: 1, lastError: 'address refused: not-https' })
  expect(await listQueuedDeliveries()).toEqual([delivery.subject, `${delivery.id}/2`])
  expect(
    await db.selectFrom('outbox').select('done_at').where('id', '=', row.id).executeTakeFirst(),
  ).toMatchObject({ done_at: expect.any(Date) })
})

test('stops after the first successful attempt', async () => {
  const delivery = await makeDelivery()
  const makeAnswer = (attempt: number) =>
    attempt < 4 ? { status: 503, error: 'answer 503' } : { status: 200, error: null }
  expect(await deliverUntilOver(delivery.endpoint.id, delivery.id, makeAnswer)).toHaveLength(4)
  expect(await loadDelivery(delivery)).toMatchObject({
    attempts: 4,
    lastStatus: 200,
    lastError: null,
    given_up_at: null,
  })
})

test('abandons a delivery after ten attempts within three days without a response', async () => {
  const delivery = await makeDelivery()
  const times = await deliverUntilOver(delivery.endpoint.id, delivery.id, () => ({
    status: null,
    error: 'no answer in time',
  }))
  expect(times).toHaveLength(10)
  const last = times.at(-1) ?? start
  const days = (last.getTime() - start.getTime()) / (24 * 3_600_000)
  expect(days).toBeGreaterThan(2.9)
  expect(days).toBeLessThanOrEqual(3)
  expect(await loadDelivery(delivery)).toMatchObject({ attempts: 10, given_up_at: last, nextAttemptAt: null })
})

test('a delayed attempt is neither published to a worker nor counted as late', async () => {
  const delivery = await makeDelivery()
  const inAnHour = new Date(Date.now() + 3_600_000)
  await attemptDelivery(delivery.subject, {
    clock: async () => inAnHour,
    post: async () => ({ status: 500, error: 'answer 500' }),
  })
  await db.updateTable('outbox').set({ done_at: start }).where('subject', '=', delivery.subject).execute()
  expect(await listQueuedDeliveries()).toEqual([delivery.subject, `${delivery.id}/2`])
  expect(await listUnpublished(['deliver-webhook'], 10)).toEqual([])
  expect(await findOldestOverdue()).toBeNull()
})

test('resends one abandoned delivery or all of an endpoint once per request, but none for another endpoint', async () => {
  const firstDelivery = await makeDelivery()
  const { endpoint } = firstDelivery
  const makeFailure = () => ({ status: 500, error: 'answer 500' })
  await deliverUntilOver(endpoint.id, firstDelivery.id, makeFailure)
  expect(await resendAbandonedDeliveries(endpoint.id, endpoint.actorUserId)).toBe(1)
  expect(await resendAbandonedDeliveries(endpoint.id, endpoint.actorUserId)).toBe(0)
  await deliverUntilOver(endpoint.id, firstDelivery.id, makeFailure)
  const knownDelivery = await loadDelivery(firstDelivery)
  expect(knownDelivery).toMatchObject({ attempts: 20, given_up_at: expect.any(Date) })
  const resend = { endpointId: endpoint.id, id: firstDelivery.id, turn: knownDelivery?.turn ?? 0 }
  expect(await resendDelivery(resend, endpoint.actorUserId)).toBe(true)
  expect(await resendDelivery(resend, endpoint.actorUserId)).toBe(false)
  expect((await listQueuedDeliveries()).at(-1)).toBe(`${firstDelivery.id}/${resend.turn + 1}`)
  expect(await resendDelivery({ ...resend, endpointId: endpoint.id + 1 }, endpoint.actorUserId)).toBe(false)
})

test('an earlier attempt does not change a delivery that staff resent meanwhile', async () => {
  const delivery = await makeDelivery()
  const resendMeanwhile = async () => {
    await resendDelivery(
      { endpointId: delivery.endpoint.id, id: delivery.id, turn: 1 },
      delivery.endpoint.actorUserId,
    )
    return { status: 500, error: 'answer 500' }
  }
  await attemptDelivery(delivery.subject, { clock: readClock, post: resendMeanwhile })
  expect(await loadDelivery(delivery)).toMatchObject({ turn: 2, attempts: 0, lastError: null })
})

test('sends nothing to a paused endpoint and leaves its deliveries for staff to resend', async () => {
  const { id, secret, actorUserId } = await makeEndpoint({ address: receiver.url, events: ['order.placed'] })
  receiver.setSecret(secret)
  await placeNewOrder({ [await makeDownload()]: 1 })
  await setEndpointActive(id, false, { actorUserId, seenVersion: 0 })
  const [subject = ''] = await listQueuedDeliveries()
  await attemptDelivery(subject, { post: postMessage, clock: readClock })
  expect(receiver.requests).toEqual([])
  await setEndpointActive(id, true, { actorUserId, seenVersion: 1 })
  expect(await resendAbandonedDeliveries(id, actorUserId)).toBe(1)
  await attemptDelivery((await listQueuedDeliveries()).at(-1) ?? '', { post: postMessage, clock: readClock })
  expect(receiver.requests).toHaveLength(1)
})

test('sends a test event even to a paused endpoint', async () => {
  const delivery = await makeReceiverDelivery()
  await setEndpointActive(delivery.endpoint.id, false, {
    actorUserId: delivery.endpoint.actorUserId,
    seenVersion: 0,
  })
  await attemptDelivery(delivery.subject, { post: postMessage, clock: readClock })
  expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({ type: 'ping', data: {} })
})

test('sends nothing to a removed endpoint', async () => {
  const delivery = await makeReceiverDelivery()
  await removeEndpoint(delivery.endpoint.id, delivery.endpoint.actorUserId)
  await attemptDelivery(delivery.subject, { post: postMessage, clock: readClock })
  expect(receiver.requests).toEqual([])
})
