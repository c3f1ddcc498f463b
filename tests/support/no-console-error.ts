import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

/** Fails a test that prints an error. */
let printed: MockInstance<typeof console.error>

beforeEach(() => {
  printed = vi.spyOn(console, 'error')
})

afterEach(() => {
  const calls = printed.mock.calls
  printed.mockRestore()
  expect(calls, 'console.error was called').toEqual([])
})
