import { expect, test } from 'vitest'
import { calculateAmountDue, noTerms } from '#app/domain/charges/boleto-terms.ts'
import { evaluatePayment, isPaymentProblem } from '#app/domain/payments/received-payment.ts'

const due = calculateAmountDue({ value: 8000, dueDate: '2026-11-26', terms: noTerms }, '2026-11-26')
const boleto = { due, isWithdrawn: false }
const order = {
  status: 1,
  isRejected: false,
  hasPayment: false,
  isRenewedSince: false,
  isAccountRemoved: false,
}

test.each([
  ['the exact amount for a waiting order', {}, 'confirmed'],
  ['an order cancelled meanwhile', { order: { ...order, status: 3 } }, 'late'],
  ['an order back in review', { order: { ...order, status: 4 } }, 'late'],
  ['a withdrawn boleto', { boleto: { ...boleto, isWithdrawn: true } }, 'late'],
  ['an order marked paid manually', { order: { ...order, status: 2 } }, 'noted'],
  ['a rejected order', { order: { ...order, status: 3, isRejected: true } }, 'rejected-order'],
  ['a centavo less', { value: 7999 }, 'amount-differs'],
  ['a centavo more', { value: 8001 }, 'amount-differs'],
  ['an order with an earlier payment', { order: { ...order, hasPayment: true } }, 'double'],
  ['an order paid by another boleto', { order: { ...order, status: 2, hasPayment: true } }, 'double'],
  [
    'a unit renewed by another order meanwhile',
    { order: { ...order, isRenewedSince: true } },
    'renewed-elsewhere',
  ],
  [
    'another amount for a unit renewed meanwhile',
    { value: 1, order: { ...order, isRenewedSince: true } },
    'amount-differs',
  ],
  ['a renewal that is already paid', { order: { ...order, status: 2, isRenewedSince: true } }, 'noted'],
  ['a removed account', { order: { ...order, status: 3, isAccountRemoved: true } }, 'account-removed'],
  [
    'another amount for a removed account',
    { value: 1, order: { ...order, status: 3, isAccountRemoved: true } },
    'account-removed',
  ],
  ['a paid order of a removed account', { order: { ...order, status: 2, isAccountRemoved: true } }, 'noted'],
  ['an empty amount', { value: 0 }, 'amount-differs'],
])('matches a payment to %s', (_name, data, expected) => {
  expect(evaluatePayment({ value: 8000, boleto, order, ...data })).toBe(expected)
})

test('confirms a late payment with fine and interest, and rejects the plain value', () => {
  const terms = { ...noTerms, finePercent: 200, interestPercent: 100, interestPerDay: 2 }
  const lateBoleto = {
    due: calculateAmountDue({ value: 8000, dueDate: '2026-11-26', terms }, '2026-11-30'),
    isWithdrawn: false,
  }
  expect(evaluatePayment({ value: 8168, boleto: lateBoleto, order })).toBe('confirmed')
  expect(evaluatePayment({ value: 8167, boleto: lateBoleto, order })).toBe('amount-differs')
  expect(evaluatePayment({ value: 8000, boleto: lateBoleto, order })).toBe('amount-differs')
})

test('only a double payment waits for staff, not a late or already recorded one', () => {
  expect(isPaymentProblem('double')).toBe(true)
  expect(isPaymentProblem('late')).toBe(false)
  expect(isPaymentProblem('known')).toBe(false)
})
