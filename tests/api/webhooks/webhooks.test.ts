import { beforeEach, expect, test } from 'vitest'
import { webhookBodies } from '#app/api/wire/webhook-events.ts'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { webhookEvents } from '#app/domain/settings/webhook.ts'
import { createApiKey } from '#app/models/backoffice/api-key.server.ts'
import { findPublicationForStaff, savePublication } from '#app/models/catalogue/publication-edit.server.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { placeInternalOrder } from '#app/models/orders/internal-order.server.ts'
import { placeRenewals } from '#app/models/orders/order-placement.server.ts'
import { cancelOrder, confirmPayment } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { findEndpoint } from '#app/models/settings/webhook-endpoint.server.ts'
import { markSent } from '#app/models/shipments/shipment-status.server.ts'
import { expireSubscriptions } from '#app/models/subscriptions/subscription-expiry.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { makeShipment, makeStaff, payNewOrder, trackCode } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { makeSubscription, makeSubscriptions } from '#tests/factories/subscriptions.ts'
import { listDeliveries, listQueuedDeliveries, makeEndpoint } from '#tests/factories/webhooks.ts'
import { ApiClient } from '#tests/support/api-client.ts'

let client: ApiClient
beforeEach(async () => {
  await openShop()
  const userId = await makeStaff()
  await db.updateTable('users').set({ is_superuser: true }).where('id', '=', userId).execute()
  const scopes = [
    'webhooks:read',
    'webhooks:write',
    'orders:read',
    'expeditions:read',
    'signatures:read',
  ] as const
  const { key } = await createApiKey(userId, { name: 'ERP', scopes: [...scopes, 'catalogue:read'] })
  client = new ApiClient(key)
})

const endpointBody = { description: 'ERP', address: 'https://erp.example/avisos', events: ['order.paid'] }

test('creates, changes and deletes a webhook, and returns the secret only once', async () => {
  const answer = await client.post('/api/webhooks/', endpointBody)
  const { id, secret } = answer.body
  expect([answer.status, answer.body]).toEqual([
    201,
    { ...endpointBody, id, active: true, secret: expect.any(String) },
  ])
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)

  const changedAnswer = await client.put(`/api/webhooks/${id}/`, {
    events: ['order.placed', 'order.paid'],
    active: false,
  })
  expect(changedAnswer.body).toEqual({
    ...endpointBody,
    id,
    events: ['order.placed', 'order.paid'],
    active: false,
  })
  expect((await client.get(`/api/webhooks/${id}/`)).body).toEqual(changedAnswer.body)
  expect((await client.get('/api/webhooks/')).body).toEqual([changedAnswer.body])

  expect((await client.delete(`/api/webhooks/${id}/`)).status).toBe(204)
  expect((await client.get(`/api/webhooks/${id}/`)).status).toBe(404)
})

test.each([
  [{ description: '' }, 'description'],
  [{ address: 'http://erp.example/' }, 'address'],
  [{ address: 'https://u:p@erp.example/' }, 'address'],
  [{ events: [] }, 'events'],
  [{ events: ['order.lost'] }, 'events'],
])('rejects %o with an error at the field', async (invalidData, field) => {
  const answer = await client.post('/api/webhooks/', { ...endpointBody, ...invalidData })
  expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
})

test('rejects a webhook beyond the limit of twenty', async () => {
  for (let count = 0; count < 20; count++) await makeEndpoint()
  const answer = await client.post('/api/webhooks/', endpointBody)
  expect([answer.status, answer.body]).toEqual([
    400,
    { non_field_errors: ['Já há 20 webhooks, e não cabem mais.'] },
  ])
})

test('renews a secret and stores the old one for another day', async () => {
  const { id, secret } = await makeEndpoint()
  const { status, body } = await client.post(`/api/webhooks/${id}/secret/`)
  expect([status, body.secret === secret]).toEqual([200, false])
  const hours = (Date.parse(body.old_secret_until) - Date.now()) / 3_600_000
  expect(Math.round(hours)).toBe(24)
  const row = await db
    .selectFrom('webhook_endpoints')
    .select(['secret', 'old_secret'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ secret: body.secret, old_secret: secret })
  expect(await findEndpoint(id)).not.toHaveProperty('secret')
})

