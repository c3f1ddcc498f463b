import { beforeEach, expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addDays, addYears, toCivilDate } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { sweepOnce } from '#app/jobs/backoffice/sweep.server.ts'
import { findPublicationForStaff, savePublication } from '#app/models/catalogue/publication-edit.server.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { placeInternalOrder } from '#app/models/orders/internal-order.server.ts'
import { placeOrder, placeRenewals } from '#app/models/orders/order-placement.server.ts'
import {
  approveOrder,
  cancelOrder,
  cancelOwnOrder,
  confirmPayment,
  rejectOrder,
  reopenOrder,
} from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { removeEndpoint, setEndpointActive } from '#app/models/settings/webhook-endpoint.server.ts'
import { markResent, markReturned, markSent } from '#app/models/shipments/shipment-status.server.ts'
import { expireSubscriptions } from '#app/models/subscriptions/subscription-expiry.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { getProfileId, makeCart, makeOrderRequest, placeNewOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { makeShipment, payNewOrder, trackCode } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { makeSubscription, makeSubscriptions } from '#tests/factories/subscriptions.ts'
import {
  listDeliveries,
  listQueuedDeliveries,
  makeDelivery,
  makeEndpoint,
} from '#tests/factories/webhooks.ts'

const today = toCivilDate(new Date())
const listEventNames = async () => (await listDeliveries()).map(({ event }) => event)
const deleteDeliveries = () => db.deleteFrom('webhook_deliveries').execute()

beforeEach(async () => {
  await openShop()
})

test('stores no webhook event without an endpoint', async () => {
  const order = await payNewOrder()
  await markSent(await makeShipment(order), { date: '2026-11-05', trackCode }, byStaff)
  await cancelOrder(order.orderId, byStaff)
  expect([await listDeliveries(), await listQueuedDeliveries()]).toEqual([[], []])
})

test('the event of an order contains ids, status and amounts, but no name', async () => {
  const endpoint = await makeEndpoint()
  const manual = await makePublication({ price: 128_90 })
  const { orderId, userId } = await placeNewOrder({ [manual]: 1 })
  const [delivery, ...otherDeliveries] = await listDeliveries()
  expect(otherDeliveries).toEqual([])
  expect(delivery).toMatchObject({ endpoint_id: endpoint.id, event: 'order.placed', entity_id: orderId })
  expect(delivery?.event_id).toMatch(/^evt_[\w-]{20}$/)
  expect(delivery?.body).toEqual({
    id: delivery?.event_id,
    type: 'order.placed',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    data: {
      order: {
        id: orderId,
        profile: await getProfileId(userId),
        status_code: orderStatus.pendingPayment,
        date: '2026-11-21',
        paid_on: null,
        total_publications: 128.9,
        shipping_type: 'PAC',
        shipping_value: 22.5,
        total: 151.4,
      },
    },
  })
  expect(await listQueuedDeliveries()).toHaveLength(1)
})

test('each endpoint receives only its event types, with shared event ids, and a paused endpoint none', async () => {
  const [fullEndpoint, partialEndpoint] = [
    await makeEndpoint(),
    await makeEndpoint({ events: ['order.placed', 'order.cancelled'] }),
  ]
  await makeEndpoint({ events: ['publication.revised'] })
  const pausedEndpoint = await makeEndpoint()
  await setEndpointActive(pausedEndpoint.id, false, {
    actorUserId: pausedEndpoint.actorUserId,
    seenVersion: 0,
  })
  const { orderId } = await placeNewOrder({ [await makeDownload()]: 1 })
  await confirmPayment(orderId, byStaff, today)
  const rows = await listDeliveries()
  expect(rows.map(({ endpoint_id, event }) => [endpoint_id, event]).toSorted()).toEqual(
    [
      [fullEndpoint.id, 'order.placed'],
      [partialEndpoint.id, 'order.placed'],
      [fullEndpoint.id, 'order.paid'],
      [fullEndpoint.id, 'subscription.released'],
    ].toSorted(),
  )
  // The two deliveries of order.placed share their event id.
  expect(new Set(rows.map(({ event_id }) => event_id)).size).toBe(3)
  expect(await listQueuedDeliveries()).toHaveLength(4)
})

test('announces an order once when its form is sent three times concurrently', async () => {
  await makeEndpoint()
  const request = await makeOrderRequest(await makeCart({ [await makeDownload()]: 1 }))
  await Promise.all([1, 2, 3].map(() => placeOrder(request)))
  expect(await listEventNames()).toEqual(['order.placed'])
})

