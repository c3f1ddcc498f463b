import { expect, test } from 'vitest'
import { createBreaker } from '#app/gateways/breaker.ts'

/** Returns a breaker after three failures, and a function that advances its clock. */
function makeOpenBreaker(startMs: number) {
  let nowMs = startMs
  const breaker = createBreaker({ failures: 3, pauseMs: 30_000, now: () => nowMs })
  for (let failure = 1; failure <= 3; failure += 1) {
    expect(breaker.isClosed()).toBe(true)
    breaker.failed()
  }
  const advanceClock = (ms: number) => {
    nowMs += ms
  }
  return { breaker, advanceClock }
}

test('pauses a server for thirty seconds after three failures in a row', () => {
  const { breaker, advanceClock } = makeOpenBreaker(1000)
  expect(breaker.isClosed()).toBe(false)
  advanceClock(29_999)
  expect(breaker.isClosed()).toBe(false)
  advanceClock(1)
  expect(breaker.isClosed()).toBe(true)
})

test('allows one trial request after the pause, and all requests once it succeeds', () => {
  const { breaker, advanceClock } = makeOpenBreaker(0)
  advanceClock(30_000)
  expect(breaker.isClosed(), 'trial request').toBe(true)
  for (const name of ['second', 'third']) expect(breaker.isClosed(), `${name} request`).toBe(false)
  breaker.succeeded()
  for (const name of ['fourth', 'fifth']) expect(breaker.isClosed(), `${name} request`).toBe(true)
})

test('pauses for another thirty seconds after the failure of a trial request', () => {
  const { breaker, advanceClock } = makeOpenBreaker(0)
  advanceClock(30_000)
  expect(breaker.isClosed(), 'trial request').toBe(true)
  advanceClock(3_000)
  breaker.failed()
  advanceClock(29_999)
  expect(breaker.isClosed()).toBe(false)
  advanceClock(1)
  expect(breaker.isClosed()).toBe(true)
})

test('a success resets the count of failures', () => {
  // By default three failures in a row open the breaker.
  const breaker = createBreaker()
  for (let round = 0; round < 5; round += 1) {
    breaker.failed()
    breaker.failed()
    breaker.succeeded()
  }
  expect(breaker.isClosed()).toBe(true)
})
