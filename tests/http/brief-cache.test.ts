import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cacheForSecond } from '#app/http/backoffice/brief-cache.server.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a value is read once a second for each key', async () => {
  let reads = 0
  const find = cacheForSecond(async (day: string) => `${day} ${++reads}`)
  expect([await find('Monday'), await find('Monday'), await find('Sunday')]).toEqual([
    'Monday 1',
    'Monday 1',
    'Sunday 2',
  ])
  vi.advanceTimersByTime(999)
  expect(await find('Monday')).toBe('Monday 1')
  vi.advanceTimersByTime(1)
  expect(await find('Monday')).toBe('Monday 3')
})

test('a failed read is repeated at the next call', async () => {
  const read = vi.fn<(day: string) => Promise<number>>()
  read.mockRejectedValueOnce(new Error('database is down')).mockResolvedValueOnce(5)
  const find = cacheForSecond(read)
  await expect(find('Monday')).rejects.toThrow('database is down')
  expect(await find('Monday')).toBe(5)
})
