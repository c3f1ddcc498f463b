import { expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { makeSecondFactor } from '#tests/factories/accounts/second-factor.ts'
import { generateCode } from '#tests/factories/accounts/totp.ts'
import { makeCustomer, password } from '#tests/factories/people.ts'
import { ApiClient, callAs } from '#tests/support/api-client.ts'

async function makePerson() {
  const { userId } = await makeCustomer()
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const logIn = (overrides: Record<string, unknown> = {}) =>
    new ApiClient().post('/api/token/', { username: email, password, ...overrides })
  return { userId, logIn }
}

test.each([
  ['no code', {}, 'envie também o código do aplicativo'],
  ['an empty code', { code: '' }, 'envie também o código do aplicativo'],
  ['a wrong code', { code: '000000' }, 'Código incorreto'],
  ['a text that is not a code', { code: 'x'.repeat(41) }, 'Código incorreto'],
])('rejects a login with the right password and %s', async (_, codeFields, errorText) => {
  const { userId, logIn } = await makePerson()
  await makeSecondFactor(userId)
  const { status, body } = await logIn(codeFields)
  const errors = [expect.stringContaining(errorText)]
  expect([status, body]).toEqual([400, { code: errors, non_field_errors: errors }])
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])
})

test('returns a token for the password with a code or a recovery code, each used once', async () => {
  const { userId, logIn } = await makePerson()
  const { secret, codes } = await makeSecondFactor(userId)
  for (const code of [generateCode(secret), codes[0]]) {
    const { status, body } = await logIn({ code })
    expect.soft(status).toBe(200)
    expect.soft((await new ApiClient(body.access).get('/order/')).status).toBe(200)
    expect.soft((await logIn({ code })).status).toBe(400)
  }
  const events = await db.selectFrom('security_events').select('kind').orderBy('id').execute()
  expect(events.map(({ kind }) => kind)).toEqual([
    ...['code-used', 'login', 'code-failed'],
    ...['recovery-code-used', 'login', 'code-failed'],
  ])
})

test('ignores a code sent for an account without a second factor', async () => {
  const { logIn } = await makePerson()
  expect((await logIn({ code: '123456' })).status).toBe(200)
})

test('revokes tokens issued before the second factor was set up', async () => {
  const { userId } = await makePerson()
  const clientBefore = await callAs({ userId })
  await makeSecondFactor(userId)
  expect((await clientBefore.get('/order/')).status).toBe(401)
})

test('returns 429 after ten wrong codes', async () => {
  const { userId, logIn } = await makePerson()
  await makeSecondFactor(userId)
  const statuses: number[] = []
  for (let guess = 0; guess < 11; guess++) statuses.push((await logIn({ code: '000000' })).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
})
