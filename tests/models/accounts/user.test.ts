import { afterEach, expect, test, vi } from 'vitest'
import { findViewer, startSession } from '#app/models/accounts/session.server.ts'
import {
  createAccount,
  EmailTaken,
  findCheckoutProfile,
  verifyCredentials,
} from '#app/models/accounts/user.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { address, company, makeCustomer, password, person } from '#tests/factories/people.ts'

afterEach(() => vi.restoreAllMocks())

test('accepts the right password for an e-mail in any case', async () => {
  const { userId, email } = await makeCustomer()
  expect(await verifyCredentials(` ${email.toUpperCase()} `, password)).toBe(userId)
})

test('rejects a wrong password, an unknown e-mail and an inactive user in the same way', async () => {
  const { userId, email } = await makeCustomer()
  expect(await verifyCredentials(email, `${password}x`)).toBeNull()
  expect(await verifyCredentials('ninguem@exemplo.test', password)).toBeNull()
  expect(await verifyCredentials('', '')).toBeNull()
  await db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute()
  expect(await verifyCredentials(email, password)).toBeNull()
})

test('rejects marked demonstration accounts and their sessions in production only', async () => {
  const { env } = await import('#app/env.server.ts')
  const { userId, email } = await makeCustomer()
  await db.updateTable('users').set({ is_demonstration: true }).where('id', '=', userId).execute()
  const otherCustomer = await makeCustomer({ email: 'cliente@aeropub.test' })
  const token = await startSession(userId)
  expect(await verifyCredentials(email, password)).toBe(userId)
  expect(await findViewer(token)).toMatchObject({ userId })
  vi.spyOn(env, 'APP_ENV', 'get').mockReturnValue('production')
  expect(await verifyCredentials(email, password)).toBeNull()
  expect(await findViewer(token)).toBeUndefined()
  expect(await verifyCredentials(otherCustomer.email, password)).toBe(otherCustomer.userId)
})

test('hashes passwords with argon2id, 19 MiB, two passes, one lane', async () => {
  const { userId } = await makeCustomer()
  const storedUser = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  expect(storedUser.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('rejects a second account with the same e-mail and writes nothing', async () => {
  const { email } = await makeCustomer()
  const secondAccount = withTransaction((trx) =>
    createAccount(trx, { email, passwordHash: 'x', identity: person, billing: address, shipping: null }),
  )
  await expect(secondAccount).rejects.toThrow(EmailTaken)
  expect(await db.selectFrom('profiles').select('id').execute()).toHaveLength(1)
})

test('returns identity, phone and addresses of a company for the checkout', async () => {
  const { profileId, email } = await makeCustomer({ identity: company })
  expect(await findCheckoutProfile(profileId)).toEqual({
    ...company,
    email,
    billing: address,
    shipping: undefined,
  })
})
