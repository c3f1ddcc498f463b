import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

/** What is printed as an error fails the test that caused it. */
let printed: MockInstance<typeof console.error>

beforeEach(() => {
  printed = vi.spyOn(console, 'error')
})

afterEach(() => {
  const calls = printed.mock.calls
  printed.mockRestore()
  expect(calls, 'console.error was called').toEqual([])
})
