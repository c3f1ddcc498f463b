import { expect, test } from 'vitest'
import type { Purpose } from '#app/domain/accounts/attempt-limits.ts'
import {
  countAttempt,
  deleteOldAttempts,
  resetAttempts,
  resetGuesses,
} from '#app/models/accounts/rate-limit.server.ts'
import { db } from '#app/models/platform/db.server.ts'

const minuteMs = 60_000
const client = { address: '192.0.2.1', email: 'ana@exemplo.test' }

/** Returns whether the attempt was allowed. */
const allowsAttempt = async (purpose: Purpose, key: Parameters<typeof countAttempt>[1]) =>
  (await countAttempt(purpose, key)) === undefined

const makeAttempts = (count: number, key = client) =>
  Promise.all(Array.from({ length: count }, () => allowsAttempt('login', key)))

/** Moves all attempts into the past. */
async function ageAttempts(minutes: number) {
  const rows = await db.selectFrom('login_attempts').select(['id', 'created_at']).execute()
  for (const { id, created_at } of rows)
    await db
      .updateTable('login_attempts')
      .set({ created_at: new Date(created_at.getTime() - minutes * minuteMs) })
      .where('id', '=', id)
      .execute()
}

/** Returns the rounded minutes until the next attempt is allowed; 0 if it is allowed now. */
async function measureWait(purpose: Purpose, key: Parameters<typeof countAttempt>[1]) {
  const rejection = await countAttempt(purpose, key)
  return rejection ? Math.round((rejection.retryAt.getTime() - Date.now()) / minuteMs) : 0
}

test('rejects the eleventh login for one e-mail within 15 minutes only from the same network', async () => {
  expect(await makeAttempts(10)).not.toContain(false)
  expect(await allowsAttempt('login', { ...client, email: ' ANA@exemplo.test' })).toBe(false)
  expect(await allowsAttempt('login', { ...client, address: '192.0.2.2' })).toBe(true)
  expect(await allowsAttempt('login', { ...client, email: 'beto@exemplo.test' })).toBe(true)
})

test('allows at most ten of a hundred concurrent attempts', async () => {
  const passed = (await makeAttempts(100)).filter(Boolean)
  expect(passed.length).toBeLessThanOrEqual(10)
})

test('allows twenty logins per e-mail and hour from all networks together', async () => {
  for (let index = 0; index < 20; index++)
    expect(await allowsAttempt('login', { ...client, address: `2001:db8:0:${index}::/64` })).toBe(true)
  expect(await measureWait('login', { ...client, address: '198.51.100.1' })).toBe(60)
  expect(await allowsAttempt('login', { address: '198.51.100.1', email: 'beto@exemplo.test' })).toBe(true)
})

test('doubles the wait of each further attempt on an account, up to an hour', async () => {
  let addressCount = 0
  const makeNewAddress = () => {
    addressCount += 1
    return { ...client, address: `198.51.100.${addressCount}` }
  }
  for (let index = 0; index < 20; index++) await countAttempt('login', makeNewAddress())
  await ageAttempts(60)
  for (const waitMinutes of [2, 4, 8, 16, 32, 60, 60]) {
    expect(await measureWait('login', makeNewAddress())).toBe(0)
    expect(await measureWait('login', makeNewAddress())).toBe(waitMinutes)
    await ageAttempts(waitMinutes)
  }
  await ageAttempts(24 * 60)
  expect(await measureWait('login', makeNewAddress())).toBe(0)
})

test('rejects the hundred-and-first login of a network with different e-mails', async () => {
  const areAllowed: boolean[] = []
  for (let index = 0; index < 101; index++)
    areAllowed.push(await allowsAttempt('login', { ...client, email: `p${index}@exemplo.test` }))
  expect([areAllowed.slice(0, 100).includes(false), areAllowed[100]]).toEqual([false, false])
})

test('an e-mail that looks like a network does not count against that network', async () => {
  for (let index = 0; index < 101; index++)
    await countAttempt('login', { address: `2001:db8:1:${index}::/64`, email: client.address })
  expect(await allowsAttempt('login', client)).toBe(true)
})

test('a known browser has ten attempts of its own, despite the attempts of others', async () => {
  for (let index = 0; index < 20; index++)
    await countAttempt('login', { ...client, address: `198.51.100.${index}` })
  await makeAttempts(10)
  expect(await allowsAttempt('login', client)).toBe(false)
  const knownBrowser = { ...client, device: 'a browser' }
  for (let index = 0; index < 10; index++) expect(await allowsAttempt('login', knownBrowser)).toBe(true)
  expect(await allowsAttempt('login', knownBrowser)).toBe(false)
  expect(await allowsAttempt('login', { ...knownBrowser, device: 'another' })).toBe(true)
})

test('counts password guesses in repeated order forms with login attempts', async () => {
  for (let index = 0; index < 20; index++)
    expect(await allowsAttempt('repeat', { ...client, address: `198.51.100.${index}` })).toBe(true)
  expect(await allowsAttempt('login', client)).toBe(false)
  expect(await allowsAttempt('repeat', client)).toBe(false)
})

