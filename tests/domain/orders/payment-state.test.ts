import { expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { type PaymentFacts, type PaymentState, paymentState } from '#app/domain/orders/payment-state.ts'

const { pendingPayment, confirmed, cancelled, underReview } = orderStatus

const unpaid: PaymentFacts = {
  status: pendingPayment,
  total: 100_00,
  received: null,
  returned: 0,
  held: 0,
  heldReturned: 0,
  isDisputed: false,
  isCancelledPaid: false,
}
const paid = { status: confirmed, received: 100_00 }

const cases: [string, Partial<PaymentFacts>, PaymentState | null][] = [
  ['waits for its payment', {}, 'due'],
  ['waits for the review of its photo', { status: underReview }, 'due'],
  ['got less than its boleto asks', { held: 40_00 }, 'partly-paid'],
  ['got less and gave it back', { held: 40_00, heldReturned: 40_00 }, 'due'],
  ['was reopened with its payment', { received: 100_00 }, 'paid'],
  ['was reopened after a chargeback', { received: 100_00, returned: 100_00 }, 'due'],
  ['is paid', paid, 'paid'],
  ['is paid with a discount', { ...paid, received: 95_00 }, 'paid'],
  ['is confirmed by hand', { status: confirmed }, 'paid'],
  ['is a courtesy', { status: confirmed, total: 0 }, 'paid'],
  ['is paid, and gave a part back', { ...paid, returned: 1 }, 'partly-refunded'],
  ['is paid, and gave all back', { ...paid, returned: 100_00 }, 'refunded'],
  ['is confirmed by hand, and gave all back', { status: confirmed, returned: 100_00 }, 'refunded'],
  ['is paid, and the bank took the money back', { ...paid, returned: 100_00, isDisputed: true }, 'disputed'],
  ['was cancelled unpaid', { status: cancelled }, null],
  ['was cancelled paid', { status: cancelled, received: 100_00 }, 'paid'],
  ['was cancelled after a confirmation by hand', { status: cancelled, isCancelledPaid: true }, 'paid'],
  ['was cancelled and refunded', { status: cancelled, received: 100_00, returned: 100_00 }, 'refunded'],
  ['was rejected, and its payment came later', { status: cancelled, held: 100_00 }, 'paid'],
  ['was rejected, and a part came later', { status: cancelled, held: 40_00 }, 'partly-paid'],
  [
    'was rejected and gave a late payment back',
    { status: cancelled, held: 40_00, heldReturned: 40_00 },
    'refunded',
  ],
  ['costs nothing and waits for its review', { status: underReview, total: 0 }, null],
]

test.each(cases)('an order that %s', (_, facts, expected) => {
  expect(paymentState({ ...unpaid, ...facts })).toBe(expected)
})
