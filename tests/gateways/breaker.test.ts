import { expect, test } from 'vitest'
import { createBreaker } from '#app/gateways/breaker.ts'

function makeOpenBreaker(start: number) {
  let time = start
  const breaker = createBreaker({ failures: 3, pauseMs: 30_000, now: () => time })
  for (let failure = 1; failure <= 3; failure += 1) {
    expect(breaker.isClosed()).toBe(true)
    breaker.failed()
  }
  const wait = (ms: number) => {
    time += ms
  }
  return { breaker, wait }
}

test('pauses a server after three failures in a row', () => {
  const { breaker, wait } = makeOpenBreaker(1000)
  expect(breaker.isClosed()).toBe(false)
  wait(29_999)
  expect(breaker.isClosed()).toBe(false)
  wait(1)
  expect(breaker.isClosed()).toBe(true)
})

test('allows one trial request after the pause, and all requests once it succeeds', () => {
  const { breaker, wait } = makeOpenBreaker(0)
  wait(30_000)
  expect([breaker.isClosed(), breaker.isClosed(), breaker.isClosed()]).toEqual([true, false, false])
  breaker.succeeded()
  expect([breaker.isClosed(), breaker.isClosed()]).toEqual([true, true])
})

test('starts another pause after a failed trial request', () => {
  const { breaker, wait } = makeOpenBreaker(0)
  wait(30_000)
  breaker.isClosed()
  wait(3_000)
  breaker.failed()
  wait(29_999)
  expect(breaker.isClosed()).toBe(false)
  wait(1)
  expect(breaker.isClosed()).toBe(true)
})

test('a success resets the count of failures', () => {
  const breaker = createBreaker()
  for (let round = 0; round < 5; round += 1) {
    breaker.failed()
    breaker.failed()
    breaker.succeeded()
  }
  expect(breaker.isClosed()).toBe(true)
})
