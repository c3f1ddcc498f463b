import { expect, test } from 'vitest'
import { orderStatus, orderTransition, orderTransitions } from '#app/domain/order-status.ts'

test('a new order waits for payment and asks for its slip', () => {
  expect(orderTransition(null, 'placed')).toEqual({ to: 1, effects: ['issue-boleto'] })
})

test('the slip leaves the order waiting, prints itself and tells the buyer', () => {
  expect(orderTransition(orderStatus.pendingPayment, 'boleto-issued')).toEqual({
    to: 1,
    effects: ['render-slip', 'tell-order-received'],
  })
})

test.each([orderStatus.confirmed, orderStatus.cancelled, orderStatus.underReview, 99])(
  'an order in status %i takes neither a slip nor a second placing',
  (status) => {
    expect(orderTransition(status, 'boleto-issued')).toBeUndefined()
    expect(orderTransition(status, 'placed')).toBeUndefined()
  },
)

test('every target of the table is a status', () => {
  const targets = Object.values(orderTransitions).flatMap((events) =>
    Object.values(events).map((each) => each.to),
  )
  const known: number[] = Object.values(orderStatus)
  expect(targets.every((target) => known.includes(target))).toBe(true)
})
