import { expect, test } from 'vitest'
import { addDays, addYears, type CivilDate } from '#app/domain/platform/calendar.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { requestWithdrawal } from '#app/models/orders/withdrawal.server.ts'
import { answerWithdrawal } from '#app/models/orders/withdrawal-answer.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { endingSubscriptions } from '#app/models/reports/ending-subscriptions.server.ts'
import { publicationClients } from '#app/models/reports/publication-clients.server.ts'
import { listBlockedLines } from '#app/models/shipments/shipment-blocked.server.ts'
import { listFreeLines } from '#app/models/shipments/shipment-contents.server.ts'
import { listProposedShipments, maxWaiting } from '#app/models/shipments/shipment-waiting.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { getProfileId, makeOrder } from '#tests/factories/orders.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makePaidOrder, makeShipment } from '#tests/factories/shipments.ts'
import { rejection } from '#tests/factories/withdrawals.ts'

/** Creates a subscription whose paid renewal is being withdrawn. Returns its last day without the renewal. */
async function makeRenewalUnderWithdrawal() {
  const order = await makePaidOrder()
  const subscription = await db
    .selectFrom('subscriptions')
    .where('publication_id', '=', order.subscription)
    .select(['id', 'due', 'order_line_id as lineId'])
    .executeTakeFirstOrThrow()
  const due = subscription.due ?? ''
  const { orderId, userId } = await makeOrder({ [await makePublication()]: 1 })
  await confirmPayment(orderId, byStaff, '2026-11-03')
  const renewalLine = await db
    .selectFrom('order_lines')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const renewalFields = { due_before: due, due_after: addYears(due, 1), applied_at: new Date() }
  await db
    .insertInto('renewals')
    .values({ order_line_id: renewalLine.id, subscription_id: subscription.id, ...renewalFields })
    .execute()
  await db
    .updateTable('subscriptions')
    .set({ due: renewalFields.due_after })
    .where('id', '=', subscription.id)
    .execute()
  const withdrawal = { orderId, profileId: await getProfileId(userId), lineIds: [renewalLine.id] }
  const request = await requestWithdrawal(
    { ...withdrawal, reason: null, refundTo: null },
    byStaff,
    '2026-11-04',
  )
  if (typeof request === 'string') throw new Error(request)
  return { order, lineId: subscription.lineId, due, request: request.id }
}

/** Returns whether the free lines and the proposed shipments contain the line. */
async function findOffers(lineId: number, today: CivilDate) {
  const freeLines = await listFreeLines(db, { lineIds: [lineId], today })
  const waitingLines = (await listProposedShipments(maxWaiting, today)).shipments.flatMap(
    ({ lines }) => lines,
  )
  return {
    isFree: freeLines.some(({ id }) => id === lineId),
    isProposed: waitingLines.some(({ id }) => id === lineId),
  }
}

test('offers no copy in the year of a renewal under withdrawal until the request is rejected', async () => {
  const { lineId, due, request } = await makeRenewalUnderWithdrawal()
  const dayOfRenewalYear = addDays(due, 1)
  expect(await findOffers(lineId, due)).toEqual({ isFree: true, isProposed: true })
  expect(await findOffers(lineId, dayOfRenewalYear)).toEqual({ isFree: false, isProposed: false })
  await answerWithdrawal(request, rejection, byStaff)
  expect(await findOffers(lineId, dayOfRenewalYear)).toEqual({ isFree: true, isProposed: true })
})

test('blocks a packed copy of a renewal under withdrawal, but only in the year of that renewal', async () => {
  const { order, lineId, due, request } = await makeRenewalUnderWithdrawal()
  const id = await makeShipment(order)
  expect(await listBlockedLines([id], db, due)).toEqual([])
  expect(await listBlockedLines([id], db, addDays(due, 1))).toMatchObject([
    { id: lineId, withdrawal: request },
  ])
})

test('both subscription lists mark a renewal under withdrawal until the request is rejected', async () => {
  const { order, due, request } = await makeRenewalUnderWithdrawal()
  const firstRows = { limit: 10, offset: 0 }
  const filter = { publicationId: order.subscription, today: '2026-11-05', chosen: { except: [] } }
  const [subscriber] = await publicationClients.rows(filter, firstRows)
  expect(subscriber?.units.map(({ withdrawal }) => withdrawal)).toEqual([request])
  const period = { start: due, end: addYears(due, 2), today: '2026-11-05' }
  expect((await endingSubscriptions.rows(period, firstRows)).map(({ withdrawal }) => withdrawal)).toEqual([
    request,
  ])
  await answerWithdrawal(request, rejection, byStaff)
  expect((await endingSubscriptions.rows(period, firstRows)).map(({ withdrawal }) => withdrawal)).toEqual([
    null,
  ])
})
