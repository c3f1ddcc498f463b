import { expect, test } from 'vitest'
import {
  endSession,
  endSessionsWithReason,
  findTokenHolder,
  findViewer,
  listSessions,
  startSession,
} from '#app/models/accounts/session.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { company, makeCustomer } from '#tests/factories/people.ts'

const hourMs = 3_600_000

function changeSessionTime(column: 'last_seen_at' | 'created_at' | 'expires_at', time: Date) {
  return db
    .updateTable('sessions')
    .set({ [column]: time })
    .execute()
}

test('finds the user of a session by its token, of which it stores only the hash', async () => {
  const { userId, profileId, email } = await makeCustomer({ identity: company })
  const token = await startSession(userId)
  expect(token.length).toBeGreaterThanOrEqual(43)
  expect(await findViewer(token)).toEqual({
    sessionId: expect.any(Number),
    userId,
    profileId,
    email,
    displayName: company.companyName,
    isPartner: false,
    isStaff: false,
    isSuperuser: false,
    hasCompanies: false,
    hasSecondFactor: false,
    isEmailRefused: false,
    emailProvedAt: expect.any(Date),
    isFactorMissing: false,
    provedAt: expect.any(Date),
    actingFor: null,
  })
  const rows = await db.selectFrom('sessions').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('finds no user for an unknown, ended or expired token', async () => {
  const { userId } = await makeCustomer()
  const endedSession = await startSession(userId)
  const expiredSession = await startSession(userId)
  await endSession(endedSession)
  expect(await findViewer('anything')).toBeUndefined()
  expect(await findViewer(endedSession)).toBeUndefined()
  await changeSessionTime('expires_at', new Date(Date.now() - 1000))
  expect(await findViewer(expiredSession)).toBeUndefined()
})

test('finds no session of a deactivated user', async () => {
  const { userId } = await makeCustomer()
  const token = await startSession(userId)
  await db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute()
  expect(await findViewer(token)).toBeUndefined()
})

test('allows a hundred sessions per person and kind, then ends the oldest', async () => {
  const [{ userId }, otherCustomer] = [await makeCustomer(), await makeCustomer()]
  const oldestSession = await startSession(userId)
  const [apiToken, sessionOfOther] = [
    await startSession(userId, null, 'api'),
    await startSession(otherCustomer.userId),
  ]
  const secondSession = await startSession(userId)
  for (let index = 0; index < 98; index++) await startSession(userId)
  expect(await findViewer(oldestSession)).toBeDefined()
  await startSession(userId)
  expect(await findViewer(oldestSession)).toBeUndefined()
  expect([
    await findViewer(secondSession),
    await findTokenHolder(apiToken),
    await findViewer(sessionOfOther),
  ]).not.toContain(undefined)
  // A hundred sessions of the browser and one of the API.
  expect(await listSessions(userId)).toHaveLength(101)
})

test('a visit extends the session to twelve hours from now, but not past thirty days after its start', async () => {
  const { userId } = await makeCustomer()
  const token = await startSession(userId)
  await changeSessionTime('last_seen_at', new Date(Date.now() - hourMs))
  await changeSessionTime('expires_at', new Date(Date.now() + hourMs))
  await findViewer(token)
  const extendedSession = await db.selectFrom('sessions').select('expires_at').executeTakeFirstOrThrow()
  expect(extendedSession.expires_at.getTime()).toBeGreaterThan(Date.now() + 11.9 * hourMs)
  await changeSessionTime('last_seen_at', new Date(Date.now() - hourMs))
  await changeSessionTime('created_at', new Date(Date.now() - (30 * 24 - 1) * hourMs))
  await findViewer(token)
  const cappedSession = await db.selectFrom('sessions').select('expires_at').executeTakeFirstOrThrow()
  expect(cappedSession.expires_at.getTime()).toBeLessThan(Date.now() + 1.1 * hourMs)
})

test.each([
  { person: 'a customer', is_staff: false, days: 30 },
  { person: 'a member of staff', is_staff: true, days: 7 },
])('a visit of $person extends no session past $days days after its start', async ({ is_staff, days }) => {
  const { userId } = await makeCustomer()
  await db.updateTable('users').set({ is_staff }).where('id', '=', userId).execute()
  const token = await startSession(userId)
  const startedAt = new Date(Math.floor(Date.now() / 1000) * 1000 - (days * 24 - 1) * hourMs)
  await changeSessionTime('created_at', startedAt)
  await changeSessionTime('last_seen_at', new Date(Date.now() - hourMs))
  expect(await findViewer(token)).toBeDefined()
  const { expires_at } = await db.selectFrom('sessions').select('expires_at').executeTakeFirstOrThrow()
  expect(expires_at.getTime()).toBe(startedAt.getTime() + days * 24 * hourMs)
})

test('an administrator ends every session of a person, with the reason in the history', async () => {
  const { userId } = await makeCustomer()
  const otherCustomer = await makeCustomer()
  const tokens = [await startSession(userId), await startSession(userId, null, 'api')]
  const sessionOfOther = await startSession(otherCustomer.userId)
  const revocation = { actorUserId: otherCustomer.userId, reason: 'Aparelho perdido' }
  expect(await endSessionsWithReason(userId, revocation)).toBe(2)
  expect(await findViewer(tokens[0] ?? '')).toBeUndefined()
  expect(await findViewer(sessionOfOther)).toBeDefined()
  expect(await endSessionsWithReason(userId, revocation)).toBe(0)
  const entries = await db.selectFrom('history').selectAll().where('action', '=', 'sessions-ended').execute()
  expect(entries).toMatchObject([{ entity: 'user', entity_id: userId, actor_user_id: otherCustomer.userId }])
  expect(JSON.parse(entries[0]?.details ?? '{}')).toEqual({ count: 2, reason: 'Aparelho perdido' })
})
