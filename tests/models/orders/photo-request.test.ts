import { expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { PhotoGone, storePhoto } from '#app/models/checkout/photo.server.ts'
import { countOrdersForReview, findNextForReview } from '#app/models/orders/order-review.server.ts'
import {
  approveOrder,
  cancelOrder,
  cancelOwnOrder,
  confirmPayment,
  putUnderReview,
  rejectOrder,
} from '#app/models/orders/order-status.server.ts'
import {
  answerPhotoRequest,
  findOpenPhotoRequest,
  listPhotoLines,
  requestPhotos,
} from '#app/models/orders/photo-request.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrder, makeOrderUnderReview } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'

const byCustomer = { actorUserId: null, source: 'customer' }
const reason = 'A placa está fora de foco.'

async function makeOrderWithPhotoRequest() {
  const order = await makeOrderUnderReview()
  const [line] = await listPhotoLines(order.orderId)
  if (!line?.photo) throw new Error('no photo')
  await requestPhotos(order.orderId, { lineIds: [line.id], reason }, byStaff)
  return { ...order, lineId: line.id, oldPhoto: line.photo }
}

const makePhoto = (userId: number) =>
  storePhoto({ userId }, { type: 'image/jpeg', bytes: 1, width: 1, height: 1 })
const loadPhoto = (name: string) =>
  db.selectFrom('photos').select(['user_id', 'claimed_at']).where('name', '=', name).executeTakeFirst()

test('requests another photo with reason, mail and history entry, and retains the old one', async () => {
  const { orderId, oldPhoto } = await makeOrderWithPhotoRequest()
  const request = await findOpenPhotoRequest(orderId)
  expect(request).toMatchObject({ reason, lines: [{ photo: oldPhoto }] })
  const order = await db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirst()
  expect(order?.status).toBe(orderStatus.underReview)
  expect((await loadPhoto(oldPhoto))?.claimed_at).not.toBeNull()
  expect((await listHistory('order', orderId)).at(-1)).toMatchObject({ action: 'photo-wanted' })
  const mail = db.selectFrom('outbox').select('subject').where('job', '=', 'mail-photo-request')
  expect(await mail.execute()).toEqual([{ subject: String(request?.id) }])
})

test('copies without aircraft share one photo request and one answer (D25)', async () => {
  const { orderId, profileId, userId, lineId, oldPhoto } = await makeOrderWithPhotoRequest()
  const line = await db
    .selectFrom('order_lines')
    .selectAll()
    .where('id', '=', lineId)
    .executeTakeFirstOrThrow()
  const { id: _, ...lineColumns } = line
  await db
    .insertInto('order_lines')
    .values([lineColumns, { ...lineColumns, airplane_registration: 'PT-ABC' }])
    .execute()
  expect(await requestPhotos(orderId, { lineIds: [lineId], reason }, byStaff)).toBe('asked')
  const requestedLines = (await findOpenPhotoRequest(orderId))?.lines ?? []
  expect(requestedLines.map(({ registration }) => registration)).toEqual([null, null])
  const photo = await makePhoto(userId)
  expect(await answerPhotoRequest({ orderId, profileId, userId, lineId, photo }, byCustomer)).toBe(true)
  const photos = (await listPhotoLines(orderId)).map((photoLine) => photoLine.photo)
  expect(photos).toEqual([photo, photo, oldPhoto])
  expect(await findOpenPhotoRequest(orderId)).toBeUndefined()
})

test('a repeated request updates the reason and sends another mail', async () => {
  const { orderId, lineId } = await makeOrderWithPhotoRequest()
  expect(await requestPhotos(orderId, { lineIds: [lineId], reason: 'Outra.' }, byStaff)).toBe('asked')
  expect(await findOpenPhotoRequest(orderId)).toMatchObject({ reason: 'Outra.' })
  const mails = db.selectFrom('outbox').select('id').where('job', '=', 'mail-photo-request')
  expect(await mails.execute()).toHaveLength(2)
})

test('rejects a request without reason or line, for an unknown order, or after the review', async () => {
  const { orderId } = await makeOrderUnderReview()
  const lineIds = (await listPhotoLines(orderId)).map(({ id }) => id)
  expect(await requestPhotos(orderId, { lineIds, reason: ' ' }, byStaff)).toBe('reason-missing')
  expect(await requestPhotos(orderId, { lineIds: [], reason }, byStaff)).toBe('no-lines')
  const unknownOrderId = 4_000_000
  expect(await requestPhotos(unknownOrderId, { lineIds, reason }, byStaff)).toBe('unknown-order')
  await approveOrder(orderId, byStaff)
  expect(await requestPhotos(orderId, { lineIds, reason }, byStaff)).toBe('not-possible')
})

test('the new photo replaces the old one, which the sweep can then delete', async () => {
  const { orderId, profileId, userId, lineId, oldPhoto } = await makeOrderWithPhotoRequest()
  const photo = await makePhoto(userId)
  const newPhoto = { orderId, profileId, userId, lineId, photo }
  expect(await answerPhotoRequest(newPhoto, byCustomer)).toBe(true)
  expect((await listPhotoLines(orderId))[0]?.photo).toBe(photo)
  expect(await loadPhoto(oldPhoto)).toEqual({ user_id: null, claimed_at: null })
  expect((await loadPhoto(photo))?.claimed_at).not.toBeNull()
  expect(await findOpenPhotoRequest(orderId)).toBeUndefined()
  expect(await answerPhotoRequest({ ...newPhoto, photo: await makePhoto(userId) }, byCustomer)).toBe(false)
})

test('rejects a photo of another user, and the answer of another user', async () => {
  const { orderId, profileId, userId, lineId, oldPhoto } = await makeOrderWithPhotoRequest()
  const stranger = await makeCustomer()
  const foreignPhoto = await makePhoto(stranger.userId)
  const newPhoto = { orderId, profileId, userId, lineId, photo: foreignPhoto }
  await expect(answerPhotoRequest(newPhoto, byCustomer)).rejects.toThrow(PhotoGone)
  const strangersPhoto = { ...newPhoto, userId: stranger.userId, profileId: stranger.profileId }
  expect(await answerPhotoRequest(strangersPhoto, byCustomer)).toBe(false)
  expect((await listPhotoLines(orderId))[0]?.photo).toBe(oldPhoto)
})

test.each(['approved', 'rejected', 'given up'] as const)(
  'closes the photo request of an order that is %s',
  async (change) => {
    const order = await makeOrderWithPhotoRequest()
    if (change === 'approved') await approveOrder(order.orderId, byStaff)
    if (change === 'rejected') await rejectOrder(order.orderId, reason, byStaff)
    if (change === 'given up') await cancelOwnOrder(order, byCustomer)
    expect(await findOpenPhotoRequest(order.orderId)).toBeUndefined()
  },
)

test('the review queue is oldest first, without orders whose customer has to send photos', async () => {
  const firstOrder = await makeOrderUnderReview()
  const orderWithRequest = await makeOrderWithPhotoRequest()
  const thirdOrder = await makeOrderUnderReview()
  expect(await countOrdersForReview()).toBe(2)
  expect((await findNextForReview())?.id).toBe(firstOrder.orderId)
  expect((await findNextForReview(firstOrder.orderId))?.id).toBe(thirdOrder.orderId)
  expect(await findNextForReview(thirdOrder.orderId)).toBeUndefined()
  const photo = await makePhoto(orderWithRequest.userId)
  await answerPhotoRequest({ ...orderWithRequest, photo }, byCustomer, new Date(Date.now() + 60_000))
  expect((await findNextForReview(thirdOrder.orderId))?.id).toBe(orderWithRequest.orderId)
  await approveOrder(firstOrder.orderId, byStaff)
  expect((await findNextForReview(firstOrder.orderId))?.id).toBe(thirdOrder.orderId)
})

test('staff put an approved order back under review, and another approval queues its boleto again', async () => {
  const { orderId } = await makeOrderUnderReview()
  await approveOrder(orderId, byStaff)
  await db.updateTable('outbox').set({ done_at: new Date() }).where('job', '=', 'issue-boleto').execute()
  expect(await putUnderReview(orderId, byStaff)).toBe('changed')
  expect(await putUnderReview(orderId, byStaff)).toBe('already')
  expect(await confirmPayment(orderId, byStaff, '2026-11-21')).toBe('not-possible')
  await approveOrder(orderId, byStaff)
  const issueJobs = db.selectFrom('outbox').select('done_at').where('job', '=', 'issue-boleto')
  expect(await issueJobs.where('subject', '=', String(orderId)).execute()).toEqual([{ done_at: null }])
})

test('puts an order cancelled during review back under review, but no rejected order and none without photos', async () => {
  const cancelledOrder = await makeOrderUnderReview()
  await cancelOrder(cancelledOrder.orderId, byStaff)
  expect(await putUnderReview(cancelledOrder.orderId, byStaff)).toBe('changed')
  await rejectOrder(cancelledOrder.orderId, reason, byStaff)
  expect(await putUnderReview(cancelledOrder.orderId, byStaff)).toBe('not-possible')
  const orderWithoutPhoto = await makeOrder({ [await makePublication()]: 1 })
  expect(await putUnderReview(orderWithoutPhoto.orderId, byStaff)).toBe('not-possible')
})

test('moving a paid order under review restarts its wait and suspends its units until it is paid again', async () => {
  const { orderId } = await makeOrderUnderReview()
  await approveOrder(orderId, byStaff)
  await confirmPayment(orderId, byStaff, '2026-11-21')
  const now = new Date('2027-01-05T12:00:00Z')
  expect(await putUnderReview(orderId, byStaff, now)).toBe('changed')
  expect((await findNextForReview())?.since).toEqual(now)
  const suspensions = db.selectFrom('subscriptions').select('suspended_at')
  expect(await suspensions.execute()).toEqual([{ suspended_at: now }])
  await approveOrder(orderId, byStaff)
  await confirmPayment(orderId, byStaff, '2027-01-06')
  expect(await suspensions.execute()).toEqual([{ suspended_at: null }])
})