test('lists deliveries, and resends one or all failed deliveries', async () => {
  const { id } = await makeEndpoint()
  expect((await client.post(`/api/webhooks/${id}/test/`)).status).toBe(204)
  const listDeliveriesByState = (state: string) =>
    client.get(`/api/webhooks/${id}/deliveries/?state=${state}`)
  const [delivery] = (await listDeliveriesByState('waiting')).body.results
  expect(delivery).toMatchObject({ event: 'ping', state: 'waiting', attempts: 0, last_status: null })

  await db.updateTable('webhook_deliveries').set({ given_up_at: new Date() }).execute()
  expect((await listDeliveriesByState('given-up')).body).toMatchObject({ count: 1, pages: 1 })
  const path = `/api/webhooks/${id}/deliveries/${delivery.id}/resend/`
  expect((await client.post(path)).status).toBe(204)
  expect((await listDeliveriesByState('given-up')).body.count).toBe(0)
  await db.updateTable('webhook_deliveries').set({ given_up_at: new Date() }).execute()
  expect((await client.post(`/api/webhooks/${id}/resend/`)).body).toEqual({ count: 1 })
  // The ping was queued first, and then resent twice.
  expect(await listQueuedDeliveries()).toEqual([1, 2, 3].map((attempt) => `${delivery.id}/${attempt}`))

  const otherEndpoint = await makeEndpoint()
  const foreignAnswer = await client.post(
    `/api/webhooks/${otherEndpoint.id}/deliveries/${delivery.id}/resend/`,
  )
  expect(foreignAnswer.status).toBe(404)
})

const today = toCivilDate(new Date())

/** Causes at least one event of each kind. The last order is internal, so its freight is not charged. */
async function causeEveryEvent(): Promise<void> {
  const paidOrder = await payNewOrder()
  await markSent(await makeShipment(paidOrder), { date: '2026-11-05', trackCode }, byStaff)
  await renewSubscription()
  await makeSubscriptions([{ due: addDays(today, -1), status: 5 }])
  await expireSubscriptions(today, 500)
  await addRevision(await makeDownload())
  const { userId: actorUserId, profileId } = await makeCustomer()
  const noAircraft = { registration: null, isForeign: false, serialNumber: null, fuel: null }
  const price = { price: 'free' as const, seenValue: 0, renewsSubscriptionId: null }
  const item = { publicationId: await makeDownload(), ...price, ...noAircraft }
  const order = { profileId, items: [item], token: makeCheckoutToken(), actorUserId, today }
  const placedOrder = await placeInternalOrder(order)
  await cancelOrder(placedOrder.orderId, byStaff)
}

async function renewSubscription(): Promise<void> {
  const customer = await makeCustomer()
  const { id } = await makeSubscription(customer, { due: addDays(today, 20) })
  const { orderId } = await placeRenewals({
    ...customer,
    subscriptionIds: [id],
    checkoutToken: makeCheckoutToken(),
    termsVersion: '2026-11-21',
    seenPrices: new Map([[id, 60_00]]),
    today,
  })
  await confirmPayment(orderId, byStaff, today)
}

async function addRevision(id: number): Promise<void> {
  const knownPublication = await findPublicationForStaff(id)
  if (!knownPublication) throw new Error('no publication')
  const {
    id: _,
    lock_version: seenVersion,
    removed_at,
    revisionId,
    file_name,
    file_bytes,
    ...publicationData
  } = knownPublication
  await savePublication(
    id,
    { ...publicationData, version: 'Rev. 99' },
    { actorUserId: (await makeCustomer()).userId, seenVersion, today },
  )
}

/** Fields of events whose name differs from that in records of the API. */
const otherNames: Readonly<Record<string, string>> = {
  'expedition.status_code': 'status',
  'signature.starts_on': 'start',
}

const recordPaths = {
  order: '/order/',
  expedition: '/expedition/',
  signature: '/signature/',
  publication: '/publication/',
}

/** Returns a record as events contain it, with only the ids of other records. */
function replaceByIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(replaceByIds)
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value
}

test('every event matches the document and the response of its call', async () => {
  await makeEndpoint()
  await causeEveryEvent()
  const deliveries = await listDeliveries()
  expect([...new Set(deliveries.map(({ event }) => event))].toSorted()).toEqual([...webhookEvents].toSorted())

  for (const { event, body } of deliveries) {
    const documentedEvent = webhookBodies.find((webhookBody) => webhookBody.event === event)
    expect([event, documentedEvent?.body.strict().safeParse(body).error?.issues]).toEqual([event, undefined])
  }
  for (const [name, path] of Object.entries(recordPaths)) {
    // The newest event of a record contains its present state.
    const lastDelivery = deliveries.toReversed().find(({ body }) => name in body.data)
    const announcedRecord = lastDelivery?.body.data[name]
    const { body: apiRecord } = await client.get(`${path}${announcedRecord.id}/`)
    for (const [field, value] of Object.entries(announcedRecord)) {
      const apiValue = apiRecord[otherNames[`${name}.${field}`] ?? field]
      const expectedValue =
        field === 'status' && name === 'signature' ? { id: apiValue.id } : replaceByIds(apiValue)
      expect([name, field, value]).toEqual([name, field, expectedValue])
    }
  }
})

test('returns 409 for a creation with a repeated Idempotency-Key and creates no second webhook', async () => {
  const answer = await client.post('/api/webhooks/', endpointBody, { key: 'erp-1' })
  expect(answer.status).toBe(201)
  expect((await client.post('/api/webhooks/', endpointBody, { key: 'erp-1' })).status).toBe(409)
  expect((await client.get('/api/webhooks/')).body).toHaveLength(1)
  expect((await client.post('/api/webhooks/', endpointBody, { key: 'erp-2' })).status).toBe(201)
})
