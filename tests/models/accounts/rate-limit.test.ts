import { expect, test } from 'vitest'
import type { Purpose } from '#app/domain/accounts/attempt-limits.ts'
import {
  countAttempt,
  deleteOldAttempts,
  resetAttempts,
  resetGuesses,
} from '#app/models/accounts/rate-limit.server.ts'
import { db } from '#app/models/platform/db.server.ts'

const MINUTE = 60_000
const ana = { address: '192.0.2.1', email: 'ana@exemplo.test' }

/** Returns whether the attempt was allowed. */
const mayTry = async (purpose: Purpose, key: Parameters<typeof countAttempt>[1]) =>
  (await countAttempt(purpose, key)) === undefined

const makeAttempts = (count: number, key = ana) =>
  Promise.all(Array.from({ length: count }, () => mayTry('login', key)))

/** Moves all attempts into the past. */
async function ageAttempts(minutes: number) {
  const rows = await db.selectFrom('login_attempts').select(['id', 'created_at']).execute()
  for (const { id, created_at } of rows)
    await db
      .updateTable('login_attempts')
      .set({ created_at: new Date(created_at.getTime() - minutes * MINUTE) })
      .where('id', '=', id)
      .execute()
}

/** Returns the rounded minutes until the next attempt is allowed; 0 if it is allowed now. */
async function measureWait(purpose: Purpose, key: Parameters<typeof countAttempt>[1]) {
  const rejection = await countAttempt(purpose, key)
  return rejection ? Math.round((rejection.retryAt.getTime() - Date.now()) / MINUTE) : 0
}

test('rejects the eleventh login for one e-mail within 15 minutes, only from that network', async () => {
  expect(await makeAttempts(10)).not.toContain(false)
  expect(await mayTry('login', { ...ana, email: ' ANA@exemplo.test' })).toBe(false)
  expect(await mayTry('login', { ...ana, address: '192.0.2.2' })).toBe(true)
  expect(await mayTry('login', { ...ana, email: 'beto@exemplo.test' })).toBe(true)
})

test('counts each of a hundred concurrent attempts', async () => {
  const passed = (await makeAttempts(100)).filter(Boolean)
  expect(passed.length).toBeLessThanOrEqual(10)
})

test('allows twenty attempts per e-mail and hour from anywhere, with or without an account', async () => {
  for (let index = 0; index < 20; index++)
    expect(await mayTry('login', { ...ana, address: `2001:db8:0:${index}::/64` })).toBe(true)
  expect(await measureWait('login', { ...ana, address: '198.51.100.1' })).toBe(60)
  expect(await mayTry('login', { address: '198.51.100.1', email: 'beto@exemplo.test' })).toBe(true)
})

test('doubles the wait of each further attempt on an account, up to an hour', async () => {
  let address = 0
  const makeElsewhere = () => {
    address += 1
    return { ...ana, address: `198.51.100.${address}` }
  }
  for (let index = 0; index < 20; index++) await countAttempt('login', makeElsewhere())
  await ageAttempts(60)
  for (const wait of [2, 4, 8, 16, 32, 60, 60]) {
    expect(await measureWait('login', makeElsewhere())).toBe(0)
    expect(await measureWait('login', makeElsewhere())).toBe(wait)
    await ageAttempts(wait)
  }
  await ageAttempts(24 * 60)
  expect(await measureWait('login', makeElsewhere())).toBe(0)
})

test('rejects a network that tries many e-mails', async () => {
  const results: boolean[] = []
  for (let index = 0; index < 101; index++)
    results.push(await mayTry('login', { ...ana, email: `p${index}@exemplo.test` }))
  expect([results.slice(0, 100).includes(false), results[100]]).toEqual([false, false])
})

test('an e-mail that looks like a network does not count against that network', async () => {
  for (let index = 0; index < 101; index++)
    await countAttempt('login', { address: `2001:db8:1:${index}::/64`, email: ana.address })
  expect(await mayTry('login', ana)).toBe(true)
})

test('a known browser has ten attempts of its own, despite the attempts of others', async () => {
  for (let index = 0; index < 20; index++)
    await countAttempt('login', { ...ana, address: `198.51.100.${index}` })
  await makeAttempts(10)
  expect(await mayTry('login', ana)).toBe(false)
  const knownBrowser = { ...ana, device: 'a browser' }
  for (let index = 0; index < 10; index++) expect(await mayTry('login', knownBrowser)).toBe(true)
  expect(await mayTry('login', knownBrowser)).toBe(false)
  expect(await mayTry('login', { ...knownBrowser, device: 'another' })).toBe(true)
})

test('counts password guesses in repeated order forms with login attempts', async () => {
  for (let index = 0; index < 20; index++)
    expect(await mayTry('repeat', { ...ana, address: `198.51.100.${index}` })).toBe(true)
  expect(await mayTry('login', ana)).toBe(false)
  expect(await mayTry('repeat', ana)).toBe(false)
})

