import { expect, test } from 'vitest'
import { db } from '#app/models/db.server.ts'
import { deleteOldLoginTries, forgetLoginTries, noteLoginTry } from '#app/models/login-try.server.ts'

const ana = { address: '192.0.2.1', email: 'ana@exemplo.test' }
const tries = (count: number, trier = ana) =>
  Promise.all(Array.from({ length: count }, () => noteLoginTry(trier)))

test('the eleventh try for one e-mail within a quarter of an hour is refused, from there alone', async () => {
  expect(await tries(10)).not.toContain(false)
  expect(await noteLoginTry({ ...ana, email: ' ANA@exemplo.test' })).toBe(false)
  expect(await noteLoginTry({ ...ana, address: '192.0.2.2' })).toBe(true)
  expect(await noteLoginTry({ ...ana, email: 'beto@exemplo.test' })).toBe(true)
})

test('a hundred tries at once do not slip through together', async () => {
  const passed = (await tries(100)).filter(Boolean)
  expect(passed.length).toBeLessThanOrEqual(10)
})

test('one address that tries one e-mail after the other is refused in the end', async () => {
  const results: boolean[] = []
  for (let index = 0; index < 301; index++)
    results.push(await noteLoginTry({ ...ana, email: `p${index}@exemplo.test` }))
  expect([results.slice(0, 300).includes(false), results[300]]).toEqual([false, false])
})

test('a login that succeeds wipes the slate', async () => {
  await tries(9)
  await forgetLoginTries(ana)
  expect(await tries(10)).not.toContain(false)
})

test('after a quarter of an hour the tries are forgotten and swept', async () => {
  await tries(10)
  expect(await noteLoginTry(ana)).toBe(false)
  await db
    .updateTable('login_tries')
    .set({ created_at: new Date(Date.now() - 16 * 60_000) })
    .execute()
  expect(await noteLoginTry(ana)).toBe(true)
  expect(await deleteOldLoginTries(new Date(), 1000)).toBe(20)
})

test('neither address nor e-mail can be read from the table', async () => {
  await noteLoginTry(ana)
  const rows = await db.selectFrom('login_tries').select('who_hash').execute()
  expect(rows.every(({ who_hash }) => /^[0-9a-f]{64}$/.test(who_hash))).toBe(true)
})
