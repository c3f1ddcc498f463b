import { expect, test } from 'vitest'
import {
  cacheByKey,
  compileInsert,
  compileQuery,
  expandList,
  type ValueSlots,
} from '#app/models/platform/compiled-query.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'

const insertAttempts = compileInsert('login_attempts', ['who_hash', 'attempt_hash', 'created_at'], {
  ignoresRepeats: true,
})
const time = new Date('2026-01-02T03:04:05.000Z')
const hashOne = '1'.repeat(64)
const hashTwo = '2'.repeat(64)
const hashThree = '3'.repeat(64)

test('a compiled query is built once and binds the values of each execution, even if it uses one twice', async () => {
  let buildCount = 0
  const findAttempts = compileQuery((value: ValueSlots<{ hash: string; at: Date }>) => {
    buildCount += 1
    return db
      .selectFrom('login_attempts')
      .select('who_hash')
      .where('who_hash', '=', value('hash'))
      .where((eb) => eb.or([eb('attempt_hash', '=', value('hash')), eb('created_at', '<=', value('at'))]))
  })
  await insertAttempts(db, [
    { who_hash: hashOne, attempt_hash: hashThree, created_at: time },
    { who_hash: hashTwo, attempt_hash: null, created_at: time },
  ])
  const earlierTime = new Date(time.getTime() - 1)
  expect(await findAttempts.first(db, { hash: hashOne, at: time })).toEqual({ who_hash: hashOne })
  expect(await findAttempts.rows(db, { hash: hashTwo, at: time })).toEqual([{ who_hash: hashTwo }])
  expect(await findAttempts.first(db, { hash: hashTwo, at: earlierTime })).toBeUndefined()
  expect(buildCount).toBe(1)
})

test('a compiled insert inserts one or several rows, and ignores repeated rows', async () => {
  expect(
    (await insertAttempts(db, [{ who_hash: hashOne, attempt_hash: hashTwo, created_at: time }]))
      .numAffectedRows,
  ).toBe(1n)
  const repeatedRows = [hashOne, hashTwo, hashThree].map((who_hash) => ({
    who_hash,
    attempt_hash: hashTwo,
    created_at: time,
  }))
  expect((await insertAttempts(db, repeatedRows)).numAffectedRows).toBe(2n)
  const rows = await db
    .selectFrom('login_attempts')
    .select(['who_hash', 'created_at'])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([hashOne, hashTwo, hashThree].map((who_hash) => ({ who_hash, created_at: time })))
})

test('a compiled query accepts lists of any length', async () => {
  const findAttempts = compileQuery((value: ValueSlots<{ hashes: readonly string[] }>) =>
    db
      .selectFrom('login_attempts')
      .select('who_hash')
      .where('who_hash', 'in', expandList(value('hashes')))
      .orderBy('who_hash'),
  )
  await insertAttempts(
    db,
    [hashOne, hashTwo, hashThree].map((who_hash) => ({ who_hash, attempt_hash: null, created_at: time })),
  )
  expect(await findAttempts.rows(db, { hashes: [hashTwo] })).toHaveLength(1)
  expect(await findAttempts.rows(db, { hashes: [hashOne, hashThree, "' or 1 = 1 -- "] })).toHaveLength(2)
})

test('a compiled insert runs in the transaction that executes it', async () => {
  const failingTransaction = withTransaction(async (trx) => {
    await insertAttempts(trx, [{ who_hash: hashOne, attempt_hash: hashTwo, created_at: time }])
    throw new Error('undone')
  })
  await expect(failingTransaction).rejects.toThrow('undone')
  expect(await db.selectFrom('login_attempts').select('id').execute()).toEqual([])
})

test('a cache by key builds a value once for each key', () => {
  const builtKeys: number[] = []
  const double = cacheByKey((key: number) => {
    builtKeys.push(key)
    return { twice: 2 * key }
  })
  expect([double(1), double(2), double(1)]).toEqual([{ twice: 2 }, { twice: 4 }, { twice: 2 }])
  expect(builtKeys).toEqual([1, 2])
})
