import { expect, test } from 'vitest'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { notifySubscribers } from '#app/jobs/catalogue/notify-subscribers.server.ts'
import { runOutboxJob } from '#app/jobs/platform/run-outbox-job.server.ts'
import { requestResend } from '#app/models/backoffice/mail.server.ts'
import { listMails } from '#app/models/backoffice/mail-list.server.ts'
import { retryEffect } from '#app/models/backoffice/outbox-admin.server.ts'
import { findPublicationForStaff } from '#app/models/catalogue/publication-edit.server.ts'
import { RevisionSuperseded } from '#app/models/catalogue/revision.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import {
  addNextRecipients,
  countRecipients,
  listNotices,
  NoticeRepeated,
  requestNotice,
} from '#app/models/subscriptions/revision-notice.server.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { makeSubscription, makeSubscriptions } from '#tests/factories/subscriptions.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { listMailFiles } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'
import { loginAs } from '#tests/support/request.ts'

const mailRevision = requireMailJob('mail-revision')

const today = '2026-11-21'
const dueInForce = '2099-01-10'

async function makeNotice(publicationId: number, round = 1) {
  const { userId: actorUserId } = await makeCustomer()
  const { revisionId = 0 } = (await findPublicationForStaff(publicationId)) ?? {}
  return { revisionId, id: await requestNotice({ publicationId, revisionId, round, actorUserId }) }
}

async function listOutbox(job: string, noticeId: number) {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'subject'])
    .where('job', '=', job)
    .where('subject', 'like', `${noticeId}%`)
    .execute()
  return rows.filter(({ subject }) => subject.split('/')[0] === String(noticeId))
}

test('counts each active person with a subscription in force as one recipient, and nobody else', async () => {
  const { publicationId } = await makeSubscriptions([{ due: dueInForce }, { due: dueInForce }])
  const recipientCount = await countRecipients(publicationId, today)
  expect(recipientCount).toBe(1)
  const { publicationId: otherPublicationId, userId } = await makeSubscriptions([
    { due: '2026-11-20' },
    { due: dueInForce, status: subscriptionStatus.expired },
    { due: dueInForce, suspended_at: new Date() },
    { due: null },
  ])
  expect(await countRecipients(otherPublicationId, today)).toBe(0)
  await db
    .updateTable('subscriptions')
    .set({ due: dueInForce, suspended_at: null, status: subscriptionStatus.active })
    .execute()
  expect(await countRecipients(otherPublicationId, today)).toBe(1)
  await db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute()
  expect(await countRecipients(otherPublicationId, today)).toBe(0)
})

test('creates one notice per revision and round, and none for a revision of another publication', async () => {
  const publicationId = await makePublication({ is_signature: true })
  const { revisionId } = await makeNotice(publicationId)
  await expect(makeNotice(publicationId)).rejects.toThrow(NoticeRepeated)
  await makeNotice(publicationId, 2)
  expect((await listNotices(revisionId)).map(({ round }) => round)).toEqual([2, 1])
  const { userId: actorUserId } = await makeCustomer()
  const otherPublication = await makePublication()
  await expect(
    requestNotice({ publicationId: otherPublication, revisionId, round: 3, actorUserId }),
  ).rejects.toThrow(RevisionSuperseded)
})

