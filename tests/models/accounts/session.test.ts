import { expect, test } from 'vitest'
import { endSession, findViewer, startSession } from '#app/models/accounts/session.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { company, makeCustomer } from '#tests/factories/people.ts'

const HOUR = 3_600_000

function age(column: 'last_seen_at' | 'created_at' | 'expires_at', to: Date) {
  return db
    .updateTable('sessions')
    .set({ [column]: to })
    .execute()
}

test('a session finds its person by the token, of which only the hash is stored', async () => {
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
    acting: null,
  })
  const rows = await db.selectFrom('sessions').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('an unknown, ended or expired token is nobody’s', async () => {
  const { userId } = await makeCustomer()
  const ended = await startSession(userId)
  const expired = await startSession(userId)
  await endSession(ended)
  expect(await findViewer('anything')).toBeUndefined()
  expect(await findViewer(ended)).toBeUndefined()
  await age('expires_at', new Date(Date.now() - 1000))
  expect(await findViewer(expired)).toBeUndefined()
})

test('a deactivated user has no session left', async () => {
  const { userId } = await makeCustomer()
  const token = await startSession(userId)
  await db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute()
  expect(await findViewer(token)).toBeUndefined()
})

test('a visit prolongs the session by twelve hours, but never past thirty days', async () => {
  const { userId } = await makeCustomer()
  const token = await startSession(userId)
  await age('last_seen_at', new Date(Date.now() - HOUR))
  await age('expires_at', new Date(Date.now() + HOUR))
  await findViewer(token)
  const prolonged = await db.selectFrom('sessions').select('expires_at').executeTakeFirstOrThrow()
  expect(prolonged.expires_at.getTime()).toBeGreaterThan(Date.now() + 11.9 * HOUR)
  await age('last_seen_at', new Date(Date.now() - HOUR))
  await age('created_at', new Date(Date.now() - (30 * 24 - 1) * HOUR))
  await findViewer(token)
  const capped = await db.selectFrom('sessions').select('expires_at').executeTakeFirstOrThrow()
  expect(capped.expires_at.getTime()).toBeLessThan(Date.now() + 1.1 * HOUR)
})