test.each(['recovery', 'contact'] as const)(
  '%s: allows five attempts per network, for any e-mail',
  async (purpose) => {
    const all = Array.from({ length: 5 }, (_, index) =>
      mayTry(purpose, { ...ana, email: `p${index}@exemplo.test` }),
    )
    expect(await Promise.all(all)).not.toContain(false)
    expect(await mayTry(purpose, ana)).toBe(false)
    expect(await mayTry(purpose, { ...ana, address: '192.0.2.2' })).toBe(true)
  },
)

test.each(['recovery', 'contact'] as const)(
  '%s: allows fifteen attempts per mailbox from all networks',
  async (purpose) => {
    for (let index = 0; index < 15; index++)
      expect(await mayTry(purpose, { ...ana, address: `192.0.2.${index}` })).toBe(true)
    expect(await mayTry(purpose, { address: '198.51.100.1', email: ' ANA@exemplo.test' })).toBe(false)
    expect(await mayTry(purpose, { address: '198.51.100.1', email: 'beto@exemplo.test' })).toBe(true)
  },
)

test('counts each kind of attempt separately', async () => {
  for (let index = 0; index < 6; index++) await countAttempt('recovery', ana)
  expect(await mayTry('recovery', ana)).toBe(false)
  expect(await mayTry('contact', ana)).toBe(true)
  expect(await mayTry('login', ana)).toBe(true)
})

test('counts a repeated form as one attempt', async () => {
  const tryForm = (name: string) => mayTry('new-account', { ...ana, form: name })
  const duplicates = await Promise.all(Array.from({ length: 20 }, () => tryForm('one')))
  expect(duplicates).not.toContain(false)
  for (let index = 0; index < 9; index++) expect(await tryForm(`other ${index}`)).toBe(true)
  expect(await tryForm('eleventh')).toBe(false)
  expect(await tryForm('one')).toBe(true)
})

test('allows sixty orders per customer and hour, and 120 per network', async () => {
  const tryOrder = (email: string, address: string, form: string) =>
    mayTry('order', { email, address, form: `${email} ${form}` })
  for (let index = 0; index < 60; index++)
    expect(await tryOrder('ana@exemplo.test', `192.0.2.${index % 5}`, `${index}`)).toBe(true)
  expect(await tryOrder('ana@exemplo.test', '192.0.2.9', 'one more')).toBe(false)
  for (let index = 0; index < 120; index++)
    expect(await tryOrder(`p${index}@exemplo.test`, '198.51.100.7', 'x')).toBe(true)
  expect(await tryOrder('beto@exemplo.test', '198.51.100.7', 'x')).toBe(false)
})

test('a rejected attempt is not counted, so repeating it does not extend the wait', async () => {
  for (let index = 0; index < 9; index++) await countAttempt('contact', ana)
  const rows = await db.selectFrom('login_attempts').select('id').execute()
  expect(rows).toHaveLength(10)
})

test('counts rows of an earlier version', async () => {
  await countAttempt('recovery', ana)
  const callers = await db.selectFrom('login_attempts').select('who_hash').distinct().execute()
  await db
    .insertInto('login_attempts')
    .values(Array.from({ length: 4 }, () => callers).flat())
    .execute()
  expect(await mayTry('recovery', ana)).toBe(false)
})

test('a successful login resets this client’s attempts but not those of others', async () => {
  for (let index = 0; index < 9; index++)
    await countAttempt('login', { ...ana, address: `198.51.100.${index}` })
  await makeAttempts(10)
  await resetAttempts('login', ana)
  expect(await makeAttempts(2)).not.toContain(false)
  expect(await mayTry('login', ana)).toBe(false)
})

test('a password set by link resets all earlier attempts', async () => {
  for (let index = 0; index < 20; index++)
    await countAttempt('login', { ...ana, address: `198.51.100.${index}` })
  expect(await mayTry('login', ana)).toBe(false)
  await resetGuesses(' ANA@exemplo.test ')
  expect(await mayTry('login', ana)).toBe(true)
})

test('attempts expire after their period and are deleted after a day', async () => {
  await makeAttempts(10)
  expect(await measureWait('login', ana)).toBe(15)
  await ageAttempts(15)
  expect(await mayTry('login', ana)).toBe(true)
  await ageAttempts(23 * 60)
  expect(await deleteOldAttempts(new Date(), 1000)).toBe(0)
  await ageAttempts(60)
  expect(await deleteOldAttempts(new Date(), 1000)).toBe(33)
})

test('stores neither address nor e-mail in readable form', async () => {
  await countAttempt('login', ana)
  const rows = await db.selectFrom('login_attempts').select(['who_hash', 'attempt_hash']).execute()
  expect(
    rows.every(({ who_hash, attempt_hash }) =>
      /^[0-9a-f]{64} [0-9a-f]{64}$/.test(`${who_hash} ${attempt_hash}`),
    ),
  ).toBe(true)
})