const placeOrderUnderReview = async () => {
  const publication = await makeDownload({ has_photo_upload: true })
  const request = await makeOrderRequest(await makeCart({ [publication]: 1 }))
  const units = { [`${publication}-0`]: { ...noAircraft, photo: null } }
  return (await placeOrder({ ...request, units })).orderId
}
const noAircraft = { registration: null, isForeign: false, serialNumber: null, fuel: null }
const placePendingOrder = async () => (await placeNewOrder({ [await makeDownload()]: 1 })).orderId
const placePaidOrder = async () => (await payNewOrder()).orderId

type Transition = (orderId: number) => Promise<unknown>
const transitions: [string, () => Promise<number>, Transition, string[]][] = [
  ['cancelled by staff', placePendingOrder, (id) => cancelOrder(id, byStaff), ['order.cancelled']],
  ['cancelled when paid', placePaidOrder, (id) => cancelOrder(id, byStaff), ['order.cancelled']],
  ['cancelled by its buyer', placePendingOrder, cancelAsBuyer, ['order.cancelled']],
  ['rejected', placeOrderUnderReview, (id) => rejectOrder(id, 'ilegível', byStaff), ['order.cancelled']],
  ['approved', placeOrderUnderReview, (id) => approveOrder(id, byStaff, { withoutPhoto: 'vista' }), []],
  ['reopened', placePaidOrder, (id) => reopenOrder(id, byStaff), []],
  [
    'paid',
    placePendingOrder,
    (id) => confirmPayment(id, byStaff, today),
    ['order.paid', 'subscription.released'],
  ],
]

