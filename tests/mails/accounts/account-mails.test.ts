import { expect, test } from 'vitest'
import { sweepOnce } from '#app/jobs/backoffice/sweep.server.ts'
import { deliverMail } from '#app/jobs/platform/deliver-mail.server.ts'
import { changePassword } from '#app/models/accounts/account.server.ts'
import { changeEmailByLink, requestEmailChange } from '#app/models/accounts/email-request.server.ts'
import { requestDeletion, undoDeletion } from '#app/models/backoffice/deletion.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { changeEmail, findEmailToken, makeCustomer, newEmail } from '#tests/factories/people.ts'
import { openShop } from '#tests/factories/shop.ts'
import { listMailFiles, readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'

const sendEmailLink = requireMailJob('send-email-link')
const mailDeletionRequested = requireMailJob('mail-deletion-requested')
const mailEmailChanged = requireMailJob('mail-email-changed')
const mailPasswordChanged = requireMailJob('mail-password-changed')

const DAY = 24 * 3_600_000
const deletionConsent = { areLossesAccepted: true, today: '2026-11-21' }
const loadSubject = async (job: string) =>
  (await db.selectFrom('outbox').select('subject').where('job', '=', job).executeTakeFirstOrThrow()).subject

test('mails a password change to the account, with a way to reset it', async () => {
  await openShop()
  const { userId, email } = await makeCustomer()
  await changePassword(userId, 'outra senha bem comprida')
  await mailPasswordChanged.run(await loadSubject('mail-password-changed'), { id: 801 })
  const { headers, body } = await readMail(801)
  expect(headers).toContain(`To: ${email}`)
  expect(headers).toContain('Subject: Sua senha foi alterada')
  expect(body).toContain('/recover')
  expect(body).not.toContain('outra senha')
})

test('mails an e-mail change to the old address without the new one', async () => {
  await openShop()
  const { userId, email } = await makeCustomer()
  const newAddress = newEmail()
  await changeEmail(userId, newAddress)
  await mailEmailChanged.run(await loadSubject('mail-email-changed'), { id: 802 })
  const { headers, body } = await readMail(802)
  expect(headers).toContain(`To: ${email}`)
  expect(body).toContain('(14) 3333-0000')
  expect(body).not.toContain(newAddress)
})

test('confirms a deletion request with its date and how to cancel it, and mails nothing about a cancelled request', async () => {
  await openShop()
  const customer = await makeCustomer()
  await requestDeletion(customer, deletionConsent)
  const subject = await loadSubject('mail-deletion-requested')
  await mailDeletionRequested.run(subject, { id: 803 })
  const { headers, body } = await readMail(803)
  expect(headers).toContain(`To: ${customer.email}`)
  expect(body).toMatch(/Em \d\d\/\d\d\/\d{4} às \d\d:\d\d/)
  expect(body).toContain('atendimento@aeropub.test')
  await undoDeletion(customer.userId, null)
  await mailDeletionRequested.run(subject, { id: 804 })
  expect(await listMailFiles()).not.toContain('evt-804.eml')
})

test('deletes the account after seven days, not before, and skips cancelled requests', async () => {
  const [deletedCustomer, remainingCustomer] = [await makeCustomer(), await makeCustomer()]
  await requestDeletion(deletedCustomer, deletionConsent)
  await requestDeletion(remainingCustomer, deletionConsent)
  await undoDeletion(remainingCustomer.userId, null)
  expect(await sweepOnce(new Date(Date.now() + 6.9 * DAY))).toMatchObject({ accounts: 0 })
  expect(await sweepOnce(new Date(Date.now() + 7.1 * DAY))).toMatchObject({ accounts: 1 })
  const users = await db.selectFrom('users').select(['id', 'email', 'is_active']).orderBy('id').execute()
  expect(users).toEqual([
    { id: deletedCustomer.userId, email: `removido-${deletedCustomer.userId}@invalid`, is_active: false },
    { id: remainingCustomer.userId, email: remainingCustomer.email, is_active: true },
  ])
  const profile = await db
    .selectFrom('profiles')
    .select('name')
    .where('id', '=', deletedCustomer.profileId)
    .executeTakeFirstOrThrow()
  expect(profile.name).toBe('Conta removida')
})

test('rejects a mail to a removed account and leaves it to staff', async () => {
  const sender = { name: '', legalName: '', cnpj: '', address: '', phone: '', email: 'a@aeropub.test' }
  const content = { subject: 'x', text: 'x', html: 'x', inline: [], attachments: [] }
  const message = { sender, to: 'removido-7@invalid', content }
  await expect(deliverMail({ id: 805 }, message)).rejects.toThrow('the account of the recipient was removed')
})

test('sends the confirmation link to a new e-mail address, and sends none after it was used', async () => {
  await openShop()
  const { userId } = await makeCustomer()
  const newAddress = newEmail()
  await requestEmailChange(userId, { email: newAddress, address: '192.0.2.1' })
  const token = await findEmailToken(userId)
  const subject = await loadSubject('send-email-link')
  await sendEmailLink.run(subject, { id: 806 })
  const { headers, body } = await readMail(806)
  expect(headers).toContain(`To: ${newAddress}`)
  expect(body).toContain(`/change_email/${token}`)
  await changeEmailByLink(token)
  await sendEmailLink.run(subject, { id: 807 })
  expect(await listMailFiles()).not.toContain('evt-807.eml')
})
