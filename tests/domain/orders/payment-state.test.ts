import { expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import {
  getOrderPaymentState,
  type PaymentState,
  type PaymentStateInput,
} from '#app/domain/orders/payment-state.ts'

const { pendingPayment, confirmed, cancelled, underReview } = orderStatus

const unpaidOrder: PaymentStateInput = {
  status: pendingPayment,
  total: 100_00,
  received: null,
  returned: 0,
  held: 0,
  heldReturned: 0,
  isDisputed: false,
  isCancelledPaid: false,
}
const paidFields = { status: confirmed, received: 100_00 }

const cases: [string, Partial<PaymentStateInput>, PaymentState | null][] = [
  ['waits for its payment', {}, 'due'],
  ['waits for the review of its photo', { status: underReview }, 'due'],
  ['received less than its boleto’s value', { held: 40_00 }, 'partly-paid'],
  ['received less and refunded it', { held: 40_00, heldReturned: 40_00 }, 'due'],
  ['was reopened with its payment', { received: 100_00 }, 'paid'],
  ['was reopened after a chargeback', { received: 100_00, returned: 100_00 }, 'due'],
  ['is paid', paidFields, 'paid'],
  ['is paid with a discount', { ...paidFields, received: 95_00 }, 'paid'],
  ['is confirmed manually', { status: confirmed }, 'paid'],
  ['is a courtesy', { status: confirmed, total: 0 }, 'paid'],
  ['is paid and partly refunded', { ...paidFields, returned: 1 }, 'partly-refunded'],
  ['is paid and fully refunded', { ...paidFields, returned: 100_00 }, 'refunded'],
  ['is confirmed manually and fully refunded', { status: confirmed, returned: 100_00 }, 'refunded'],
  [
    'is paid, and the bank charged the payment back',
    { ...paidFields, returned: 100_00, isDisputed: true },
    'disputed',
  ],
  ['was cancelled before payment', { status: cancelled }, null],
  ['was cancelled after payment', { status: cancelled, received: 100_00 }, 'paid'],
  ['was cancelled after a manual confirmation', { status: cancelled, isCancelledPaid: true }, 'paid'],
  ['was cancelled and refunded', { status: cancelled, received: 100_00, returned: 100_00 }, 'refunded'],
  ['was rejected and then paid', { status: cancelled, held: 100_00 }, 'paid'],
  ['was rejected and then partly paid', { status: cancelled, held: 40_00 }, 'partly-paid'],
  [
    'was rejected, and a late payment was refunded',
    { status: cancelled, held: 40_00, heldReturned: 40_00 },
    'refunded',
  ],
  ['costs nothing and waits for its review', { status: underReview, total: 0 }, null],
]

test.each(cases)('returns the payment state of an order that %s', (_, data, expected) => {
  expect(getOrderPaymentState({ ...unpaidOrder, ...data })).toBe(expected)
})
