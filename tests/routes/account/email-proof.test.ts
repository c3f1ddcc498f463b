import { beforeEach, expect, test } from 'vitest'
import { hasLinkMarks } from '#app/domain/accounts/person-name.ts'
import { addAircraft } from '#app/models/accounts/aircraft.server.ts'
import { findPasswordLink } from '#app/models/accounts/password-reset.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeColleague } from '#tests/factories/colleagues.ts'
import {
  askForPasswordLink,
  company,
  findEmailToken,
  makeCustomer,
  newEmail,
} from '#tests/factories/people.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

beforeEach(openShop)

const withUnprovedEmail = { flags: { email_proved_at: null } }

const removeEmailProof = (userId: number) =>
  db.updateTable('users').set({ email_proved_at: null }).where('id', '=', userId).execute()

async function readNewestMail(job: 'send-email-link' | 'mail-password-changed' | 'send-invitation') {
  const mailJob = await db
    .selectFrom('outbox')
    .select(['id', 'subject'])
    .where('job', '=', job)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await requireMailJob(job).run(mailJob.subject, { id: mailJob.id })
  return readMail(mailJob.id)
}

test('a company has to confirm the e-mail of the account before inviting colleagues', async () => {
  const owner = await makeCustomer({ identity: company, ...withUnprovedEmail })
  const visitor = await loginAs(owner)
  expect((await fetchPage(visitor, '/account/colleagues')).html).toContain('/account/email_proof')
  expect((await fetchPage(visitor, '/account')).html).toContain('/account/email_proof')
  const invitation = { email: newEmail(), role: 'mechanic' }
  const rejectedPage = await fetchPage(visitor, '/account/colleagues', invitation)
  expect([
    rejectedPage.status,
    rejectedPage.text.includes('Confirme primeiro o e-mail da sua conta'),
  ]).toEqual([400, true])
  expect(rejectedPage.html).toContain(invitation.email)

  expect((await fetchPage(visitor, '/account/email_proof', {})).location).toBe('/account/email_proof')
  expect((await readNewestMail('send-email-link')).body).toContain('confirmar o e-mail da sua conta')
  const linkPath = `/change_email/${await findEmailToken(owner.userId)}`
  const visitorPage = await fetchPage(new Visitor(), linkPath)
  expect([visitorPage.status, visitorPage.text.includes('Entre na conta de')]).toEqual([200, true])
  expect((await fetchPage(new Visitor(), linkPath, {})).location).toBe(linkPath)
  const stranger = await loginAs(await makeCustomer())
  expect((await fetchPage(stranger, linkPath)).text).toContain('Você está em outra conta')
  expect((await fetchPage(stranger, linkPath, {})).location).toBe(linkPath)
  expect((await fetchPage(visitor, linkPath)).text).toContain('Confirmar o e-mail')
  expect((await fetchPage(visitor, linkPath, {})).location).toBe('/account')
  expect((await fetchPage(visitor, '/account/email_proof')).text).toContain('já está confirmado')
  expect((await fetchPage(visitor, '/account/colleagues', invitation)).location).toBe('/account/colleagues')
})

test('recovering an account with unproved e-mail ends the access of colleagues, listed in mail and page', async () => {
  const owner = await makeCustomer({ identity: company })
  const colleague = await makeColleague(owner, 'mechanic', 'Caio Inventado')
  const aircraft = { isForeign: false, serialNumber: '200512', fuel: 1 as const, nickname: null }
  for (const registration of ['PT-ABC', 'PT-XYZ'])
    await addAircraft(owner.profileId, { ...aircraft, registration })
  await removeEmailProof(owner.userId)
  const link = await findPasswordLink(await askForPasswordLink(owner.email))
  const newPasswordFields = { password: 'hangar e biruta', confirmation: 'hangar e biruta' }
  const changeAnswer = await fetchPage(new Visitor(), `/change_pass/${link?.token}`, newPasswordFields)
  expect(changeAnswer.location).toBe('/login?redirectTo=%2Faccount')
  const mail = await readNewestMail('mail-password-changed')
  for (const expectedText of ['“Caio Inventado”', colleague.email, 'a frota', '/account'])
    expect(mail.body).toContain(expectedText)
  const accountPage = await fetchPage(await loginAs(owner), '/account')
  const [notice = ''] = /Caio Inventado.*?<h2/s.exec(accountPage.html) ?? []
  for (const expectedText of [
    'PT-ABC',
    'PT-XYZ',
    'Rua das Hélices, 100',
    '/account/addresses',
    '/account/fleet',
  ])
    expect(notice).toContain(expectedText)
  expect((await fetchPage(await loginAs(colleague), '/account/companies')).text).not.toContain(
    'Usar a conta de',
  )
})

test('an invitation quotes the company name, cut to 60 characters and without a link', async () => {
  const companyName = `Aeropub Segurança: acesse https://exemplo.test/login ${'x'.repeat(60)}`
  const owner = await makeCustomer({ identity: { ...company, companyName } })
  const visitor = await loginAs(owner)
  await fetchPage(visitor, '/account/colleagues', { email: newEmail(), role: 'buyer' })
  const { body: text } = await readNewestMail('send-invitation')
  const [, quotedName = ''] = /“([^”]*)”/.exec(text) ?? []
  expect([...quotedName].length).toBe(60)
  expect(hasLinkMarks(quotedName)).toBe(false)
  expect(text).not.toContain('https://exemplo.test')
})
