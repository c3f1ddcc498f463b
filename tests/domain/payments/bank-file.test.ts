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
    ['its order’s confirmation', line(), 'confirmed'],
    ['a person where the amount differs', line({ paid: 79_99 }), 'amount-differs'],
    [
      'its order’s confirmation where late fine and interest are paid',
      line({ paidOn: '2026-11-30', paid: 81_68, boleto: boleto({ terms: charged }) }),
      'confirmed',
    ],
    [
      'a person where they are not',
      line({ paidOn: '2026-11-30', boleto: boleto({ terms: charged }) }),
      'amount-differs',
    ],
    ['a person without a boleto of ours', line({ boleto: null }), 'unmatched'],
    ['a person where no boleto could carry the amount', line({ paid: 9_999_999_999_999 }), 'unmatched'],
    [
      'a person where the order was paid before',
      line({ boleto: boleto({}, { hasPayment: true }) }),
      'double',
    ],
    [
      'a person where the order was rejected',
      line({ boleto: boleto({}, { status: cancelled, isRejected: true }) }),
      'rejected-order',
    ],
    [
      'a person where nothing agrees but the number',
      line({ boleto: boleto({ compared: { ...agreed, document: 'differs' } }) }),
      'boleto-differs',
    ],
    [
      'a person where the boleto was not sent to the bank',
      line({ boleto: boleto({ state: 'made', compared: { ...agreed, isSent: false } }) }),
      'boleto-differs',
    ],
    [
      'a person where the bank refused the boleto',
      line({ boleto: boleto({ state: 'rejected' }) }),
      'boleto-differs',
    ],
    [
      'nothing for news of another boleto of the number',
      news(
        'rejected',
        boleto({ state: 'sent', compared: { ...agreed, document: 'differs', dueDate: 'differs' } }),
      ),
      'no-boleto',
    ],
    ['a late confirmation of a cancelled order', line({ boleto: boleto({}, { status: cancelled }) }), 'late'],
    ['a late confirmation of a boleto given up', line({ boleto: boleto({ isWithdrawn: true }) }), 'late'],
    [
      'a late confirmation of a boleto written off',
      line({ boleto: boleto({ state: 'written-off', isWithdrawn: true }) }),
      'late',
    ],
    [
      'a note where somebody had marked it paid',
      line({ boleto: boleto({}, { status: confirmed }) }),
      'noted',
    ],
    ['nothing where another file reported it', line({ isKnown: true }), 'already'],
    ['a registration', news('registered', boleto({ state: 'sent' })), 'registered'],
    ['nothing where it is registered', news('registered'), 'unmoved'],
    ['a registration refused', news('rejected', boleto({ state: 'sent' })), 'rejected'],
    [
      'a registration refused again on the day it was sent again',
      { ...news('rejected', boleto({ state: 'sent' })), isKnown: true },
      'rejected',
    ],
    [
      'nothing for a refusal of a day before it was sent again',
      { ...news('rejected', boleto({ state: 'sent' })), on: '2026-11-18' },
      'unmoved',
    ],
    [
      'a registration refused where the bank does not say when',
      { ...news('rejected', boleto({ state: 'sent' })), on: null },
      'rejected',
    ],
    ['nothing for a refund that another file reported', { ...news('reversed'), isKnown: true }, 'already'],
    ['nothing where it is paid', news('rejected', boleto({ state: 'paid' })), 'unmoved'],
    ['a boleto written off', news('written-off'), 'written-off'],
    ['nothing for no boleto of ours', news('written-off', null), 'no-boleto'],
    ['a person for an instruction refused', news('instruction-rejected'), 'instruction-rejected'],
    ['a person for a payment taken back', news('reversed'), 'reversed'],
    ['a person for a code nobody has listed, with an amount', news('unknown'), 'unknown'],
    ['nothing for a code nobody has listed, without money', { ...news('unknown'), received: 0 }, 'nothing'],
    ['nothing for a fee', news('other'), 'nothing'],
    ['nothing for another due date', news('due-date-changed'), 'nothing'],
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
