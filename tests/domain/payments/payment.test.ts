import { describe, expect, test } from 'vitest'
import {
  type CurrentBoleto,
  canOfferRenewal,
  getPaymentState,
  isBoletoShown,
} from '#app/domain/payments/payment.ts'

// A Saturday after a holiday.
const today = '2026-11-21'
const boleto: CurrentBoleto = {
  issuer: 'own-bank',
  state: 'registered',
  isWithdrawn: false,
  dueDate: '2026-11-25',
  payableUntil: null,
}
const pendingOrder = { status: 1, today, issue: 'done' } as const

describe('the state of the payment page', () => {
  test.each([
    ['no boleto yet', null, 'open', 'generating'],
    ['no boleto after more than a minute', null, 'late', 'delayed'],
    ['no boleto and no known boleto job', null, undefined, 'generating'],
    ['a boleto that cannot be issued', null, 'refused', 'failed'],
    ['a registered boleto', {}, 'done', 'ready'],
    ['a boleto unknown to the bank', { state: 'made' }, 'done', 'registering'],
    ['a boleto being sent to the bank', { state: 'sent' }, 'done', 'registering'],
    ['a boleto of a gateway, which registers at once', { issuer: 'asaas', state: 'made' }, 'done', 'ready'],
    ['a boleto due today', { dueDate: today }, 'done', 'ready'],
    ['a boleto due on a holiday, on the Saturday after it', { dueDate: '2026-11-20' }, 'done', 'ready'],
    ['a boleto due two days ago, before a holiday', { dueDate: '2026-11-19' }, 'done', 'overdue'],
    ['a boleto due more than three banking days ago', { dueDate: '2026-11-16' }, 'done', 'expired'],
    [
      'a boleto that the bank accepts for a week',
      { dueDate: '2026-11-16', payableUntil: '2026-11-23' },
      'done',
      'overdue',
    ],
    [
      'a boleto that the bank no longer accepts',
      { dueDate: '2026-11-18', payableUntil: '2026-11-20' },
      'done',
      'expired',
    ],
    [
      'an overdue boleto that was never sent to the bank',
      { state: 'made', dueDate: '2026-11-20' },
      'done',
      'expired',
    ],
    ['an overdue boleto being sent to the bank', { state: 'sent', dueDate: '2026-11-19' }, 'done', 'overdue'],
    ['a boleto that the bank rejected', { state: 'rejected' }, 'done', 'rejected'],
    ['a paid boleto of a waiting order', { state: 'paid' }, 'done', 'checking'],
    ['a withdrawn boleto', { isWithdrawn: true }, 'done', 'expired'],
    ['a boleto withdrawn long ago', { isWithdrawn: true }, undefined, 'expired'],
    ['a written-off boleto', { state: 'written-off' }, 'done', 'expired'],
    ['a withdrawn boleto with the next being issued', { isWithdrawn: true }, 'open', 'generating'],
    ['a withdrawn boleto with a late successor', { isWithdrawn: true }, 'late', 'delayed'],
    ['a withdrawn boleto with an impossible successor', { isWithdrawn: true }, 'refused', 'failed'],
    [
      'a rejected and withdrawn boleto with the next being issued',
      { state: 'rejected', isWithdrawn: true },
      'open',
      'generating',
    ],
    ['a rejected and withdrawn boleto', { state: 'rejected', isWithdrawn: true }, 'done', 'expired'],
    ['a boleto with a Pix of another amount', { isPaidByPix: true, hasMoney: true }, 'done', 'checking'],
    ['a withdrawn boleto with a waiting payment', { isWithdrawn: true, hasMoney: true }, 'done', 'checking'],
    ['a boleto requested by staff with a waiting payment', { hasMoney: true }, 'done', 'ready'],
    ['a payable boleto with any state of its job', {}, 'refused', 'ready'],
  ] as const)('for %s', (_name, changes, issue, state) => {
    expect(getPaymentState({ ...pendingOrder, issue, boleto: changes && { ...boleto, ...changes } })).toBe(
      state,
    )
  })

  test.each([
    [null, undefined, 'imported'],
    [null, 'done', 'imported'],
    [null, 'open', 'generating'],
    [null, 'refused', 'failed'],
    [boleto, undefined, 'ready'],
    [{ ...boleto, isWithdrawn: true }, undefined, 'expired'],
  ] as const)(
    'an imported order with the boleto %o and the boleto job %s shows %s',
    (currentBoleto, issue, state) => {
      expect(getPaymentState({ ...pendingOrder, issue, boleto: currentBoleto, isImported: true })).toBe(state)
    },
  )

  test.each([2, 3, 4])('a boleto of an order in status %i is settled (D19)', (status) => {
    for (const issue of ['open', 'late', 'done', 'refused', undefined] as const)
      for (const currentBoleto of [boleto, null])
        expect(getPaymentState({ status, today, issue, boleto: currentBoleto })).toBe('settled')
  })
})

test('shows a payable line only, and offers a new boleto when it is late or unpayable', () => {
  const states = [
    'generating',
    'ready',
    'registering',
    'overdue',
    'rejected',
    'expired',
    'imported',
    'checking',
    'failed',
    'settled',
  ] as const
  expect(states.filter(isBoletoShown)).toEqual(['ready', 'registering', 'overdue'])
  expect(states.filter(canOfferRenewal)).toEqual(['overdue', 'expired', 'imported'])
})