test.each(['recovery', 'contact'] as const)(
  '%s: allows five attempts per network, for any e-mail',
  async (purpose) => {
    const attempts = Array.from({ length: 5 }, (_, index) =>
      allowsAttempt(purpose, { ...client, email: `p${index}@exemplo.test` }),
    )
    expect(await Promise.all(attempts)).not.toContain(false)
    expect(await allowsAttempt(purpose, client)).toBe(false)
    expect(await allowsAttempt(purpose, { ...client, address: '192.0.2.2' })).toBe(true)
  },
)

test.each(['recovery', 'contact'] as const)(
  '%s: allows fifteen attempts per mailbox from all networks',
  async (purpose) => {
    for (let index = 0; index < 15; index++)
      expect(await allowsAttempt(purpose, { ...client, address: `192.0.2.${index}` })).toBe(true)
    expect(await allowsAttempt(purpose, { address: '198.51.100.1', email: ' ANA@exemplo.test' })).toBe(false)
    expect(await allowsAttempt(purpose, { address: '198.51.100.1', email: 'beto@exemplo.test' })).toBe(true)
  },
)

test('a used-up limit of recovery requests rejects neither contact messages nor logins', async () => {
  for (let index = 0; index < 6; index++) await countAttempt('recovery', client)
  expect(await allowsAttempt('recovery', client)).toBe(false)
  expect(await allowsAttempt('contact', client)).toBe(true)
  expect(await allowsAttempt('login', client)).toBe(true)
})

test('counts a repeated form as one attempt', async () => {
  const tryForm = (name: string) => allowsAttempt('new-account', { ...client, form: name })
  const duplicates = await Promise.all(Array.from({ length: 20 }, () => tryForm('one')))
  expect(duplicates).not.toContain(false)
  for (let index = 0; index < 9; index++) expect(await tryForm(`other ${index}`)).toBe(true)
  expect(await tryForm('eleventh')).toBe(false)
  expect(await tryForm('one')).toBe(true)
})

test('allows sixty orders per customer and hour, and 120 per network', async () => {
  const tryOrder = (email: string, address: string, form: string) =>
    allowsAttempt('order', { email, address, form: `${email} ${form}` })
  for (let index = 0; index < 60; index++)
    expect(await tryOrder('ana@exemplo.test', `192.0.2.${index % 5}`, `${index}`)).toBe(true)
  expect(await tryOrder('ana@exemplo.test', '192.0.2.9', 'one more')).toBe(false)
  for (let index = 0; index < 120; index++)
    expect(await tryOrder(`p${index}@exemplo.test`, '198.51.100.7', 'x')).toBe(true)
  expect(await tryOrder('beto@exemplo.test', '198.51.100.7', 'x')).toBe(false)
})

test('stores only the five allowed ones of nine attempts', async () => {
  // The network and the mailbox each have a limit, and each limit has a row.
  const [allowedAttempts, rowsPerAttempt] = [5, 2]
  for (let index = 0; index < 9; index++) await countAttempt('contact', client)
  const rows = await db.selectFrom('login_attempts').select('id').execute()
  expect(rows).toHaveLength(allowedAttempts * rowsPerAttempt)
})

test('counts each row that an earlier version wrote without an attempt hash', async () => {
  await countAttempt('recovery', client)
  const rowsWithoutAttempt = await db.selectFrom('login_attempts').select('who_hash').distinct().execute()
  await db
    .insertInto('login_attempts')
    .values(Array.from({ length: 4 }, () => rowsWithoutAttempt).flat())
    .execute()
  expect(await allowsAttempt('recovery', client)).toBe(false)
})

test('a successful login clears the limit of its client, but not attempts of others on the account', async () => {
  for (let index = 0; index < 9; index++)
    await countAttempt('login', { ...client, address: `198.51.100.${index}` })
  await makeAttempts(10)
  // Only the newest of the account's 19 attempts is removed, so two more reach its limit of 20.
  await resetAttempts('login', client)
  expect(await makeAttempts(2)).not.toContain(false)
  expect(await allowsAttempt('login', client)).toBe(false)
})

test('resetting the guesses of an account allows a login after twenty attempts', async () => {
  for (let index = 0; index < 20; index++)
    await countAttempt('login', { ...client, address: `198.51.100.${index}` })
  expect(await allowsAttempt('login', client)).toBe(false)
  await resetGuesses(' ANA@exemplo.test ')
  expect(await allowsAttempt('login', client)).toBe(true)
})

test('attempts no longer count after their period and are deleted after a day', async () => {
  await makeAttempts(10)
  expect(await measureWait('login', client)).toBe(15)
  await ageAttempts(15)
  expect(await allowsAttempt('login', client)).toBe(true)
  await ageAttempts(23 * 60)
  expect(await deleteOldAttempts(new Date(), 1000)).toBe(0)
  await ageAttempts(60)
  // The rejected attempt is not stored.
  const [attempts, rowsPerAttempt] = [11, 3]
  expect(await deleteOldAttempts(new Date(), 1000)).toBe(attempts * rowsPerAttempt)
})

test('stores neither address nor e-mail in readable form', async () => {
  await countAttempt('login', client)
  const rows = await db.selectFrom('login_attempts').select(['who_hash', 'attempt_hash']).execute()
  expect(
    rows.every(({ who_hash, attempt_hash }) =>
      /^[0-9a-f]{64} [0-9a-f]{64}$/.test(`${who_hash} ${attempt_hash}`),
    ),
  ).toBe(true)
})