async function cancelAsBuyer(orderId: number) {
  const { profile_id: profileId } = await db
    .selectFrom('orders')
    .select('profile_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return cancelOwnOrder({ orderId, profileId }, byStaff)
}

test.each(transitions)(
  'an order that is %s twice announces exactly the events of one change',
  async (_, makeOrderBefore, changeOrder, expectedEvents) => {
    const orderId = await makeOrderBefore()
    await makeEndpoint()
    await changeOrder(orderId)
    await changeOrder(orderId)
    expect(await listEventNames()).toEqual(expectedEvents)
  },
)

test('announces only the payment when a reopened order is paid again', async () => {
  await makeEndpoint()
  const orderId = await placePendingOrder()
  await confirmPayment(orderId, byStaff, today)
  await reopenOrder(orderId, byStaff)
  await deleteDeliveries()
  await confirmPayment(orderId, byStaff, today)
  expect(await listEventNames()).toEqual(['order.paid'])
})

test('announces a free internal order as placed, paid and released once, even when its form is repeated', async () => {
  const { userId, profileId } = await makeCustomer()
  const publicationId = await makeDownload()
  await makeEndpoint()
  const item = {
    publicationId,
    price: 'free' as const,
    seenValue: 0,
    renewsSubscriptionId: null,
    ...noAircraft,
  }
  const order = { profileId, items: [item], token: makeCheckoutToken(), actorUserId: userId, today }
  await placeInternalOrder(order)
  await placeInternalOrder(order)
  expect(await listEventNames()).toEqual(['order.placed', 'order.paid', 'subscription.released'])
  const [placedEvent, paidEvent] = await listDeliveries()
  const paidOrder = { data: { order: { status_code: orderStatus.confirmed, paid_on: today } } }
  expect([placedEvent?.body, paidEvent?.body]).toMatchObject([paidOrder, paidOrder])
})

test('announces a customer’s free order as placed, paid and released, in this order', async () => {
  const endpoint = await makeEndpoint()
  const { orderId, userId } = await placeNewOrder({ [await makeDownload({ price: 0 })]: 1 })
  expect(await listEventNames()).toEqual(['order.placed', 'order.paid', 'subscription.released'])
  const [placedEvent] = await listDeliveries()
  expect(placedEvent).toMatchObject({ endpoint_id: endpoint.id, entity_id: orderId })
  expect(placedEvent?.body).toMatchObject({
    type: 'order.placed',
    data: {
      order: {
        id: orderId,
        profile: await getProfileId(userId),
        status_code: orderStatus.confirmed,
        date: '2026-11-21',
        paid_on: '2026-11-21',
        total_publications: 0,
        shipping_type: 'Download',
        total: 0,
      },
    },
  })
})

test('a payment announces each released unit in its own event', async () => {
  const order = await placeNewOrder({ [await makePublication({ is_signature: true })]: 3 })
  await makeEndpoint({ events: ['subscription.released'] })
  await confirmPayment(order.orderId, byStaff, today)
  const units = await db.selectFrom('subscriptions').select(['id', 'publication_id']).orderBy('id').execute()
  expect(await listDeliveries()).toMatchObject(
    units.map(({ id, publication_id }) => ({
      event: 'subscription.released',
      entity_id: id,
      body: {
        data: {
          signature: {
            id,
            order: order.orderId,
            publication: publication_id,
            status: { id: 2 }, // awaiting dispatch
            starts_on: today,
            due: addYears(today, 1),
            times_renewed: 0,
          },
        },
      },
    })),
  )
})

test('announces a renewal once with the new due date', async () => {
  const customer = await makeCustomer()
  const due = addDays(today, 20)
  const { id } = await makeSubscription(customer, { due })
  const { orderId } = await placeRenewals({
    ...customer,
    subscriptionIds: [id],
    checkoutToken: makeCheckoutToken(),
    termsVersion: '2026-11-21',
    seenPrices: new Map([[id, 60_00]]),
    today,
  })
  await makeEndpoint({ events: ['subscription.renewed'] })
  await confirmPayment(orderId, byStaff, today)
  await confirmPayment(orderId, byStaff, today)
  expect(await listDeliveries()).toMatchObject([
    { entity_id: id, body: { data: { signature: { due: addYears(due, 1), times_renewed: 1 } } } },
  ])
})

test('announces each expiry once, even in concurrent runs', async () => {
  const yesterday = addDays(today, -1)
  const { ids } = await makeSubscriptions([
    { due: yesterday, status: subscriptionStatus.downloadReleased },
    { due: yesterday, status: subscriptionStatus.active },
    { due: today, status: subscriptionStatus.active },
  ])
  await makeEndpoint()
  await Promise.all(Array.from({ length: 3 }, () => expireSubscriptions(today, 500)))
  await expireSubscriptions(today, 500)
  const rows = await listDeliveries()
  expect(rows.map(({ entity_id }) => entity_id).toSorted()).toEqual(ids.slice(0, 2))
  // Status 4 is expired.
  expect(new Set(rows.map(({ event, body }) => `${event} ${body.data.signature.status.id}`))).toEqual(
    new Set(['subscription.expired 4']),
  )
})

test('announces each dispatch of a shipment once, with its orders and tracking code', async () => {
  const order = await payNewOrder()
  const id = await makeShipment(order)
  await makeEndpoint()
  const dispatch = { date: '2026-11-05', trackCode }
  await Promise.all([1, 2, 3].map(() => markSent(id, dispatch, byStaff)))
  const expedition = {
    id,
    client: order.profileId,
    order: [order.orderId],
    shipping_type: 'PAC',
    status_code: 2, // sent
    track_code: trackCode,
    send_date: '2026-11-05',
  }
  const dispatchEvent = { event: 'order.dispatched', entity_id: id, body: { data: { expedition } } }
  expect(await listDeliveries()).toMatchObject([dispatchEvent])
  await markReturned(id, '2026-11-09', byStaff)
  await markResent(id, { ...dispatch, date: '2026-11-10' }, byStaff)
  expect(await listEventNames()).toEqual(['order.dispatched', 'order.dispatched'])
})

test('announces a new revision once, and announces no save without a new version', async () => {
  const { userId: actorUserId } = await makeCustomer()
  const id = await makePublication({ version: 'Rev. 1', date: '2026-01-15' })
  await makeEndpoint()
  const saveVersion = async (version: string) => {
    const publication = await findPublicationForStaff(id)
    if (!publication) throw new Error('no publication')
    const { id: _, lock_version, removed_at, revisionId, file_name, file_bytes, ...data } = publication
    await savePublication(id, { ...data, version }, { actorUserId, seenVersion: lock_version, today })
  }
  await saveVersion('Rev. 1')
  await saveVersion('Rev. 2')
  await saveVersion('Rev. 2')
  expect(await listDeliveries()).toMatchObject([
    {
      event: 'publication.revised',
      entity_id: id,
      body: { data: { publication: { id, version: 'Rev. 2' } } },
    },
  ])
})

test('deletes deliveries after ninety days, and those of a removed endpoint at once', async () => {
  const { endpoint } = await makeDelivery()
  const otherDelivery = await makeDelivery()
  const now = new Date()
  const getDateInDays = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000)
  await removeEndpoint(otherDelivery.endpoint.id, otherDelivery.endpoint.actorUserId)
  expect((await listDeliveries()).map(({ endpoint_id }) => endpoint_id)).toEqual([endpoint.id])
  await sweepOnce(getDateInDays(89))
  expect(await listDeliveries()).toHaveLength(1)
  expect(await sweepOnce(getDateInDays(91))).toMatchObject({ webhookDeliveries: 1 })
  expect(await listDeliveries()).toEqual([])
})
