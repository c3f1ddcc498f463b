import { afterEach, expect, test, vi } from 'vitest'
import { env } from '#app/env.server.ts'
import { findPasswordChange } from '#app/models/accounts/account.server.ts'
import { changeEmailByLink, requestEmailChange } from '#app/models/accounts/email-request.server.ts'
import {
  deleteOldResets,
  findLinkState,
  findPasswordLink,
  requestPasswordLink,
  setPasswordByLink,
} from '#app/models/accounts/password-reset.server.ts'
import { findViewer, hashSecret, startSession } from '#app/models/accounts/session.server.ts'
import { verifyCredentials } from '#app/models/accounts/user.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { findEmailToken, makeCustomer, newEmail, password } from '#tests/factories/people.ts'

const hourMs = 3_600_000
const newPassword = 'outra senha bem comprida'
let addressCount = 0

afterEach(() => vi.restoreAllMocks())

/** Requests a password link. Each request has a client address of its own, so the limit does not apply. */
function requestLink(email: string) {
  addressCount += 1
  return requestPasswordLink({ address: `192.0.2.${addressCount}`, email })
}

function listResets() {
  return db.selectFrom('password_resets').selectAll().orderBy('id').execute()
}

/** Requests a link. Returns the token in its mail. */
async function requestToken(email: string): Promise<string> {
  await requestLink(email)
  const lastReset = (await listResets()).at(-1)
  const link = await findPasswordLink(lastReset?.id ?? 0)
  if (!link?.token) throw new Error('no link')
  return link.token
}

/** Changes every reset row; each test that calls it has only one. */
function changeResetRow(change: { expires_at?: Date; used_at?: Date; user_id?: number; nonce?: string }) {
  return db.updateTable('password_resets').set(change).execute()
}

test('requesting a link queues one mail, whose link is valid for 24 hours', async () => {
  const { email } = await makeCustomer()
  expect(await requestLink(` ${email.toUpperCase()} `)).toBe('sent')
  const [reset] = await listResets()
  const link = await findPasswordLink(reset?.id ?? 0)
  expect(link).toMatchObject({ email, contactName: 'Ana Inventada da Silva', expiresAt: reset?.expires_at })
  expect(Number(reset?.expires_at) - Date.now()).toBeGreaterThan(23.9 * hourMs)
  expect(Number(reset?.expires_at) - Date.now()).toBeLessThanOrEqual(24 * hourMs)
  const queuedMails = await db.selectFrom('outbox').select(['job', 'subject']).execute()
  expect(queuedMails).toEqual([{ job: 'send-password-link', subject: String(reset?.id) }])
})

test('the token has 256 bits, and neither table nor outbox contains it', async () => {
  const { email } = await makeCustomer()
  const token = await requestToken(email)
  expect(token).toMatch(/^[\w-]{43}$/)
  const [reset] = await listResets()
  expect(reset?.token_hash).toBe(hashSecret(token))
  const storedRows = JSON.stringify([await listResets(), await db.selectFrom('outbox').selectAll().execute()])
  expect(storedRows).not.toContain(token)
})

test('a link is invalid after the user or the nonce of its row changed', async () => {
  const [customer, stranger] = [await makeCustomer(), await makeCustomer()]
  const token = await requestToken(customer.email)
  await changeResetRow({ user_id: stranger.userId })
  expect(await findLinkState(token)).toBe('unknown')
  expect(await setPasswordByLink(token, newPassword)).toBeUndefined()
  const otherNonce = 'x'.repeat(43)
  await changeResetRow({ user_id: customer.userId, nonce: otherNonce })
  expect(await findLinkState(token)).toBe('unknown')
})

test('a link remains valid when a secret is added, but not when the secret that signed it is removed', async () => {
  const { email } = await makeCustomer()
  const token = await requestToken(email)
  const [reset] = await listResets()
  const addedSecret = 'another-secret-of-thirty-two-characters'
  const currentSecrets = env.COOKIE_SECRETS
  const secrets = vi.spyOn(env, 'COOKIE_SECRETS', 'get')
  secrets.mockReturnValue([addedSecret, ...currentSecrets])
  expect(await findLinkState(token)).toBe('live')
  expect((await findPasswordLink(reset?.id ?? 0))?.token).toBe(token)
  secrets.mockReturnValue([addedSecret])
  expect(await findLinkState(token)).toBe('unknown')
  expect(await findPasswordLink(reset?.id ?? 0)).toMatchObject({ email, token: undefined })
})

