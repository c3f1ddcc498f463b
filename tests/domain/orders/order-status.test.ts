import { expect, test } from 'vitest'
import {
  findOrderTransition,
  listStatusOffers,
  orderStatus,
  orderTransitions,
} from '#app/domain/orders/order-status.ts'

test('a new order waits for payment, and queues its boleto and the mail for a late boleto', () => {
  expect(findOrderTransition(null, 'placed')).toEqual({
    to: 1,
    effects: ['issue-boleto', 'mail-order-without-boleto'],
    events: ['order.placed'],
  })
})

test('a new boleto leaves the order waiting for payment, and is printed and mailed', () => {
  expect(findOrderTransition(orderStatus.pendingPayment, 'boleto-issued')).toEqual({
    to: 1,
    effects: ['render-boleto', 'mail-order-received'],
  })
})

test.each([orderStatus.confirmed, orderStatus.cancelled, orderStatus.underReview, 99])(
  'an order in status %i accepts no boleto and cannot be placed again',
  (status) => {
    expect(findOrderTransition(status, 'boleto-issued')).toBeUndefined()
    expect(findOrderTransition(status, 'placed')).toBeUndefined()
  },
)

test('every target in the table is a status', () => {
  const targets = Object.values(orderTransitions).flatMap((events) =>
    Object.values(events).map((event) => event.to),
  )
  const statuses: number[] = Object.values(orderStatus)
  expect(targets.every((target) => statuses.includes(target))).toBe(true)
})

test('an order with an approved photo waits for payment, and one with a rejected photo is cancelled', () => {
  expect(findOrderTransition(orderStatus.underReview, 'approved')).toEqual({
    to: 1,
    effects: ['issue-boleto', 'mail-order-without-boleto', 'mail-photo-approved'],
  })
  expect(findOrderTransition(orderStatus.underReview, 'rejected')).toEqual({
    to: 3,
    effects: ['mail-photo-rejected'],
    events: ['order.cancelled'],
  })
})

test.each([orderStatus.pendingPayment, orderStatus.confirmed, orderStatus.cancelled])(
  'an order in status %i cannot be approved or rejected',
  (status) => {
    expect(findOrderTransition(status, 'approved')).toBeUndefined()
    expect(findOrderTransition(status, 'rejected')).toBeUndefined()
  },
)

test('a customer can cancel only an unpaid order', () => {
  const cancellableStatuses = [1, 2, 3, 4].filter((status) => findOrderTransition(status, 'given-up'))
  expect(cancellableStatuses).toEqual([1, 4])
})

test.each([
  ['waiting for payment', { status: 1 }, [2, 4, 3]],
  ['paid', { status: 2 }, [1, 4, 3]],
  ['paid, without a photo', { status: 2, needsPhoto: false }, [1, 3]],
  ['cancelled', { status: 3 }, [1, 2, 4]],
  ['cancelled before it could be paid', { status: 3, isPayable: false }, [4]],
  ['rejected', { status: 3, isRejected: true }, []],
  ['under review', { status: 4 }, [3]],
])('an order that is %s (%j) can change to the statuses %j', (_, order, statuses) => {
  const facts = { isRejected: false, needsPhoto: true, isPayable: true }
  expect(listStatusOffers({ ...facts, ...order }).map(({ to }) => to)).toEqual(statuses)
})
