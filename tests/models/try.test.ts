import { expect, test } from 'vitest'
import { db } from '#app/models/db.server.ts'
import { deleteOldTries, forgetTries, noteTry } from '#app/models/try.server.ts'

const ana = { address: '192.0.2.1', email: 'ana@exemplo.test' }
const tries = (count: number, trier = ana) =>
  Promise.all(Array.from({ length: count }, () => noteTry('login', trier)))

test('the eleventh try for one e-mail within a quarter of an hour is refused, from there alone', async () => {
  expect(await tries(10)).not.toContain(false)
  expect(await noteTry('login', { ...ana, email: ' ANA@exemplo.test' })).toBe(false)
  expect(await noteTry('login', { ...ana, address: '192.0.2.2' })).toBe(true)
  expect(await noteTry('login', { ...ana, email: 'beto@exemplo.test' })).toBe(true)
})

test('a hundred tries at once do not slip through together', async () => {
  const passed = (await tries(100)).filter(Boolean)
  expect(passed.length).toBeLessThanOrEqual(10)
})

test('one address that tries one e-mail after the other is refused in the end', async () => {
  const results: boolean[] = []
  for (let index = 0; index < 301; index++)
    results.push(await noteTry('login', { ...ana, email: `p${index}@exemplo.test` }))
  expect([results.slice(0, 300).includes(false), results[300]]).toEqual([false, false])
})

test.each(['recovery', 'contact'] as const)(
  '%s: five tries from one address, whatever the e-mail',
  async (purpose) => {
    const all = Array.from({ length: 5 }, (_, index) =>
      noteTry(purpose, { ...ana, email: `p${index}@exemplo.test` }),
    )
    expect(await Promise.all(all)).not.toContain(false)
    expect(await noteTry(purpose, ana)).toBe(false)
    expect(await noteTry(purpose, { ...ana, address: '192.0.2.2' })).toBe(true)
  },
)

test.each(['recovery', 'contact'] as const)(
  '%s: fifteen tries for one mailbox, from wherever',
  async (purpose) => {
    for (let index = 0; index < 15; index++)
      expect(await noteTry(purpose, { ...ana, address: `192.0.2.${index}` })).toBe(true)
    expect(await noteTry(purpose, { address: '198.51.100.1', email: ' ANA@exemplo.test' })).toBe(false)
    expect(await noteTry(purpose, { address: '198.51.100.1', email: 'beto@exemplo.test' })).toBe(true)
  },
)

test('what is tried is counted for itself', async () => {
  for (let index = 0; index < 6; index++) await noteTry('recovery', ana)
  expect(await noteTry('recovery', ana)).toBe(false)
  expect(await noteTry('contact', ana)).toBe(true)
  expect(await noteTry('login', ana)).toBe(true)
})

test('a refused try is not counted, so the wait is not made longer by knocking', async () => {
  for (let index = 0; index < 9; index++) await noteTry('contact', ana)
  const rows = await db.selectFrom('login_tries').select('id').execute()
  expect(rows).toHaveLength(10)
})

test('a login that succeeds wipes the slate', async () => {
  await tries(9)
  await forgetTries('login', ana)
  expect(await tries(10)).not.toContain(false)
})

test('after a quarter of an hour the tries are forgotten and swept', async () => {
  await tries(10)
  expect(await noteTry('login', ana)).toBe(false)
  await db
    .updateTable('login_tries')
    .set({ created_at: new Date(Date.now() - 16 * 60_000) })
    .execute()
  expect(await noteTry('login', ana)).toBe(true)
  expect(await deleteOldTries(new Date(), 1000)).toBe(20)
})

test('neither address nor e-mail can be read from the table', async () => {
  await noteTry('login', ana)
  const rows = await db.selectFrom('login_tries').select('who_hash').execute()
  expect(rows.every(({ who_hash }) => /^[0-9a-f]{64}$/.test(who_hash))).toBe(true)
})
