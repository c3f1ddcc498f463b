import { describe, expect, test } from 'vitest'
import { noTerms } from '#app/domain/charges/boleto-terms.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { isOfAgreement, type PlannedLine, planFile } from '#app/domain/payments/bank-file.ts'

type Boleto = NonNullable<PlannedLine['boleto']>
type Order = Boleto['order']

const agreed: Boleto['compared'] = {
  wallet: 'same',
  document: 'same',
  dueDate: 'blank',
  control: 'blank',
  isSent: true,
}

const charged = { ...noTerms, finePercent: 200, interestPercent: 100, interestPerDay: 2 }

function boleto(overrides: Partial<Boleto> = {}, order: Partial<Order> = {}): Boleto {
  return {
    ...{ id: 1, orderId: 10, value: 80_00, state: 'registered', since: '2026-11-19', isWithdrawn: false },
    ...{ dueDate: '2026-11-26', terms: noTerms, compared: agreed },
    ...overrides,
    order: {
      status: orderStatus.pendingPayment,
      isRejected: false,
      hasPayment: false,
      isRenewedSince: false,
      isAccountRemoved: false,
      ...order,
    },
  }
}
function line(overrides: Partial<PlannedLine> = {}): PlannedLine {
  const on = '2026-11-19'
  const money = { paid: 80_00, received: 80_00 }
  return { meaning: 'settled', on, paidOn: on, ...money, isKnown: false, boleto: boleto(), ...overrides }
}
const news = (meaning: PlannedLine['meaning'], about: Boleto | null = boleto()) =>
  line({ meaning, paid: null, boleto: about })
const { confirmed, cancelled } = orderStatus

describe('the outcome of a record', () => {
  test.each([
    ['confirmed for the exact amount', line(), 'confirmed'],
    ['left to staff for a different amount', line({ paid: 79_99 }), 'amount-differs'],
    [
      'confirmed for late fine and interest',
      line({ paidOn: '2026-11-30', paid: 81_68, boleto: boleto({ terms: charged }) }),
      'confirmed',
    ],
    [
      'left to staff without late fine and interest',
      line({ paidOn: '2026-11-30', boleto: boleto({ terms: charged }) }),
      'amount-differs',
    ],
    ['left to staff without a boleto of the shop', line({ boleto: null }), 'unmatched'],
    ['left to staff for an impossible amount', line({ paid: 9_999_999_999_999 }), 'unmatched'],
    ['left to staff for an order paid before', line({ boleto: boleto({}, { hasPayment: true }) }), 'double'],
    [
      'left to staff for a rejected order',
      line({ boleto: boleto({}, { status: cancelled, isRejected: true }) }),
      'rejected-order',
    ],
    [
      'left to staff when only the number matches',
      line({ boleto: boleto({ compared: { ...agreed, document: 'differs' } }) }),
      'boleto-differs',
    ],
    [
      'left to staff for a boleto that was never sent',
      line({ boleto: boleto({ state: 'made', compared: { ...agreed, isSent: false } }) }),
      'boleto-differs',
    ],
    [
      'left to staff for a boleto that the bank rejected',
      line({ boleto: boleto({ state: 'rejected' }) }),
      'boleto-differs',
    ],
    [
      'ignored for another boleto with the same number',
      news(
        'rejected',
        boleto({ state: 'sent', compared: { ...agreed, document: 'differs', dueDate: 'differs' } }),
      ),
      'no-boleto',
    ],
    ['late for a cancelled order', line({ boleto: boleto({}, { status: cancelled }) }), 'late'],
    ['late for a withdrawn boleto', line({ boleto: boleto({ isWithdrawn: true }) }), 'late'],
    [
      'late for a written-off boleto',
      line({ boleto: boleto({ state: 'written-off', isWithdrawn: true }) }),
      'late',
    ],
    ['noted for an order marked as paid', line({ boleto: boleto({}, { status: confirmed }) }), 'noted'],
    ['ignored when another file reported it', line({ isKnown: true }), 'already'],
    ['registered', news('registered', boleto({ state: 'sent' })), 'registered'],
    ['ignored when already registered', news('registered'), 'unmoved'],
    ['rejected', news('rejected', boleto({ state: 'sent' })), 'rejected'],
    [
      'rejected again on the day of the new submission',
      { ...news('rejected', boleto({ state: 'sent' })), isKnown: true },
      'rejected',
    ],
    [
      'ignored for a rejection before the new submission',
      { ...news('rejected', boleto({ state: 'sent' })), on: '2026-11-18' },
      'unmoved',
    ],
    [
      'rejected when the bank gives no date',
      { ...news('rejected', boleto({ state: 'sent' })), on: null },
      'rejected',
    ],
    ['ignored for a refund reported by another file', { ...news('reversed'), isKnown: true }, 'already'],
    ['ignored when already paid', news('rejected', boleto({ state: 'paid' })), 'unmoved'],
    ['written off', news('written-off'), 'written-off'],
    ['ignored without a boleto of the shop', news('written-off', null), 'no-boleto'],
    ['left to staff for a rejected instruction', news('instruction-rejected'), 'instruction-rejected'],
    ['left to staff for a payment taken back', news('reversed'), 'reversed'],
    ['left to staff for an unknown code with an amount', news('unknown'), 'unknown'],
    ['ignored for an unknown code without money', { ...news('unknown'), received: 0 }, 'nothing'],
    ['ignored for a fee', news('other'), 'nothing'],
    ['ignored for another due date', news('due-date-changed'), 'nothing'],
  ] satisfies [string, PlannedLine, string][])('is %s', (_, record, outcome) => {
    expect(planFile()(record)).toBe(outcome)
  })
})

