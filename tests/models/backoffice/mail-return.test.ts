import { expect, test } from 'vitest'
import { readDeliveryReport } from '#app/domain/accounts/mailbox/delivery-report.ts'
import { env } from '#app/env.server.ts'
import { changeEmailByLink, requestEmailChange } from '#app/models/accounts/email-request.server.ts'
import { findMailbox } from '#app/models/accounts/mailbox/mailbox.server.ts'
import {
  clearRefusalAfterDelivery,
  confirmAddress,
  recordAddressRefusal,
} from '#app/models/accounts/mailbox/refused-address.server.ts'
import { isMailSent, recordMail } from '#app/models/backoffice/mail.server.ts'
import { recordReturnedMail } from '#app/models/backoffice/mail-return.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { findEmailToken, makeCustomer, newEmail } from '#tests/factories/people.ts'
import { loadReportSample, reportForms } from '#tests/support/mails/delivery-report.ts'

const host = new URL(env.PUBLIC_URL).hostname

async function makeSentMail() {
  const customer = await makeCustomer()
  const insertResult = await db
    .insertInto('outbox')
    .values({ job: 'mail-expiry', subject: '1/2026-11-25' })
    .executeTakeFirstOrThrow()
  const outboxId = Number(insertResult.insertId)
  await recordMail(outboxId, { to: customer.email, subject: 'Vence' }, { state: 'sent' })
  const identity = { messageId: `evt-${outboxId}@${host}`, to: customer.email }
  return { ...customer, outboxId, identity }
}

type MailIdentity = { messageId: string; to: string }

async function receiveReport(
  identity: MailIdentity,
  form: (typeof reportForms)[number] = 'postfix',
  now = new Date(),
) {
  const report = readDeliveryReport(await loadReportSample(form, identity))
  if (!report) throw new Error('no report')
  return recordReturnedMail(report, now)
}

const loadMail = (outboxId: number) =>
  db.selectFrom('mails').select(['state', 'error']).where('outbox_id', '=', outboxId).executeTakeFirst()

test.each(reportForms)('records the bounce report of %s once, on mail and account', async (form) => {
  const { userId, outboxId, identity } = await makeSentMail()
  expect(await receiveReport(identity, form)).toBe('noted')
  expect(await loadMail(outboxId)).toMatchObject({
    state: 'returned',
    error: /^mail returned \(5\.[12]\.\d+\)$/,
  })
  expect((await findMailbox(userId)).refusedAt).toBeInstanceOf(Date)
  expect(await receiveReport(identity, form)).toBe('repeated')
  expect((await listHistory('user', userId)).map(({ action }) => action)).toEqual(['email-refused'])
})

test('a returned mail counts as sent, and recording it as sent again does not clear its state', async () => {
  const { outboxId, email, identity } = await makeSentMail()
  await receiveReport(identity)
  expect(await isMailSent(outboxId)).toBe(true)
  await recordMail(outboxId, { to: email, subject: 'Vence' }, { state: 'sent' })
  expect((await loadMail(outboxId))?.state).toBe('returned')
})

test('ignores a report for another recipient, from another shop, of an unknown mail or of one 15 days old', async () => {
  const { userId, outboxId, identity } = await makeSentMail()
  const afterFifteenDays = new Date(Date.now() + 15 * 86_400_000)
  expect(await receiveReport({ ...identity, to: 'outra@exemplo.test' })).toBe('unknown')
  expect(await receiveReport({ ...identity, messageId: `evt-${outboxId}@outra.exemplo.test` })).toBe(
    'unknown',
  )
  expect(await receiveReport({ ...identity, messageId: `evt-x-${outboxId}@${host}` })).toBe('unknown')
  expect(await receiveReport({ ...identity, messageId: `evt-${outboxId + 1_000_000}@${host}` })).toBe(
    'unknown',
  )
  expect(await receiveReport(identity, 'postfix', afterFifteenDays)).toBe('unknown')
  expect((await loadMail(outboxId))?.state).toBe('sent')
  expect((await findMailbox(userId)).refusedAt).toBeNull()
})

/** Queues a mail that is not recorded as sent yet. */
async function makeQueuedMail() {
  const { email } = await makeCustomer()
  const insertResult = await db
    .insertInto('outbox')
    .values({ job: 'mail-expiry', subject: '1/2026-11-26' })
    .executeTakeFirstOrThrow()
  const outboxId = Number(insertResult.insertId)
  return { email, outboxId, identity: { messageId: `evt-${outboxId}@${host}`, to: email } }
}

test('returns "early" for a report that arrives before its mail is recorded as sent', async () => {
  const { email, outboxId, identity } = await makeQueuedMail()
  expect(await receiveReport(identity)).toBe('early')
  await recordMail(outboxId, { to: email, subject: 'Vence' }, { state: 'sent' })
  expect(await receiveReport(identity)).toBe('noted')
})

test('ignores a report of a finished job that sent no mail', async () => {
  const { outboxId, identity } = await makeQueuedMail()
  await db.updateTable('outbox').set({ done_at: new Date() }).where('id', '=', outboxId).execute()
  expect(await receiveReport(identity)).toBe('unknown')
})

test('ignores a report of a delay, and records a rejection by policy on the mail but not on the account', async () => {
  const { userId, outboxId, identity } = await makeSentMail()
  const text = await loadReportSample('postfix', identity)
  const recordReportWithStatus = (status: string) => {
    const report = readDeliveryReport(text.replace('Status: 5.1.1', `Status: ${status}`))
    return recordReturnedMail(report ?? { messageIds: [], failures: [] })
  }
  const serverUnreachable = '4.4.1'
  expect(await recordReportWithStatus(serverUnreachable)).toBe('no-failure')
  expect((await loadMail(outboxId))?.state).toBe('sent')
  const rejectedByPolicy = '5.7.1'
  expect(await recordReportWithStatus(rejectedByPolicy)).toBe('noted')
  expect((await loadMail(outboxId))?.state).toBe('returned')
  expect((await findMailbox(userId)).refusedAt).toBeNull()
})

test('a later delivery clears a server’s rejection, but only its owner’s confirmation clears a bounce', async () => {
  const { userId, email } = await makeCustomer()
  await recordAddressRefusal(email, { by: 'server', code: '550' })
  expect((await findMailbox(userId)).refusedAt).toBeInstanceOf(Date)
  await clearRefusalAfterDelivery(email)
  expect((await findMailbox(userId)).refusedAt).toBeNull()
  await recordAddressRefusal(email, { by: 'report', code: '5.1.1' })
  await clearRefusalAfterDelivery(email)
  expect((await findMailbox(userId)).refusedAt).toBeInstanceOf(Date)
  expect(await confirmAddress(userId)).toBe(true)
  expect(await confirmAddress(userId)).toBe(false)
  expect((await findMailbox(userId)).refusedAt).toBeNull()
})

test('a new e-mail clears the recorded rejection, and a rejection of the old e-mail sets none', async () => {
  const { userId, email } = await makeCustomer()
  await recordAddressRefusal(email, { by: 'report', code: '5.1.1' })
  await requestEmailChange(userId, { email: newEmail(), address: '192.0.2.0' })
  await changeEmailByLink(await findEmailToken(userId))
  expect((await findMailbox(userId)).refusedAt).toBeNull()
  await recordAddressRefusal(email, { by: 'report', code: '5.1.1' })
  expect((await findMailbox(userId)).refusedAt).toBeNull()
})
