import { expect, test } from 'vitest'
import { findWithdrawalChance } from '#app/models/orders/withdrawal.server.ts'
import { answerWithdrawal, correctWithdrawalAnswer } from '#app/models/orders/withdrawal-answer.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makePaidOrder } from '#tests/factories/shipments.ts'
import { acceptance, makeWithdrawalRequest, rejection } from '#tests/factories/withdrawals.ts'

const today = '2026-11-09'
const listSuspendedLines = async () =>
  (
    await db
      .selectFrom('subscriptions')
      .select('order_line_id')
      .where('suspended_at', 'is not', null)
      .execute()
  ).map(({ order_line_id }) => order_line_id)
const listAnswers = () =>
  db.selectFrom('withdrawal_answers').select(['id', 'outcome', 'reason']).orderBy('id').execute()
const findLastAnswerId = async () => (await listAnswers()).at(-1)?.id ?? 0
const listMails = async () =>
  (
    await db
      .selectFrom('outbox')
      .select('subject')
      .where('job', '=', 'mail-withdrawal-answer')
      .orderBy('id')
      .execute()
  ).map(({ subject }) => Number(subject))

test('accepts a new request for a rejected copy within the term, and preserves the older request', async () => {
  const order = await makePaidOrder()
  const firstRequest = await makeWithdrawalRequest(order)
  await answerWithdrawal(firstRequest, rejection, byStaff)
  expect(await findWithdrawalChance(order, today)).toMatchObject({ isPossible: true, given: [] })
  const secondRequest = await makeWithdrawalRequest({ ...order, lineIds: order.lineIds.slice(0, 1) })
  expect(secondRequest).toBeGreaterThan(firstRequest)
  const chance = await findWithdrawalChance(order, today)
  expect(chance?.given).toEqual([{ lineId: order.lineIds[0], requestId: secondRequest }])
  expect(chance?.requests).toMatchObject([
    { id: firstRequest, answerReason: rejection.reason },
    { id: secondRequest },
  ])
})

test('each correction reverses the answer and queues a mail, and the history omits its reason', async () => {
  const order = await makePaidOrder()
  const [lineId = 0] = order.lineIds
  const id = await makeWithdrawalRequest({ ...order, lineIds: [lineId] })
  await answerWithdrawal(id, acceptance, byStaff)
  expect(await listSuspendedLines()).toEqual([lineId])
  const correctAnswer = async (reason: string) =>
    correctWithdrawalAnswer(id, { reason, seenAnswerId: await findLastAnswerId() }, byStaff)
  expect(await correctAnswer('Era outro pedido.')).toBe('corrected')
  expect(await listSuspendedLines()).toEqual([])
  expect(await correctAnswer('Era este mesmo.')).toBe('corrected')
  expect(await listSuspendedLines()).toEqual([lineId])
  const answers = await listAnswers()
  expect(answers.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['accepted', null],
    ['refused', 'Era outro pedido.'],
    ['accepted', 'Era este mesmo.'],
  ])
  expect(await listMails()).toEqual(answers.map((answer) => answer.id))
  const history = await listHistory('order', order.orderId)
  const corrections = history.filter(({ action }) => action === 'withdrawal-corrected')
  expect(corrections).toHaveLength(2)
  expect(JSON.stringify(corrections)).not.toContain('outro pedido')
})

test('accepts only one of three concurrent corrections', async () => {
  const order = await makePaidOrder()
  const id = await makeWithdrawalRequest(order)
  await answerWithdrawal(id, acceptance, byStaff)
  const seenAnswerId = await findLastAnswerId()
  const results = await Promise.all(
    Array.from({ length: 3 }, () =>
      correctWithdrawalAnswer(id, { reason: 'Engano.', seenAnswerId }, byStaff),
    ),
  )
  expect(results.toSorted()).toEqual(['corrected', 'outdated', 'outdated'])
})

test('a rejection cannot be reversed while a newer request contains one of its copies', async () => {
  const order = await makePaidOrder()
  const firstRequest = await makeWithdrawalRequest(order)
  await answerWithdrawal(firstRequest, rejection, byStaff)
  await makeWithdrawalRequest({ ...order, lineIds: order.lineIds.slice(0, 1) })
  const correction = { reason: 'Engano.', seenAnswerId: await findLastAnswerId() }
  expect(await correctWithdrawalAnswer(firstRequest, correction, byStaff)).toBe('asked-again')
  expect(await listSuspendedLines()).toEqual([])
})
