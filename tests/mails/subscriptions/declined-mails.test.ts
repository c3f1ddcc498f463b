import { expect, test } from 'vitest'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { issueBoleto } from '#app/jobs/charges/issue-boleto.server.ts'
import { runOutboxJob } from '#app/jobs/platform/run-outbox-job.server.ts'
import { findOrCreateMailboxToken, saveTopics } from '#app/models/accounts/mailbox/mailbox.server.ts'
import { requestResend } from '#app/models/backoffice/mail.server.ts'
import { listMails } from '#app/models/backoffice/mail-list.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { remindCustomer } from '#app/models/subscriptions/expiry-reminder.server.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { makeSubscriptions } from '#tests/factories/subscriptions.ts'
import { listMailFiles, readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'

const today = toCivilDate(new Date())

/** Queues the reminder of a subscription that ends today. */
async function makeReminder() {
  await openShop()
  const { profileId, userId } = await makeSubscriptions([{ due: today }])
  await remindCustomer(profileId, today)
  return { userId, event: await findLastEvent('mail-expiry') }
}

async function findLastEvent(job: string): Promise<number> {
  const row = await db
    .selectFrom('outbox')
    .select('id')
    .where('job', '=', job)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return row.id
}

const listMailLog = async () => (await listMails({ search: '', page: 1 })).rows

test('a reminder has a permanent unsubscribe link in its headers and at its end', async () => {
  const { userId, event } = await makeReminder()
  await runOutboxJob(event)
  const { headers, body } = await readMail(event)
  const address = `/avisos/${await findOrCreateMailboxToken(userId)}/reminders`
  const [unsubscribe = ''] = headers.filter((line) => line.startsWith('List-Unsubscribe: '))
  expect(unsubscribe).toMatch(/^List-Unsubscribe: <https?:\/\/[^>]+>$/)
  expect(unsubscribe).toContain(`${address}>`)
  expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(headers).toContain('Auto-Submitted: auto-generated')
  expect(body).toContain(address)
  expect((await listMailLog())[0]).toMatchObject({ state: 'sent', job: 'mail-expiry' })
})

test('order mails have no unsubscribe link', async () => {
  await openShop()
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  await issueBoleto.run(String(orderId), { id: 830 })
  await requireMailJob('mail-order-received').run(String(orderId), { id: 831 })
  expect((await readMail(831)).headers.join('\n')).not.toMatch(/list-unsubscribe/i)
})

test('skips a mail that was declined after it was queued, and logs it as declined', async () => {
  const { userId, event } = await makeReminder()
  await saveTopics(userId, { reminders: false }, 'account')
  await runOutboxJob(event)
  expect(await listMailFiles()).not.toContain(`evt-${event}.eml`)
  expect(await listMailLog()).toMatchObject([
    { state: 'declined', job: 'mail-expiry', error: null, sent_at: null },
  ])
  const row = await db.selectFrom('outbox').select('done_at').where('id', '=', event).executeTakeFirst()
  expect(row?.done_at).toBeInstanceOf(Date)
})

test('rejects resending a declined mail until the recipient accepts it again', async () => {
  const { userId, event } = await makeReminder()
  await saveTopics(userId, { reminders: false }, 'link')
  await runOutboxJob(event)
  const [mail] = await listMailLog()
  await requestResend(mail?.id ?? 0, 0, userId)
  const firstResendEvent = await findLastEvent('resend-mail')
  await runOutboxJob(firstResendEvent)
  expect(await listMailFiles()).not.toContain(`evt-${firstResendEvent}.eml`)
  await saveTopics(userId, { reminders: true }, 'account')
  await requestResend(mail?.id ?? 0, 1, userId)
  const secondResendEvent = await findLastEvent('resend-mail')
  await runOutboxJob(secondResendEvent)
  expect(await listMailFiles()).toContain(`evt-${secondResendEvent}.eml`)
})

test('still sends the other topic after one is declined', async () => {
  const { userId, event } = await makeReminder()
  await saveTopics(userId, { revisions: false }, 'account')
  await runOutboxJob(event)
  expect((await listMailLog())[0]?.state).toBe('sent')
})
