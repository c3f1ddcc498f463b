import { expect, test } from 'vitest'
import { db } from '#app/models/db.server.ts'
import { markDelivered, markSent } from '#app/models/expedition-status.server.ts'
import { listHistory } from '#app/models/history.server.ts'
import {
  findWithdrawal,
  findWithdrawalChance,
  markWithdrawalHandled,
  requestWithdrawal,
} from '#app/models/withdrawal.server.ts'
import {
  byStaff,
  makeExpedition,
  makePaidOrder,
  type PaidOrder,
  trackCode,
} from '#tests/factories/expeditions.ts'
import { makeOrder, profileOf } from '#tests/factories/orders.ts'
import { makeDownload } from '#tests/factories/publications.ts'

const byCustomer = { actorUserId: null, source: 'customer' }
const promised = async () =>
  (
    await db
      .selectFrom('outbox')
      .select(['job', 'subject'])
      .where('job', 'like', '%withdrawal')
      .orderBy('id')
      .execute()
  ).map(({ job, subject }) => `${job} ${subject}`)

/** Delivered on the 20th, so it can be given back until the 27th. */
async function delivered() {
  const order = await makePaidOrder('2026-11-02')
  const id = await makeExpedition(order)
  await markSent(id, { date: '2026-11-05', trackCode }, byStaff)
  await markDelivered(id, '2026-11-20', byStaff)
  return order
}

const wishOf = ({ orderId, profileId, lineIds }: PaidOrder) => ({
  orderId,
  profileId,
  lineIds,
  reason: 'Comprei a versão errada.',
  refundTo: 'ana@exemplo.test',
})

test('an order can be given back until seven days after it arrived, and before it arrives', async () => {
  const order = await makePaidOrder('2026-11-02')
  expect(await findWithdrawalChance(order, '2027-01-01')).toMatchObject({ isPossible: true, lastDay: null })
  const arrived = await delivered()
  expect(await findWithdrawalChance(arrived, '2026-11-27')).toMatchObject({
    isPossible: true,
    lastDay: '2026-11-27',
  })
  expect(await findWithdrawalChance(arrived, '2026-11-28')).toMatchObject({ isPossible: false })
  expect(await requestWithdrawal(wishOf(arrived), byCustomer, '2026-11-28')).toBe('too-late')
  expect(await promised()).toEqual([])
})

test('twenty clicks are one request with one number, one receipt and one task', async () => {
  const order = await delivered()
  const numbers = await Promise.all(
    Array.from({ length: 20 }, () => requestWithdrawal(wishOf(order), byCustomer, '2026-11-27')),
  )
  const [id] = new Set(numbers)
  expect(new Set(numbers).size).toBe(1)
  expect(await promised()).toEqual([`acknowledge-withdrawal ${id}`, `forward-withdrawal ${id}`])
  const events = await listHistory('order', order.orderId)
  expect(events.filter((event) => event.action === 'withdrawal-requested')).toHaveLength(1)
  expect(JSON.stringify(events)).not.toContain('ana@exemplo.test')
  expect(await findWithdrawal(Number(id))).toMatchObject({
    orderId: order.orderId,
    reason: 'Comprei a versão errada.',
    refundTo: 'ana@exemplo.test',
    lines: [{}, {}, {}],
  })
})

test('some copies first and the others after the first request is handled, each once', async () => {
  const order = await delivered()
  const [one = 0, ...others] = order.lineIds
  const first = await requestWithdrawal({ ...wishOf(order), lineIds: [one] }, byCustomer, '2026-11-21')
  const chance = await findWithdrawalChance(order, '2026-11-21')
  expect(chance).toMatchObject({ isPossible: false, open: { id: first } })
  expect(await markWithdrawalHandled(Number(first), byStaff)).toBe(true)
  expect(await markWithdrawalHandled(Number(first), byStaff)).toBe(false)
  const next = await findWithdrawalChance(order, '2026-11-21')
  expect(next?.lines.map((line) => line.id)).toEqual(others)
  expect(await requestWithdrawal({ ...wishOf(order), lineIds: [one] }, byCustomer, '2026-11-21')).toBe(
    'no-lines',
  )
  const second = await requestWithdrawal(wishOf(order), byCustomer, '2026-11-21')
  expect((await findWithdrawal(Number(second)))?.lines).toHaveLength(2)
})

test('only the owner gives an order back, only lines of it, and only once it is paid', async () => {
  const [order, other] = [await delivered(), await delivered()]
  const asOther = { ...wishOf(order), profileId: other.profileId }
  expect(await findWithdrawalChance(asOther, '2026-11-21')).toBeUndefined()
  expect(await requestWithdrawal(asOther, byCustomer, '2026-11-21')).toBe('unknown-order')
  const foreign = { ...wishOf(order), lineIds: other.lineIds }
  expect(await requestWithdrawal(foreign, byCustomer, '2026-11-21')).toBe('no-lines')
  const unpaid = await makeOrder({ [await makeDownload()]: 1 })
  const own = { orderId: unpaid.orderId, profileId: await profileOf(unpaid.userId) }
  expect(await findWithdrawalChance(own, '2026-11-21')).toMatchObject({ isPaid: false, isPossible: false })
})