test('reports an unknown e-mail, unless the setting hides which e-mails are known', async () => {
  const { email } = await makeCustomer()
  expect(await requestLink('ninguem@exemplo.test')).toBe('unknown')
  await saveSetting('shop', { revealsUnknownEmail: false })
  expect(await requestLink('ninguem@exemplo.test')).toBe('sent')
  expect(await requestLink(email)).toBe('sent')
})

test('writes a reset and queues a mail job for an unknown e-mail, but makes no link', async () => {
  await requestLink('ninguem@exemplo.test')
  const [reset] = await listResets()
  expect(reset).toMatchObject({ user_id: null, used_at: null })
  expect(await db.selectFrom('outbox').select('subject').execute()).toEqual([{ subject: String(reset?.id) }])
  expect(await findPasswordLink(reset?.id ?? 0)).toBeUndefined()
})

test('treats inactive users and, in production, demonstration accounts as unknown', async () => {
  const { email, userId } = await makeCustomer()
  await makeCustomer({ email: 'cliente@aeropub.test' })
  await db
    .updateTable('users')
    .set({ is_demonstration: true })
    .where('email', '=', 'cliente@aeropub.test')
    .execute()
  expect(await requestLink('cliente@aeropub.test')).toBe('sent')
  vi.spyOn(env, 'APP_ENV', 'get').mockReturnValue('production')
  expect(await requestLink('cliente@aeropub.test')).toBe('unknown')
  await db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute()
  expect(await requestLink(email)).toBe('unknown')
})

test('sends no mail to a user deactivated after the request, and rejects the link', async () => {
  const { email, userId } = await makeCustomer()
  const token = await requestToken(email)
  const [reset] = await listResets()
  await db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute()
  expect(await findPasswordLink(reset?.id ?? 0)).toBeUndefined()
  expect(await findLinkState(token)).toBe('unknown')
  expect(await setPasswordByLink(token, newPassword)).toBeUndefined()
})

test('sets the first password of an account without one', async () => {
  const { email, userId } = await makeCustomer()
  await db.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute()
  expect(await setPasswordByLink(await requestToken(email), newPassword)).toBe(email)
  expect(await verifyCredentials(email, newPassword)).toBe(userId)
})

test('a new request ends only this user’s earlier links', async () => {
  const [customer, otherCustomer] = [await makeCustomer(), await makeCustomer()]
  const otherToken = await requestToken(otherCustomer.email)
  const firstToken = await requestToken(customer.email)
  const secondToken = await requestToken(customer.email)
  expect(await findLinkState(firstToken)).toBe('over')
  expect(await setPasswordByLink(firstToken, newPassword)).toBeUndefined()
  expect([await findLinkState(secondToken), await findLinkState(otherToken)]).toEqual(['live', 'live'])
})

test('leaves one valid link after eight concurrent requests for one e-mail', async () => {
  const { email } = await makeCustomer()
  await Promise.all(Array.from({ length: 8 }, () => requestLink(email)))
  const liveResets = (await listResets()).filter((row) => row.expires_at > new Date())
  expect(liveResets).toHaveLength(1)
})

test('after five requests from one address, rejects and stores no more, even for an unknown e-mail', async () => {
  const { email } = await makeCustomer()
  const request = { address: '198.51.100.7', email }
  for (let attempts = 0; attempts < 5; attempts++) expect(await requestPasswordLink(request)).toBe('sent')
  expect(await requestPasswordLink(request)).toHaveProperty('retryAt')
  expect(await requestPasswordLink({ ...request, email: 'ninguem@exemplo.test' })).toHaveProperty('retryAt')
  expect(await listResets()).toHaveLength(5)
})

