import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

/** Fails a test that prints an error. */
let errorSpy: MockInstance<typeof console.error>

beforeEach(() => {
  errorSpy = vi.spyOn(console, 'error')
})

afterEach(() => {
  const calls = errorSpy.mock.calls
  errorSpy.mockRestore()
  expect(calls, 'console.error was called').toEqual([])
})