describe('earlier records of the same file', () => {
  test('make the second payment of a boleto double', () => {
    const plan = planFile()
    expect([plan(line()), plan(line())]).toEqual(['confirmed', 'double'])
  })

  test('make the second boleto of a paid order double', () => {
    const plan = planFile()
    expect([plan(line()), plan(line({ boleto: boleto({ id: 2 }) }))]).toEqual(['confirmed', 'double'])
  })

  test('change the state from registered to paid', () => {
    const plan = planFile()
    const sent = boleto({ state: 'sent' })
    const reported = [
      news('registered', sent),
      news('registered', sent),
      line({ boleto: sent }),
      news('written-off', sent),
    ]
    expect(reported.map(plan)).toEqual(['registered', 'unmoved', 'confirmed', 'unmoved'])
  })

  test('make a payment after a rejection somebody else’s', () => {
    const plan = planFile()
    const sent = boleto({ state: 'sent' })
    expect([plan(news('rejected', sent)), plan(line({ boleto: sent }))]).toEqual([
      'rejected',
      'boleto-differs',
    ])
  })

  test('leave the order open after a payment of another amount', () => {
    const plan = planFile()
    const other = line({ boleto: boleto({ id: 2 }) })
    expect([plan(line({ paid: 1 })), plan(line()), plan(other)]).toEqual([
      'amount-differs',
      'confirmed',
      'double',
    ])
  })
})

describe('the agreement of a file', () => {
  const brasil = {
    bank: '001',
    agencyPrinted: '1',
    accountPrinted: '2',
    agreement: '0294860',
    wallet: '17',
  } as const
  const itau = { bank: '341', agency: '0111', account: '12345', wallet: '109' } as const
  const bradesco = {
    bank: '237',
    agency: '1234',
    agencyPrinted: '1',
    account: '0056789',
    accountPrinted: '2',
    wallet: '09',
    companyCode: '4466911',
  } as const
  test.each([
    [{ bank: '001', agreement: '003294860' }, { ...brasil, agreement: '3294860' }, true],
    [{ bank: '001', agreement: '003294860' }, brasil, false],
    [{ bank: '341', agreement: '011100123450' }, itau, true],
    [{ bank: '341', agreement: '0111123450' }, itau, true],
    [{ bank: '341', agreement: '011100543210' }, itau, false],
    [{ bank: '237', agreement: '00000000000004466911' }, bradesco, true],
    [{ bank: '237', agreement: '00000000000004466912' }, bradesco, false],
    [{ bank: '237', agreement: '00000000000004466912' }, { ...bradesco, companyCode: '' }, true],
    [{ bank: '237', agreement: '3294860' }, brasil, false],
  ] as const)('must be the shop’s: %o', (file, ours, isOurs) => {
    expect(isOfAgreement(file, ours)).toBe(isOurs)
  })
})
