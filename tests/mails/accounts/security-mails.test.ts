import { expect, test } from 'vitest'
import { env } from '#app/env.server.ts'
import {
  listPasskeys,
  removePasskey,
  startPasskeyUse,
  verifyPasskey,
} from '#app/models/accounts/second-factor/passkey.server.ts'
import { resetSecondFactor } from '#app/models/accounts/second-factor/second-factor.server.ts'
import { recordSecurityEvent } from '#app/models/accounts/security/security-event.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makePasskey } from '#tests/factories/accounts/passkey.ts'
import { makeSecondFactor } from '#tests/factories/accounts/second-factor.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { openShop } from '#tests/factories/shop.ts'
import { listMailFiles, readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'

const listSubjects = async (job: string) =>
  (await db.selectFrom('outbox').select('subject').where('job', '=', job).orderBy('id').execute()).map(
    ({ subject }) => subject,
  )

test('mails changes of the second factor to the user', async () => {
  await openShop()
  const { userId, email } = await makeCustomer()
  await makeSecondFactor(userId)
  await resetSecondFactor(userId, { actorUserId: null, reason: 'Telefone perdido' })
  const [switchedOnSubject = '', resetSubject = ''] = await listSubjects('mail-second-factor')
  await requireMailJob('mail-second-factor').run(switchedOnSubject, { id: 811 })
  await requireMailJob('mail-second-factor').run(resetSubject, { id: 812 })
  const [switchedOnMail, resetMail] = [await readMail(811), await readMail(812)]
  expect(switchedOnMail.headers).toContain(`To: ${email}`)
  expect(switchedOnMail.body).toContain('foi ligada')
  expect(resetMail.body).toContain('Um administrador retirou')
  expect(resetMail.body).not.toContain('Telefone perdido')
})

test('mails passkeys that were added, rejected as possibly copied, or removed to the user', async () => {
  await openShop()
  const { userId } = await makeCustomer()
  await makeSecondFactor(userId)
  const device = await makePasskey(userId)
  const passkeyUse = { purpose: 'proof' as const, userId, sessionId: 1 }
  const [validCounter, decreasedCounter] = [2, 1]
  for (const counter of [validCounter, decreasedCounter]) {
    const options = await startPasskeyUse(passkeyUse)
    if (options) await verifyPasskey(passkeyUse, device.get(options, { counter }))
  }
  const [passkey] = await listPasskeys(userId)
  await removePasskey(userId, passkey?.id ?? 0)
  const [, ...subjects] = await listSubjects('mail-second-factor')
  const bodies = await Promise.all(
    subjects.map(async (subject, index) => {
      await requireMailJob('mail-second-factor').run(subject, { id: 821 + index })
      return (await readMail(821 + index)).body
    }),
  )
  expect(bodies).toEqual([
    expect.stringContaining('foi criada na sua conta em'),
    expect.stringContaining('pode haver uma c'),
    expect.stringContaining('foi removida em'),
  ])
})

test('mails administrators, and no former ones, about password guessing', async () => {
  await openShop()
  const [{ userId, email }, attackedCustomer] = [await makeCustomer(), await makeCustomer()]
  await db.updateTable('users').set({ is_superuser: true }).where('id', '=', userId).execute()
  for (let count = 0; count < env.SECURITY_FAILURES_PER_ACCOUNT; count++)
    await recordSecurityEvent({ kind: 'login-failed', accountId: attackedCustomer.userId })
  const [subject = ''] = await listSubjects('mail-staff-security')
  await requireMailJob('mail-staff-security').run(subject, { id: 813 })
  const { headers, body } = await readMail(813)
  expect(headers).toContain(`To: ${email}`)
  expect(body).toContain(`/admin/settings/security?number=${attackedCustomer.profileId}`)
  expect(body).not.toContain(attackedCustomer.email)
  await db.updateTable('users').set({ is_superuser: false }).where('id', '=', userId).execute()
  await requireMailJob('mail-staff-security').run(subject, { id: 814 })
  expect(await listMailFiles()).not.toContain('evt-814.eml')
})
