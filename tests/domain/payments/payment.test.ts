import { describe, expect, test } from 'vitest'
import { type CurrentBoleto, offersRenewal, paymentState, showsBoleto } from '#app/domain/payments/payment.ts'

const today = '2026-11-21'
const boleto: CurrentBoleto = {
  issuer: 'own-bank',
  state: 'registered',
  isWithdrawn: false,
  dueDate: '2026-11-25',
  payableUntil: null,
}
const pending = { status: 1, today, issue: 'done' } as const

describe('the state of the payment page', () => {
  test.each([
    ['no boleto yet', null, 'open', 'generating'],
    ['no boleto after more than a minute', null, 'late', 'delayed'],
    ['no boleto, and nothing known of its making', null, undefined, 'generating'],
    ['a boleto that cannot be made', null, 'refused', 'failed'],
    ['a registered boleto', {}, 'done', 'ready'],
    ['one the bank does not know yet', { state: 'made' }, 'done', 'registering'],
    ['one on its way to the bank', { state: 'sent' }, 'done', 'registering'],
    ['one of a gateway, which registers at once', { issuer: 'asaas', state: 'made' }, 'done', 'ready'],
    ['its last day', { dueDate: today }, 'done', 'ready'],
    ['the Saturday after a holiday', { dueDate: '2026-11-20' }, 'done', 'ready'],
    ['two days after, the first being a holiday', { dueDate: '2026-11-19' }, 'done', 'overdue'],
    ['more than three banking days after', { dueDate: '2026-11-16' }, 'done', 'expired'],
    [
      'one the bank takes for a week',
      { dueDate: '2026-11-16', payableUntil: '2026-11-23' },
      'done',
      'overdue',
    ],
    [
      'one the bank takes no longer',
      { dueDate: '2026-11-18', payableUntil: '2026-11-20' },
      'done',
      'expired',
    ],
    [
      'one overdue that was never sent to the bank',
      { state: 'made', dueDate: '2026-11-20' },
      'done',
      'expired',
    ],
    ['one overdue on its way to the bank', { state: 'sent', dueDate: '2026-11-19' }, 'done', 'overdue'],
    ['one the bank refused', { state: 'rejected' }, 'done', 'rejected'],
    ['one that was paid while the order waits', { state: 'paid' }, 'done', 'checking'],
    ['one given up', { isWithdrawn: true }, 'done', 'expired'],
    ['one given up a long time ago', { isWithdrawn: true }, undefined, 'expired'],
    ['one written off', { state: 'written-off' }, 'done', 'expired'],
    ['one given up while the next is made', { isWithdrawn: true }, 'open', 'generating'],
    ['one given up whose next is late', { isWithdrawn: true }, 'late', 'delayed'],
    ['one given up whose next cannot be made', { isWithdrawn: true }, 'refused', 'failed'],
    [
      'a refused one given up while the next is made',
      { state: 'rejected', isWithdrawn: true },
      'open',
      'generating',
    ],
    ['a refused one given up', { state: 'rejected', isWithdrawn: true }, 'done', 'expired'],
    ['one whose Pix brought another amount', { isPaidByPix: true, hasMoney: true }, 'done', 'checking'],
    ['one given up beside money that waits', { isWithdrawn: true, hasMoney: true }, 'done', 'checking'],
    ['one staff wanted beside money that waits', { hasMoney: true }, 'done', 'ready'],
    ['one that can be paid, whatever became of its making', {}, 'refused', 'ready'],
  ] as const)('for %s', (_words, changes, issue, state) => {
    expect(paymentState({ ...pending, issue, boleto: changes && { ...boleto, ...changes } })).toBe(state)
  })

  test.each([
    [null, undefined, 'imported'],
    [null, 'done', 'imported'],
    [null, 'open', 'generating'],
    [null, 'refused', 'failed'],
    [boleto, undefined, 'ready'],
    [{ ...boleto, isWithdrawn: true }, undefined, 'expired'],
  ] as const)('an imported order with the boleto %o and the boleto job %s shows %s', (own, issue, state) => {
    expect(paymentState({ ...pending, issue, boleto: own, isImported: true })).toBe(state)
  })

  test.each([2, 3, 4])('a boleto of an order in status %i is settled (D19)', (status) => {
    for (const issue of ['open', 'late', 'done', 'refused', undefined] as const)
      for (const each of [boleto, null])
        expect(paymentState({ status, today, issue, boleto: each })).toBe('settled')
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
  expect(states.filter(showsBoleto)).toEqual(['ready', 'registering', 'overdue'])
  expect(states.filter(offersRenewal)).toEqual(['overdue', 'expired', 'imported'])
})
