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
import { pageFor } from '#tests/support/app-client.ts'
import { readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

beforeEach(openShop)

const unproved = { flags: { email_proved_at: null } }

const loseProof = (userId: number) =>
  db.updateTable('users').set({ email_proved_at: null }).where('id', '=', userId).execute()

async function readNewestMail(job: 'send-email-link' | 'mail-password-changed' | 'send-invitation') {
  const event = await db
    .selectFrom('outbox')
    .select(['id', 'subject'])
    .where('job', '=', job)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await requireMailJob(job).run(event.subject, { id: event.id })
  return readMail(event.id)
}

test('a company without a confirmed e-mail has to confirm it before inviting colleagues', async () => {
  const owner = await makeCustomer({ identity: company, ...unproved })
  const visitor = await loginAs(owner)
  expect((await pageFor(visitor, '/account/colleagues')).html).toContain('/account/email_proof')
  expect((await pageFor(visitor, '/account')).html).toContain('/account/email_proof')
  const wish = { email: newEmail(), role: 'mechanic' }
  const refused = await pageFor(visitor, '/account/colleagues', wish)
  expect([refused.status, refused.text.includes('Confirme primeiro o e-mail da sua conta')]).toEqual([
    400,
    true,
  ])
  expect(refused.html).toContain(wish.email)

  expect((await pageFor(visitor, '/account/email_proof', {})).location).toBe('/account/email_proof')
  expect((await readNewestMail('send-email-link')).body).toContain('confirmar o e-mail da sua conta')
  const path = `/change_email/${await findEmailToken(owner.userId)}`
  const stranger = await pageFor(new Visitor(), path)
  expect([stranger.status, stranger.text.includes('Entre na conta de')]).toEqual([200, true])
  expect((await pageFor(new Visitor(), path, {})).location).toBe(path)
  const other = await loginAs(await makeCustomer())
  expect((await pageFor(other, path)).text).toContain('Você está em outra conta')
  expect((await pageFor(other, path, {})).location).toBe(path)
  expect((await pageFor(visitor, path)).text).toContain('Confirmar o e-mail')
  expect((await pageFor(visitor, path, {})).location).toBe('/account')
  expect((await pageFor(visitor, '/account/email_proof')).text).toContain('já está confirmado')
  expect((await pageFor(visitor, '/account/colleagues', wish)).location).toBe('/account/colleagues')
})

test('recovery by the mailbox owner lists the ended access in mail and page', async () => {
  const owner = await makeCustomer({ identity: company })
  const colleague = await makeColleague(owner, 'mechanic', 'Caio Inventado')
  const aircraft = { isForeign: false, serialNumber: '200512', fuel: 1 as const, nickname: null }
  for (const registration of ['PT-ABC', 'PT-XYZ'])
    await addAircraft(owner.profileId, { ...aircraft, registration })
  await loseProof(owner.userId)
  const link = await findPasswordLink(await askForPasswordLink(owner.email))
  const fresh = { password: 'hangar e biruta', confirmation: 'hangar e biruta' }
  const changed = await pageFor(new Visitor(), `/change_pass/${link?.token}`, fresh)
  expect(changed.location).toBe('/login?redirectTo=%2Faccount')
  const mail = await readNewestMail('mail-password-changed')
  for (const words of ['“Caio Inventado”', colleague.email, 'a frota', '/account'])
    expect(mail.body).toContain(words)
  const page = await pageFor(await loginAs(owner), '/account')
  const [notice = ''] = /Caio Inventado.*?<h2/s.exec(page.html) ?? []
  for (const words of ['PT-ABC', 'PT-XYZ', 'Rua das Hélices, 100', '/account/addresses', '/account/fleet'])
    expect(notice).toContain(words)
  expect((await pageFor(await loginAs(colleague), '/account/companies')).text).not.toContain(
    'Usar a conta de',
  )
})

test('an invitation quotes and truncates the company name and has one link, to the shop', async () => {
  const companyName = `Aeropub Segurança: acesse https://exemplo.test/login ${'x'.repeat(60)}`
  const owner = await makeCustomer({ identity: { ...company, companyName } })
  const visitor = await loginAs(owner)
  await pageFor(visitor, '/account/colleagues', { email: newEmail(), role: 'buyer' })
  const { body: text } = await readNewestMail('send-invitation')
  const [, name = ''] = /“([^”]*)”/.exec(text) ?? []
  expect([...name].length).toBe(60)
  expect(hasLinkMarks(name)).toBe(false)
  expect(text).not.toContain('https://exemplo.test')
})
