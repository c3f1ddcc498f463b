import { expect, test } from 'vitest'
import { expireSubscriptions } from '#app/jobs/subscriptions/expire-subscriptions.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import {
  expireSubscriptions as expireInBatches,
  reportUndispatched,
} from '#app/models/subscriptions/subscription-expiry.server.ts'
import { openShop } from '#tests/factories/shop.ts'
import { makeSubscriptions } from '#tests/factories/subscriptions.ts'
import { listMailFiles, readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'

const mailStaffUndispatched = requireMailJob('mail-staff-undispatched')

const night = new Date('2026-11-21T03:05:00Z')
const yesterday = '2026-11-20'
const today = '2026-11-21'

// Statuses: 1 download released, 2 awaiting dispatch, 3 sent, 4 expired, 5 active.
const listRows = () =>
  db
    .selectFrom('subscriptions')
    .select(['status', 'status_before_expiry', 'expired_on'])
    .orderBy('id')
    .execute()
const listStaffMails = () =>
  db.selectFrom('outbox').select(['job', 'subject']).where('job', '=', 'mail-staff-undispatched').execute()

test('expires overdue subscriptions and stores their status, but none due today or without a due date', async () => {
  await makeSubscriptions([
    { due: yesterday, status: 1 },
    { due: '2026-11-01', status: 2 },
    { due: yesterday, status: 3 },
    { due: yesterday, status: 5, suspended_at: night },
    { due: today, status: 5 },
    { due: null, status: 3 },
  ])
  expect(await expireSubscriptions.run(night)).toEqual({ undispatched: 1, expired: 4, restored: 0 })
  const makeExpiredRow = (before: number) => ({ status: 4, status_before_expiry: before, expired_on: today })
  const makeUnexpiredRow = (status: number) => ({ status, status_before_expiry: null, expired_on: null })
  expect(await listRows()).toEqual([
    makeExpiredRow(1),
    makeExpiredRow(2),
    makeExpiredRow(3),
    makeExpiredRow(5),
    makeUnexpiredRow(5),
    makeUnexpiredRow(3),
  ])
})

test('expires a subscription at midnight in São Paulo and not before', async () => {
  await makeSubscriptions([{ due: yesterday, status: 5 }])
  expect(await expireSubscriptions.run(new Date('2026-11-21T02:59:59Z'))).toMatchObject({ expired: 0 })
  expect(await expireSubscriptions.run(new Date('2026-11-21T03:00:00Z'))).toMatchObject({ expired: 1 })
})

test('records each expiry once in the history, for repeated and concurrent runs', async () => {
  const { ids } = await makeSubscriptions([
    { due: yesterday, status: 5 },
    { due: '2025-01-01', status: 1 },
  ])
  const nights = await Promise.all(Array.from({ length: 5 }, () => expireSubscriptions.run(night)))
  let expiredCount = 0
  for (const { expired = 0 } of nights) expiredCount += expired
  expect(expiredCount).toBe(2)
  await expireSubscriptions.run(night)
  const [firstId = 0] = ids
  expect(await listHistory('subscription', firstId)).toMatchObject([
    { action: 'expired', actor_user_id: null, details: JSON.stringify({ from: 5, due: yesterday }) },
  ])
})

test('processes all batches, oldest due date first', async () => {
  await makeSubscriptions([
    { due: '2026-11-19', status: 5 },
    { due: '2026-11-17', status: 5 },
    { due: '2026-11-18', status: 5 },
  ])
  expect(await expireInBatches(today, 2)).toBe(2)
  expect((await listRows()).map(({ status }) => status)).toEqual([5, 4, 4])
  expect([await expireInBatches(today, 2), await expireInBatches(today, 2)]).toEqual([1, 0])
})

test('restores the former status at the next run after the due date was moved', async () => {
  const { ids } = await makeSubscriptions([
    { due: yesterday, status: 2 },
    { due: yesterday, status: 3 },
    { due: yesterday, status: 5 },
  ])
  await expireSubscriptions.run(night)
  const [prolongedId = 0] = ids
  await db.updateTable('subscriptions').set({ due: '2026-12-31' }).where('id', '=', prolongedId).execute()
  const makeRestoredRow = (status: number) => ({ status, status_before_expiry: null, expired_on: null })
  expect(await expireSubscriptions.run(night)).toMatchObject({ expired: 0, restored: 1 })
  const expiredUnit = expect.objectContaining({ status: 4 })
  expect(await listRows()).toEqual([makeRestoredRow(2), expiredUnit, expiredUnit])
  expect((await listHistory('subscription', prolongedId)).map(({ action }) => action)).toEqual([
    'expired',
    'restored',
  ])
})

test('mails staff once a night about all copies that expired before dispatch', async () => {
  await openShop()
  const { orderId, ids } = await makeSubscriptions([
    { due: yesterday, status: 2 },
    { due: '2026-11-18', status: 2 },
    { due: yesterday, status: 5 },
    { due: yesterday, status: 2, suspended_at: night },
    { due: today, status: 2 },
  ])
  expect(await reportUndispatched(today)).toBe(2)
  await expireInBatches(today, 1)
  await expireSubscriptions.run(night)
  await expireSubscriptions.run(night)
  expect(await listStaffMails()).toEqual([{ job: 'mail-staff-undispatched', subject: today }])
  await mailStaffUndispatched.run(today, { id: 81 })
  const { headers, body } = await readMail(81)
  expect(headers).toContain('To: atendimento@aeropub.test')
  const [text = '', html = ''] = body.split(/Content-Type: text\/html/i)
  const [laterExpired, earlierExpired, ...others] = ids
  for (const version of [text, html]) {
    const findPosition = (unitId = 0) => version.indexOf(`Assinatura ${unitId},`)
    expect(findPosition(earlierExpired)).toBeGreaterThan(0)
    expect(findPosition(laterExpired)).toBeGreaterThan(findPosition(earlierExpired))
    for (const other of others) expect(version).not.toContain(`Assinatura ${other},`)
    for (const fact of [`pedido nº ${orderId}`, 'Manual da Hélice', '18/11/2026', '20/11/2026'])
      expect(version).toContain(fact)
  }
})

test('sends no mail without expired copies, or when all due dates were moved meanwhile', async () => {
  await openShop()
  await makeSubscriptions([{ due: yesterday, status: 5 }])
  await expireSubscriptions.run(night)
  expect(await listStaffMails()).toEqual([])
  await makeSubscriptions([{ due: yesterday, status: 2 }])
  await expireSubscriptions.run(night)
  await db.updateTable('subscriptions').set({ due: '2027-01-01' }).execute()
  await mailStaffUndispatched.run(today, { id: 82 })
  expect(await listMailFiles()).not.toContain('evt-82.eml')
})
