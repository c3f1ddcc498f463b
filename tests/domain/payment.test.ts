import { expect, test } from 'vitest'
import { paymentState } from '#app/domain/payment.ts'

test.each([
  [1, false, false, 'generating'],
  [1, true, false, 'ready'],
  [1, false, true, 'failed'],
  [2, true, false, 'settled'],
  [3, true, false, 'settled'],
  [4, false, false, 'settled'],
])('status %i, slip %s, refused %s shows %s', (status, hasSlip, isRefused, state) => {
  expect(paymentState({ status, hasSlip, isRefused })).toBe(state)
})
