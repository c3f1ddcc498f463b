import { describe, expect, test } from 'vitest'
import { type MoneyBackFacts, moneyBack } from '#app/domain/orders/money-back.ts'

/** Two copies and R$ 24,90 of freight, paid in full. */
const order: MoneyBackFacts = {
  received: 110_27,
  returned: 0,
  cancelledOn: null,
  lines: [
    { id: 1, value: 46_92 },
    { id: 2, value: 38_45 },
  ],
  accepted: [],
}

const firstWithdrawal = { on: '2026-11-20', lineIds: [1] }
const secondWithdrawal = { on: '2026-11-23', lineIds: [2] }

describe('the refund owed for an order', () => {
  test('is zero without withdrawal or cancellation', () => {
    expect(moneyBack(order)).toEqual({ goods: 0, rest: 0, returned: 0, left: 0, since: null })
  })

  test('covers only the returned copies if the buyer keeps others', () => {
    expect(moneyBack({ ...order, accepted: [firstWithdrawal] })).toEqual({
      goods: 46_92,
      rest: 0,
      returned: 0,
      left: 46_92,
      since: '2026-11-20',
    })
  })

  test('includes freight when all copies came back, across several requests', () => {
    const all = { goods: 85_37, rest: 24_90, left: 110_27 }
    expect(moneyBack({ ...order, accepted: [firstWithdrawal, secondWithdrawal] })).toMatchObject(all)
    expect(moneyBack({ ...order, accepted: [{ on: '2026-11-20', lineIds: [1, 2] }] })).toMatchObject(all)
  })

  test.each([
    [46_91, 63_36, '2026-11-20'],
    [46_92, 63_35, '2026-11-23'],
    [85_37, 24_90, '2026-11-23'],
    [110_26, 1, '2026-11-23'],
    [110_27, 0, null],
    [200_00, 0, null],
  ])('with %i centavos already refunded, is %i, owed since %s', (returned, left, since) => {
    const accepted = [secondWithdrawal, firstWithdrawal]
    expect(moneyBack({ ...order, accepted, returned })).toMatchObject({ left, since })
  })

  test('is the whole amount received for a cancelled order', () => {
    const cancelled = { ...order, received: 120_00, cancelledOn: '2026-11-24' }
    expect(moneyBack(cancelled)).toMatchObject({ left: 120_00, since: '2026-11-24' })
    expect(moneyBack({ ...cancelled, accepted: [firstWithdrawal] })).toMatchObject({ since: '2026-11-20' })
  })

  test('never exceeds the amount received', () => {
    expect(moneyBack({ ...order, received: 40_00, accepted: [firstWithdrawal] })).toMatchObject({
      goods: 40_00,
      left: 40_00,
    })
    const free = { ...order, received: 0, accepted: [firstWithdrawal, secondWithdrawal] }
    expect(moneyBack(free)).toMatchObject({ left: 0, since: null })
  })
})
