import { describe, expect, test } from 'vitest'
import { calculateMoneyBack, type MoneyBackInput } from '#app/domain/orders/money-back.ts'

/** Two copies and R$ 24,90 of freight, paid in full. */
const order: MoneyBackInput = {
  received: 110_27,
  returned: 0,
  cancelledOn: null,
  lines: [
    { id: 1, value: 46_92 },
    { id: 2, value: 38_45 },
  ],
  acceptedWithdrawals: [],
}

const firstWithdrawal = { date: '2026-11-20', lineIds: [1] }
const secondWithdrawal = { date: '2026-11-23', lineIds: [2] }

describe('the refund owed for an order', () => {
  test('is zero without withdrawal or cancellation', () => {
    expect(calculateMoneyBack(order)).toEqual({ goods: 0, remainder: 0, returned: 0, owed: 0, since: null })
  })

  test('covers only the returned copies of an order with others', () => {
    expect(calculateMoneyBack({ ...order, acceptedWithdrawals: [firstWithdrawal] })).toEqual({
      goods: 46_92,
      remainder: 0,
      returned: 0,
      owed: 46_92,
      since: '2026-11-20',
    })
  })

  test('includes freight when all copies came back, across several requests', () => {
    const wholeRefund = { goods: 85_37, remainder: 24_90, owed: 110_27 }
    expect(
      calculateMoneyBack({ ...order, acceptedWithdrawals: [firstWithdrawal, secondWithdrawal] }),
    ).toMatchObject(wholeRefund)
    expect(
      calculateMoneyBack({ ...order, acceptedWithdrawals: [{ date: '2026-11-20', lineIds: [1, 2] }] }),
    ).toMatchObject(wholeRefund)
  })

  test.each([
    [46_91, 63_36, '2026-11-20'],
    [46_92, 63_35, '2026-11-23'],
    [85_37, 24_90, '2026-11-23'],
    [110_26, 1, '2026-11-23'],
    [110_27, 0, null],
    [200_00, 0, null],
  ])('with %i centavos already refunded, is %i, owed since %s', (returned, owed, since) => {
    const acceptedWithdrawals = [secondWithdrawal, firstWithdrawal]
    expect(calculateMoneyBack({ ...order, acceptedWithdrawals, returned })).toMatchObject({ owed, since })
  })

  test('is the whole amount received for a cancelled order', () => {
    const cancelledOrder = { ...order, received: 120_00, cancelledOn: '2026-11-24' }
    expect(calculateMoneyBack(cancelledOrder)).toMatchObject({ owed: 120_00, since: '2026-11-24' })
    expect(calculateMoneyBack({ ...cancelledOrder, acceptedWithdrawals: [firstWithdrawal] })).toMatchObject({
      since: '2026-11-20',
    })
  })

  test('never exceeds the amount received', () => {
    expect(
      calculateMoneyBack({ ...order, received: 40_00, acceptedWithdrawals: [firstWithdrawal] }),
    ).toMatchObject({
      goods: 40_00,
      owed: 40_00,
    })
    const freeOrder = { ...order, received: 0, acceptedWithdrawals: [firstWithdrawal, secondWithdrawal] }
    expect(calculateMoneyBack(freeOrder)).toMatchObject({ owed: 0, since: null })
  })
})
