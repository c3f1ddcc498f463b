import { afterEach, expect, test, vi } from 'vitest'
import { changePassword } from '#app/models/accounts/account.server.ts'
import {
  changeEmailByLink,
  deleteOldEmailRequests,
  findEmailLink,
  findEmailLinkState,
  findUnconfirmedEmail,
  requestEmailChange,
} from '#app/models/accounts/email-request.server.ts'
import { findLinkState } from '#app/models/accounts/password-reset.server.ts'
import { hashSecret } from '#app/models/accounts/session.server.ts'
import { EmailTaken, verifyCredentials } from '#app/models/accounts/user.server.ts'
import { requestDeletion } from '#app/models/backoffice/deletion.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { changeEmail, findEmailToken, makeCustomer, newEmail, password } from '#tests/factories/people.ts'

const dayMs = 24 * 3_600_000
/** Each request comes from another network address, so that their limit does not apply. */
let usedAddressCount = 0

afterEach(() => vi.restoreAllMocks())

function requestEmail(userId: number, email: string) {
  usedAddressCount += 1
  return requestEmailChange(userId, { email, address: `192.0.2.${usedAddressCount}` })
}

/** Creates a customer who has requested this e-mail. Returns also the token of the link. */
async function makeEmailRequest(email = newEmail()) {
  const customer = await makeCustomer()
  expect(await requestEmail(customer.userId, email)).toBe('sent')
  return { ...customer, requestedEmail: email, token: await findEmailToken(customer.userId) }
}

const listJobs = async () =>
  (await db.selectFrom('outbox').select('job').orderBy('id').execute()).map(({ job }) => job)

test('reports the pending e-mail and leaves the current one until the link is used', async () => {
  const { userId, email, requestedEmail, token } = await makeEmailRequest()
  expect(await verifyCredentials(email, password)).toBe(userId)
  expect(await verifyCredentials(requestedEmail, password)).toBeNull()
  expect(await findUnconfirmedEmail(userId)).toMatchObject({ email: requestedEmail })
  expect(await findEmailLinkState(token)).toMatchObject({
    state: 'live',
    email: requestedEmail,
    isProof: false,
  })
  expect(await listJobs()).toEqual(['send-email-link'])
})

test('the link changes the e-mail once for repeated forms and mails the old address', async () => {
  const { userId, email, requestedEmail, token } = await makeEmailRequest()
  expect(await Promise.all([changeEmailByLink(token), changeEmailByLink(token)])).toEqual([
    requestedEmail,
    requestedEmail,
  ])
  expect(await verifyCredentials(requestedEmail, password)).toBe(userId)
  expect(await verifyCredentials(email, password)).toBeNull()
  expect(await listJobs()).toEqual(['send-email-link', 'mail-email-changed', 'resend-order-mail'])
  expect(await findUnconfirmedEmail(userId)).toBeUndefined()
  expect(await findEmailLinkState(token)).toEqual({ state: 'over' })
  const afterRepeatPeriod = new Date(Date.now() + 20_000)
  expect(await changeEmailByLink(token, null, afterRepeatPeriod)).toBeUndefined()
  const actions = (await listHistory('user', userId)).map(({ action }) => action)
  expect(actions).toEqual(['email-change-requested', 'email-changed'])
})

test('a link expires after 24 hours and is deleted a week later', async () => {
  const { token } = await makeEmailRequest()
  const { expires_at } = await db.selectFrom('email_requests').select('expires_at').executeTakeFirstOrThrow()
  expect(Math.round((expires_at.getTime() - Date.now()) / 60_000)).toBe(24 * 60)
  await db
    .updateTable('email_requests')
    .set({ expires_at: new Date(Date.now() - 1) })
    .execute()
  expect(await findEmailLinkState(token)).toEqual({ state: 'over' })
  expect(await changeEmailByLink(token)).toBeUndefined()
  expect(await deleteOldEmailRequests(new Date(Date.now() - dayMs), 10)).toBe(0)
  expect(await deleteOldEmailRequests(new Date(Date.now() + 1), 10)).toBe(1)
})

test('a request of another e-mail ends the first link, but one of the same e-mail does not', async () => {
  const { userId, requestedEmail, token } = await makeEmailRequest()
  expect(await requestEmail(userId, requestedEmail)).toBe('sent')
  expect(await listJobs()).toEqual(['send-email-link'])
  const secondEmail = newEmail()
  expect(await requestEmail(userId, secondEmail)).toBe('sent')
  expect(await changeEmailByLink(token)).toBeUndefined()
  expect(await changeEmailByLink(await findEmailToken(userId))).toBe(secondEmail)
})

test.each([
  ['another password', ({ userId }: { userId: number }) => changePassword(userId, 'outra senha comprida')],
  [
    'a request to delete the account',
    (owner: { userId: number; profileId: number }) =>
      requestDeletion(owner, { areLossesAccepted: true, today: '2026-11-21' }),
  ],
])('the link ends after %s', async (_event, endLink) => {
  const { token, requestedEmail, ...owner } = await makeEmailRequest()
  await endLink(owner)
  expect(await changeEmailByLink(token)).toBeUndefined()
  expect(await verifyCredentials(requestedEmail, password)).toBeNull()
})

test('rejects an e-mail that another account has or receives meanwhile, and ignores the current one', async () => {
  const { userId, email, requestedEmail, token } = await makeEmailRequest()
  const otherCustomer = await makeCustomer()
  await expect(requestEmail(userId, otherCustomer.email.toUpperCase())).rejects.toThrow(EmailTaken)
  expect(await requestEmail(userId, email)).toBe('same')
  await changeEmail(otherCustomer.userId, requestedEmail)
  await expect(changeEmailByLink(token)).rejects.toThrow(EmailTaken)
  expect(await verifyCredentials(email, password)).toBe(userId)
})

test('limits requests from one network address', async () => {
  const { userId } = await makeCustomer()
  const requestAnother = () => requestEmailChange(userId, { email: newEmail(), address: '192.0.2.250' })
  for (let index = 0; index < 5; index++) expect(await requestAnother()).toBe('sent')
  expect(await requestAnother()).toHaveProperty('retryAt')
})

test('a link is valid neither for a row with another user or e-mail, nor as a password link', async () => {
  const { token } = await makeEmailRequest()
  const { id, nonce } = await db.selectFrom('email_requests').selectAll().executeTakeFirstOrThrow()
  expect(await findLinkState(token)).toBe('unknown')
  expect((await findEmailLink(id))?.token).toBe(token)
  expect(JSON.stringify(await db.selectFrom('email_requests').selectAll().execute())).not.toContain(token)
  const otherCustomer = await makeCustomer()
  await db.updateTable('email_requests').set({ user_id: otherCustomer.userId }).execute()
  expect(await findEmailLinkState(token)).toEqual({ state: 'unknown' })
  await db
    .updateTable('email_requests')
    .set({ new_email: newEmail(), token_hash: hashSecret(nonce) })
    .execute()
  expect(await findEmailLinkState(nonce)).toEqual({ state: 'unknown' })
})
