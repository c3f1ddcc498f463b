import { beforeEach, expect, test } from 'vitest'
import { countForMenu, loadDesk, loadQueryTime } from '#app/desk/desk.server.ts'
import { lanes } from '#app/domain/platform/lane.ts'
import { notifyOfWaitingWork } from '#app/jobs/backoffice/notify-of-waiting-work.server.ts'
import { deleteOldNotices } from '#app/models/backoffice/waiting-work/work-notices.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { recordHeartbeat } from '#app/models/platform/worker-heartbeat.server.ts'
import { markSent } from '#app/models/shipments/shipment-status.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrderUnderReview } from '#tests/factories/orders.ts'
import { makePaidOrder, makeShipment, trackCode } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { listMailFiles, readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'

const HOUR_MS = 3_600_000
const now = new Date()
const getHoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
const getHoursLater = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)

beforeEach(async () => {
  await openShop()
  const worker = { worker: 'w', host: 'h', pid: 1, startedAt: new Date(), queues: {}, schedules: [] }
  await recordHeartbeat({ ...worker, lanes })
})

const listQueuedNotices = async () =>
  (
    await db
      .selectFrom('outbox')
      .select('subject')
      .where('job', '=', 'mail-staff-waiting-work')
      .orderBy('id')
      .execute()
  ).map(({ subject }) => subject)

/** Sets since when the photo of an order has been waiting for review. */
async function setReviewWait(orderId: number, hours: number) {
  await db
    .updateTable('orders')
    .set({ review_since: getHoursAgo(hours) })
    .where('id', '=', orderId)
    .execute()
}

test('notifies staff once of each overdue photo, and again when a photo waits anew', async () => {
  const firstOrder = await makeOrderUnderReview()
  const secondOrder = await makeOrderUnderReview()
  // Staff are notified after 20 hours, four hours before a review is late.
  await setReviewWait(firstOrder.orderId, 21)
  expect(await notifyOfWaitingWork.run(now)).toEqual({ records: 1 })
  expect(await listQueuedNotices()).toEqual([now.toISOString()])
  expect(await notifyOfWaitingWork.run(getHoursLater(1))).toEqual({ records: 0 })
  await setReviewWait(secondOrder.orderId, 30)
  const later = getHoursLater(2)
  expect(await notifyOfWaitingWork.run(later)).toEqual({ records: 1 })
  await setReviewWait(firstOrder.orderId, 26)
  const muchLater = getHoursLater(3)
  expect(await notifyOfWaitingWork.run(muchLater)).toEqual({ records: 1 })
  expect(await listQueuedNotices()).toEqual([now, later, muchLater].map((time) => time.toISOString()))
  expect(await deleteOldNotices(later, 10)).toBe(1)
})

test('mails the company the waiting work, and sends nothing when no work waits', async () => {
  const { orderId } = await makeOrderUnderReview()
  await setReviewWait(orderId, 30)
  await notifyOfWaitingWork.run(now)
  const mail = requireMailJob('mail-staff-waiting-work')
  await mail.run(now.toISOString(), { id: 81 })
  const { headers, body } = await readMail(81)
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'company')
    .executeTakeFirstOrThrow()
  const company: { email: string } = JSON.parse(String(value))
  expect(headers.join('\n')).toContain(`To: ${company.email}`)
  for (const expectedText of ['1 pedido com foto em análise, 1 há mais de 24 h', 'há 30 h', '/admin/today'])
    expect(body).toContain(expectedText)
  expect(body).not.toContain('neste aviso')
  await makeOrderUnderReview()
  await mail.run(now.toISOString(), { id: 83 })
  const { body: bodyForTwo } = await readMail(83)
  expect(bodyForTwo).toContain('2 pedidos com foto em análise')
  expect(bodyForTwo).toContain('1 neste aviso')
  expect(bodyForTwo).not.toContain('ou mais')
  const cancelled = 3
  await db.updateTable('orders').set({ status: cancelled }).where('id', '=', orderId).execute()
  await mail.run(now.toISOString(), { id: 82 })
  expect(await listMailFiles()).not.toContain('evt-82.eml')
})

test('the menu shows the number of Hoje rows and of the records in each section', async () => {
  const queryTime = await loadQueryTime(now)
  const staff = { isSuperuser: false }
  expect(await countForMenu(queryTime, staff)).toEqual({ today: 0, orders: 0, shipments: 0, payments: 0 })
  expect((await loadDesk(queryTime, staff)).healthyAreas).toEqual(['mails', 'background', 'bank'])
  await makeOrderUnderReview()
  await makeOrderUnderReview()
  await makePaidOrder()
  // Two photos to review and three copies to dispatch, with a row each on Hoje.
  expect(await countForMenu(queryTime, staff)).toEqual({ today: 2, orders: 2, shipments: 3, payments: 0 })
  expect(await countForMenu(queryTime, { isSuperuser: true })).toMatchObject({ today: 3 })
})

test('lists an order dispatched without an invoice as a task if the shop issues invoices', async () => {
  const order = await makePaidOrder()
  const shipment = await makeShipment(order)
  await markSent(shipment, { date: '2026-11-05', trackCode }, byStaff)
  const time = new Date('2026-11-06T15:00:00Z')
  const queryTime = { now: time, today: '2026-11-06' }
  const listMissing = async (invoiceHours: number | null = 24) =>
    (await loadDesk({ ...queryTime, invoiceHours }, { isSuperuser: false })).rows
      .filter(({ name }) => name === 'missing-invoices')
      .map(({ text, act }) => [text, act.href])
  const row = ['1 pedido enviado sem nota fiscal', `/admin/order/${order.orderId}`]
  expect(await listMissing()).toEqual([row])
  expect(await listMissing(null)).toEqual([])
  await db.updateTable('orders').set({ nfe: '1234' }).where('id', '=', order.orderId).execute()
  expect(await listMissing()).toEqual([])
})