test('two concurrent requests create one notice', async () => {
  const publicationId = await makePublication({ is_signature: true })
  const outcomes = await Promise.allSettled([makeNotice(publicationId), makeNotice(publicationId)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('resumes the mailing after a killed worker without duplicates', async () => {
  const firstSubscription = await makeSubscriptions([{ due: dueInForce }])
  const { publicationId } = firstSubscription
  const otherSubscriptions = await Promise.all([
    makeSubscriptions([{ due: dueInForce }]),
    makeSubscriptions([{ due: dueInForce }]),
  ])
  await db
    .updateTable('subscriptions')
    .set({ publication_id: publicationId })
    .where(
      'id',
      'in',
      otherSubscriptions.flatMap(({ ids }) => ids),
    )
    .execute()
  const { id, revisionId } = await makeNotice(publicationId)
  // The killed worker had queued the mails of two of the three recipients.
  expect(await addNextRecipients(id, today, 2)).toBe(2)
  expect((await listNotices(revisionId))[0]).toMatchObject({ total: 2, isFinished: false })
  await notifySubscribers.run(String(id), { id: 1 })
  await notifySubscribers.run(String(id), { id: 1 })
  expect(await listOutbox('mail-revision', id)).toHaveLength(3)
  expect((await listNotices(revisionId))[0]).toMatchObject({ total: 3, sent: 0, isFinished: false })
})

test('mails a person once per notice, and skips an account that was deactivated after the notice', async () => {
  await openShop()
  const customer = await makeCustomer()
  const { publicationId } = await makeSubscription(customer, { due: dueInForce })
  const { id, revisionId } = await makeNotice(publicationId)
  await notifySubscribers.run(String(id), { id: 1 })
  const [mailJob] = await listOutbox('mail-revision', id)
  await mailRevision.run(mailJob?.subject ?? '', { id: mailJob?.id ?? 0 })
  await mailRevision.run(mailJob?.subject ?? '', { id: mailJob?.id ?? 0 })
  expect((await listNotices(revisionId))[0]).toMatchObject({ total: 1, sent: 1, unsent: 0, isFinished: true })

  const secondNotice = await makeNotice(publicationId, 2)
  await notifySubscribers.run(String(secondNotice.id), { id: 1 })
  await db.updateTable('users').set({ is_active: false }).where('id', '=', customer.userId).execute()
  const [secondMailJob] = await listOutbox('mail-revision', secondNotice.id)
  await mailRevision.run(secondMailJob?.subject ?? '', { id: secondMailJob?.id ?? 0 })
  expect((await listNotices(revisionId))[0]).toMatchObject({ total: 1, sent: 0, unsent: 1, isFinished: true })
})

/** Creates a notice to one subscriber, with the effect of its mail. */
async function makeNoticeToOne() {
  await openShop()
  const { publicationId, userId } = await makeSubscriptions([{ due: dueInForce }])
  const { id, revisionId } = await makeNotice(publicationId)
  await notifySubscribers.run(String(id), { id: 1 })
  const [mailJob] = await listOutbox('mail-revision', id)
  return { revisionId, userId, publicationId, eventId: mailJob?.id ?? 0 }
}

test('staff can send the mail of a notice again, and the notice still counts as sent', async () => {
  const { revisionId, userId, eventId } = await makeNoticeToOne()
  await runOutboxJob(eventId)
  const { rows } = await listMails({ search: '', page: 1 })
  const mail = rows.find(({ job }) => job === 'mail-revision')
  await requestResend(mail?.id ?? 0, 0, userId)
  const [resend] = await db.selectFrom('outbox').select('id').where('job', '=', 'resend-mail').execute()
  await runOutboxJob(resend?.id ?? 0)
  expect(await listMailFiles()).toEqual(
    expect.arrayContaining([`evt-${eventId}.eml`, `evt-${resend?.id}.eml`]),
  )
  expect((await listNotices(revisionId))[0]).toMatchObject({ sent: 1, unsent: 0, isFinished: true })
})

test('a notice whose mail was rejected is finished and links to the jobs, and a retry sends it', async () => {
  const { revisionId, userId, publicationId, eventId } = await makeNoticeToOne()
  const settingRequiredByMails = await db
    .selectFrom('settings')
    .selectAll()
    .where('name', '=', 'company')
    .execute()
  await db.deleteFrom('settings').where('name', '=', 'company').execute()
  await runOutboxJob(eventId)
  expect((await listNotices(revisionId))[0]).toMatchObject({ sent: 0, unsent: 1, isFinished: true })
  await db.updateTable('users').set({ is_staff: true }).where('id', '=', userId).execute()
  const page = await fetchPage(await loginAs({ userId }), `/admin/publication/${publicationId}/notice`)
  expect(page.text).toContain('1 não enviado')
  expect(page.html).not.toContain('data-poll')
  expect(page.html).toMatch(/<a href="\/admin\/jobs">Tarefas/)

  await db.insertInto('settings').values(settingRequiredByMails).execute()
  expect(await retryEffect(eventId, userId)).toBe(true)
  await runOutboxJob(eventId)
  expect(await listMailFiles()).toContain(`evt-${eventId}.eml`)
  expect((await listNotices(revisionId))[0]).toMatchObject({ sent: 1, unsent: 0, isFinished: true })
})
