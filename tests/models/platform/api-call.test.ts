import { expect, test } from 'vitest'
import { countCall } from '#app/models/platform/api-call.server.ts'
import { db } from '#app/models/platform/db.server.ts'

const noon = new Date('2031-05-06T12:00:20Z')

test('counts each of twelve concurrent calls once, and reserves calls in blocks of five', async () => {
  const results = await Promise.all(Array.from({ length: 12 }, () => countCall('token 1', 60, noon)))
  const counts = results.map(({ count }) => count)
  expect([new Set(counts).size, Math.min(...counts)]).toEqual([12, 1])
  expect(Math.max(...counts)).toBeLessThanOrEqual(15)
  expect(new Set(results.map(({ secondsLeft }) => secondsLeft))).toEqual(new Set([40]))
  expect(await db.selectFrom('api_calls').select('calls').execute()).toEqual([{ calls: 15 }])
})

test('includes calls of other processes in the next block, and restarts each minute', async () => {
  await countCall('token 2', 60, noon)
  // Simulates another process, which reserves ten calls.
  await db
    .updateTable('api_calls')
    .set((eb) => ({ calls: eb('calls', '+', 10) }))
    .execute()
  const counts: number[] = []
  for (let call = 0; call < 5; call++) counts.push((await countCall('token 2', 60, noon)).count)
  // The first block ends at 5, and the next starts after the ten calls of the other process.
  expect(counts).toEqual([2, 3, 4, 5, 16])
  const nextMinute = new Date(noon.getTime() + 60_000)
  expect(await countCall('token 2', 60, nextMinute)).toEqual({ count: 1, secondsLeft: 40 })
})

test('counts API calls of each caller separately', async () => {
  await countCall('token 3', 60, noon)
  expect((await countCall('token 4', 60, noon)).count).toBe(1)
})

test('reserves a hundredth of a high limit at once', async () => {
  const { count } = await countCall('token 5', 1_000, noon)
  expect(count).toBe(1)
  expect(await db.selectFrom('api_calls').select('calls').execute()).toEqual([{ calls: 10 }])
})
