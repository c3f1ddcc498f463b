import { expect, test } from 'vitest'
import {
  cacheByKey,
  compileInsert,
  compileQuery,
  expandList,
  type ValueSlots,
} from '#app/models/platform/compiled-query.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'

const attempts = compileInsert('login_attempts', ['who_hash', 'attempt_hash', 'created_at'], {
  ignoresRepeats: true,
})
const time = new Date('2026-01-02T03:04:05.000Z')
const one = '1'.repeat(64)
const two = '2'.repeat(64)
const three = '3'.repeat(64)

test('binds the values of each execution, even when a slot is used twice', async () => {
  let built = 0
  const find = compileQuery((value: ValueSlots<{ hash: string; at: Date }>) => {
    built += 1
    return db
      .selectFrom('login_attempts')
      .select('who_hash')
      .where('who_hash', '=', value('hash'))
      .where((eb) => eb.or([eb('attempt_hash', '=', value('hash')), eb('created_at', '<=', value('at'))]))
  })
  await attempts(db, [
    { who_hash: one, attempt_hash: three, created_at: time },
    { who_hash: two, attempt_hash: null, created_at: time },
  ])
  const before = new Date(time.getTime() - 1)
  expect(await find.first(db, { hash: one, at: time })).toEqual({ who_hash: one })
  expect(await find.rows(db, { hash: two, at: time })).toEqual([{ who_hash: two }])
  expect(await find.first(db, { hash: two, at: before })).toBeUndefined()
  expect(built).toBe(1)
})

test('inserts any number of rows, null included, and ignores repeats', async () => {
  expect((await attempts(db, [{ who_hash: one, attempt_hash: two, created_at: time }])).numAffectedRows).toBe(
    1n,
  )
  const repeatedRows = [one, two, three].map((who_hash) => ({
    who_hash,
    attempt_hash: two,
    created_at: time,
  }))
  expect((await attempts(db, repeatedRows)).numAffectedRows).toBe(2n)
  const rows = await db
    .selectFrom('login_attempts')
    .select(['who_hash', 'created_at'])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([one, two, three].map((who_hash) => ({ who_hash, created_at: time })))
})

test('a compiled query accepts lists of any length', async () => {
  const find = compileQuery((value: ValueSlots<{ hashes: readonly string[] }>) =>
    db
      .selectFrom('login_attempts')
      .select('who_hash')
      .where('who_hash', 'in', expandList(value('hashes')))
      .orderBy('who_hash'),
  )
  await attempts(
    db,
    [one, two, three].map((who_hash) => ({ who_hash, attempt_hash: null, created_at: time })),
  )
  expect(await find.rows(db, { hashes: [two] })).toHaveLength(1)
  expect(await find.rows(db, { hashes: [one, three, "' or 1 = 1 -- "] })).toHaveLength(2)
})

test('runs in the transaction it is executed in', async () => {
  const work = withTransaction(async (trx) => {
    await attempts(trx, [{ who_hash: one, attempt_hash: two, created_at: time }])
    throw new Error('undone')
  })
  await expect(work).rejects.toThrow('undone')
  expect(await db.selectFrom('login_attempts').select('id').execute()).toEqual([])
})

test('builds a value once for each key', () => {
  const builtKeys: number[] = []
  const twice = cacheByKey((key: number) => {
    builtKeys.push(key)
    return { twice: 2 * key }
  })
  expect([twice(1), twice(2), twice(1)]).toEqual([{ twice: 2 }, { twice: 4 }, { twice: 2 }])
  expect(builtKeys).toEqual([1, 2])
})
