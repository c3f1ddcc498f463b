import { expect, test } from 'vitest'
import { makeAlertSubject, maskRoute, readAlertSubject } from '#app/domain/accounts/security-event.ts'
import { truncateNetwork } from '#app/domain/platform/client-network.ts'
import { env } from '#app/env.server.ts'
import { sweepOnce } from '#app/jobs/backoffice/sweep.server.ts'
import { recordSecurityEvent } from '#app/models/accounts/security/security-event.server.ts'
import { deleteOwnRows } from '#app/models/backoffice/deletion.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { onSignal } from '#app/signals.server.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { openShop } from '#tests/factories/shop.ts'

const {
  SECURITY_FAILURES_PER_ACCOUNT: failuresPerAccount,
  SECURITY_FAILURES_PER_NETWORK: failuresPerNetwork,
} = env

async function makeAdministrator() {
  const person = await makeCustomer()
  const roles = { is_staff: true, is_superuser: true }
  await db.updateTable('users').set(roles).where('id', '=', person.userId).execute()
  return person
}

const listAlerts = () =>
  db.selectFrom('outbox').select('subject').where('job', '=', 'mail-staff-security').execute()
const listEvents = () => db.selectFrom('security_events').selectAll().orderBy('id').execute()

test('shortens addresses to networks and ignores invalid ones', () => {
  expect(
    ['203.0.113.77', '203.0.113.77:443', '::ffff:203.0.113.9', '203.0.113.0/24'].map(truncateNetwork),
  ).toEqual(Array(4).fill('203.0.113.0/24'))
  expect(['2001:db8:abcd:12::1', '2001:db8:abcd:99::/64', '2001:db8:abcd::/48'].map(truncateNetwork)).toEqual(
    Array(3).fill('2001:db8:abcd::/48'),
  )
  expect(['', 'Ana', 'ana@exemplo.test'].map(truncateNetwork)).toEqual(['', '', ''])
})

test('replaces numbers and unknown parts of a route with a colon', () => {
  expect(maskRoute('/admin/user/42/reset_link')).toBe('/admin/user/:/reset_link')
  expect(maskRoute('/invitation/AbC-123')).toBe('/invitation/:')
  expect(maskRoute('/admin/Ana%20Souza')).toBe('/admin/:')
})

test('the longest alert subject has at most 40 characters and parses back, with the time cut to the hour', () => {
  const alert = { kind: 'network', key: '2001:db8:abcd::/48', adminId: 4_294_967_295 } as const
  const subject = makeAlertSubject(alert, new Date('2099-12-31T23:59:00Z'))
  expect(subject.length).toBeLessThanOrEqual(40)
  expect(readAlertSubject(subject)).toEqual({ ...alert, since: new Date('2099-12-31T23:00:00Z') })
  expect(readAlertSubject('x 1 2 3')).toBeUndefined()
})

test('concurrent failures on one account alert each administrator once', async () => {
  await openShop()
  const [firstAdministrator, secondAdministrator, { userId }] = [
    await makeAdministrator(),
    await makeAdministrator(),
    await makeCustomer(),
  ]
  const signalledKinds: string[] = []
  const stopListening = onSignal('securityAlert', ({ kind }) => signalledKinds.push(kind))
  for (let count = 1; count < failuresPerAccount; count++)
    await recordSecurityEvent({ kind: 'login-failed', accountId: userId })
  expect(await listAlerts()).toEqual([])
  await Promise.all(
    Array.from({ length: 12 }, () => recordSecurityEvent({ kind: 'code-failed', accountId: userId })),
  )
  stopListening()
  const subjects = (await listAlerts()).map(({ subject }) => subject)
  expect(subjects.map((subject) => readAlertSubject(subject)?.adminId).sort()).toEqual(
    [firstAdministrator.userId, secondAdministrator.userId].sort(),
  )
  expect(signalledKinds).toEqual(['account'])
})

test('alerts about a network with many failures, and not about others', async () => {
  await makeAdministrator()
  for (let count = 0; count < failuresPerNetwork; count++)
    await recordSecurityEvent({ kind: 'login-failed', address: `203.0.113.${count}` })
  await recordSecurityEvent({ kind: 'login-failed', address: '198.51.100.1' })
  const subjects = (await listAlerts()).map(({ subject }) => readAlertSubject(subject))
  expect(subjects).toMatchObject([{ kind: 'network', key: '203.0.113.0/24' }])
})

test('deletes events after six months, and removes a deleted account from its events', async () => {
  const { userId, profileId } = await makeCustomer()
  for (const kind of ['login', 'login-failed'] as const)
    await recordSecurityEvent({ kind, userId, accountId: userId, address: '203.0.113.7' })
  await db
    .updateTable('security_events')
    // One day past the retention of 183 days.
    .set({ at: new Date(Date.now() - 184 * 24 * 3_600_000) })
    .where('kind', '=', 'login-failed')
    .execute()
  await sweepOnce()
  await withTransaction((trx) => deleteOwnRows(trx, { userId, profileId }))
  expect(await listEvents()).toMatchObject([
    { kind: 'login', user_id: null, account_id: null, network: '203.0.113.0/24' },
  ])
})

test('records a repeated event of one user only once within a minute', async () => {
  const rejectedEvent = { kind: 'role-refused', userId: 7, details: { route: '/admin' } } as const
  for (let count = 0; count < 5; count++) await recordSecurityEvent(rejectedEvent)
  await recordSecurityEvent({ ...rejectedEvent, userId: 8 })
  expect((await listEvents()).map((event) => event.user_id)).toEqual([7, 8])
})

test('recording an event does not throw when its insert fails', async () => {
  await db.schema.alterTable('security_events').renameTo('security_events_away').execute()
  try {
    await expect(recordSecurityEvent({ kind: 'login', userId: 1 })).resolves.toBeUndefined()
  } finally {
    await db.schema.alterTable('security_events_away').renameTo('security_events').execute()
  }
})