test('the link sets the password once, ends every session of its user only and adds a history entry', async () => {
  const { email, userId } = await makeCustomer()
  const otherCustomer = await makeCustomer()
  const sessions = [await startSession(userId), await startSession(userId)]
  const otherSession = await startSession(otherCustomer.userId)
  const token = await requestToken(email)
  expect(await setPasswordByLink(token, newPassword)).toBe(email)
  expect(await verifyCredentials(email, newPassword)).toBe(userId)
  expect(await verifyCredentials(email, password)).toBeNull()
  for (const session of sessions) expect(await findViewer(session)).toBeUndefined()
  expect(await findViewer(otherSession)).toBeDefined()
  expect(await findLinkState(token)).toBe('over')
  expect(await listHistory('user', userId)).toMatchObject([
    { action: 'password-changed-by-link', actor_user_id: userId, details: null },
  ])
})

test('viewing a link does not consume it', async () => {
  const { email } = await makeCustomer()
  const token = await requestToken(email)
  for (let looks = 0; looks < 3; looks++) expect(await findLinkState(token)).toBe('live')
  expect(await setPasswordByLink(token, newPassword)).toBe(email)
})

test('accepts a repeated form with the same password for 15 seconds, and never another password', async () => {
  const { email, userId } = await makeCustomer()
  const token = await requestToken(email)
  const answers = await Promise.all([
    setPasswordByLink(token, newPassword),
    setPasswordByLink(token, newPassword),
  ])
  expect(answers).toEqual([email, email])
  expect(await setPasswordByLink(token, 'ainda outra senha')).toBeUndefined()
  expect(await verifyCredentials(email, newPassword)).toBe(userId)
  expect(await listHistory('user', userId)).toHaveLength(1)
  const beforeRepeatPeriod = new Date(Date.now() - 16_000)
  await changeResetRow({ used_at: beforeRepeatPeriod })
  expect(await setPasswordByLink(token, newPassword)).toBeUndefined()
})

test('sets exactly one of two passwords sent concurrently with the same link', async () => {
  const { email, userId } = await makeCustomer()
  const token = await requestToken(email)
  const passwords = ['primeira-senha', 'segunda-senha']
  const answers = await Promise.all(passwords.map((password) => setPasswordByLink(token, password)))
  expect(answers.filter((answer) => answer === email)).toHaveLength(1)
  const acceptedPassword = passwords[answers.indexOf(email)] ?? ''
  expect(await verifyCredentials(email, acceptedPassword)).toBe(userId)
})

test('an expired link sets no password, and its mail is no longer sent', async () => {
  const { email } = await makeCustomer()
  const token = await requestToken(email)
  const [reset] = await listResets()
  await changeResetRow({ expires_at: new Date(Date.now() - 1) })
  expect(await findLinkState(token)).toBe('over')
  expect(await setPasswordByLink(token, newPassword)).toBeUndefined()
  expect(await findPasswordLink(reset?.id ?? 0)).toBeUndefined()
})

test.each(['', 'x', 'x'.repeat(43), 'x'.repeat(5_000), 'ção', '\0'])(
  'rejects «%.50s» as the token of a link',
  async (token) => {
    expect(await findLinkState(token)).toBe('unknown')
    expect(await setPasswordByLink(token, newPassword)).toBeUndefined()
  },
)

test('deletes only links that expired before the given time', async () => {
  const { email } = await makeCustomer()
  await requestToken(email)
  expect(await deleteOldResets(new Date(), 10)).toBe(0)
  expect(await deleteOldResets(new Date(Date.now() + 25 * hourMs), 10)).toBe(1)
})

test('a password change by link is mailed and ends a pending e-mail link', async () => {
  const { userId, email } = await makeCustomer()
  await requestEmailChange(userId, { email: newEmail(), address: '192.0.2.1' })
  const token = await findEmailToken(userId)
  await setPasswordByLink(await requestToken(email), newPassword)
  const mails = await db
    .selectFrom('outbox')
    .select('subject')
    .where('job', '=', 'mail-password-changed')
    .execute()
  expect(mails).toHaveLength(1)
  expect(await findPasswordChange(Number(mails[0]?.subject))).toMatchObject({ email })
  expect(await changeEmailByLink(token)).toBeUndefined()
})
