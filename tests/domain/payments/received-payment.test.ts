import { expect, test } from 'vitest'
import { isProblem, matchPayment } from '#app/domain/payments/received-payment.ts'

const boleto = { value: 8000, isWithdrawn: false }
const order = { status: 1, isRejected: false, hasPayment: false }

test.each([
  ['the right amount for an order that waits', {}, 'confirmed'],
  ['an order cancelled meanwhile', { order: { ...order, status: 3 } }, 'late'],
  ['an order back in review', { order: { ...order, status: 4 } }, 'late'],
  ['a boleto given up', { boleto: { ...boleto, isWithdrawn: true } }, 'late'],
  ['an order marked paid by hand', { order: { ...order, status: 2 } }, 'noted'],
  ['a rejected order', { order: { ...order, status: 3, isRejected: true } }, 'rejected-order'],
  ['a centavo less', { value: 7999 }, 'amount-differs'],
  ['a centavo more', { value: 8001 }, 'amount-differs'],
  ['an order whose money came before', { order: { ...order, hasPayment: true } }, 'double'],
  ['an order paid by another boleto', { order: { ...order, status: 2, hasPayment: true } }, 'double'],
  ['nothing at all', { value: 0 }, 'amount-differs'],
])('%s', (_name, facts, expected) => {
  expect(matchPayment({ value: 8000, boleto, order, ...facts })).toBe(expected)
})

test('a person looks at what no rule settles', () => {
  expect(isProblem('double')).toBe(true)
  expect(isProblem('late')).toBe(false)
  expect(isProblem('known')).toBe(false)
})
