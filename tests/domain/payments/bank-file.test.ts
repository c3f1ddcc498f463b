import { describe, expect, test } from 'vitest'
import { noTerms } from '#app/domain/charges/boleto-terms.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { belongsToAgreement, makeOutcomePredictor, type PlannedLine } from '#app/domain/payments/bank-file.ts'

type Boleto = NonNullable<PlannedLine['boleto']>
type Order = Boleto['order']

const matchingComparison: Boleto['comparison'] = {
  wallet: 'same',
  document: 'same',
  dueDate: 'blank',
  control: 'blank',
  isSent: true,
}

const lateTerms = { ...noTerms, finePercent: 200, interestPercent: 100, interestPerDay: 2 }

function makeBoleto(overrides: Partial<Boleto> = {}, order: Partial<Order> = {}): Boleto {
  return {
    id: 1,
    orderId: 10,
    value: 80_00,
    state: 'registered',
    since: '2026-11-19',
    isWithdrawn: false,
    dueDate: '2026-11-26',
    terms: noTerms,
    comparison: matchingComparison,
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
function makeLine(overrides: Partial<PlannedLine> = {}): PlannedLine {
  const recordDate = '2026-11-19'
  const money = { paidAmount: 80_00, receivedAmount: 80_00 }
  return {
    meaning: 'settled',
    recordDate,
    paidOn: recordDate,
    ...money,
    isKnown: false,
    boleto: makeBoleto(),
    ...overrides,
  }
}
const makeReportLine = (meaning: PlannedLine['meaning'], boleto: Boleto | null = makeBoleto()) =>
  makeLine({ meaning, paidAmount: null, boleto: boleto })
const { confirmed, cancelled } = orderStatus

describe('the outcome of a record', () => {
  test.each([
    ['confirmed for the exact amount', makeLine(), 'confirmed'],
    ['left to staff for a different amount', makeLine({ paidAmount: 79_99 }), 'amount-differs'],
    [
      'confirmed for late fine and interest',
      makeLine({ paidOn: '2026-11-30', paidAmount: 81_68, boleto: makeBoleto({ terms: lateTerms }) }),
      'confirmed',
    ],
    [
      'left to staff without late fine and interest',
      makeLine({ paidOn: '2026-11-30', boleto: makeBoleto({ terms: lateTerms }) }),
      'amount-differs',
    ],
    ['left to staff without a boleto of the shop', makeLine({ boleto: null }), 'unmatched'],
    ['left to staff for an impossible amount', makeLine({ paidAmount: 9_999_999_999_999 }), 'unmatched'],
    [
      'left to staff for an order paid before',
      makeLine({ boleto: makeBoleto({}, { hasPayment: true }) }),
      'double',
    ],
    [
      'left to staff for a rejected order',
      makeLine({ boleto: makeBoleto({}, { status: cancelled, isRejected: true }) }),
      'rejected-order',
    ],
    [
      'left to staff when only the number matches',
      makeLine({ boleto: makeBoleto({ comparison: { ...matchingComparison, document: 'differs' } }) }),
      'boleto-differs',
    ],
    [
      'left to staff for a boleto that was never sent',
      makeLine({
        boleto: makeBoleto({ state: 'made', comparison: { ...matchingComparison, isSent: false } }),
      }),
      'boleto-differs',
    ],
    [
      'left to staff for a boleto that the bank rejected',
      makeLine({ boleto: makeBoleto({ state: 'rejected' }) }),
      'boleto-differs',
    ],
    [
      'ignored for another boleto with the same number',
      makeReportLine(
        'rejected',
        makeBoleto({
          state: 'sent',
          comparison: { ...matchingComparison, document: 'differs', dueDate: 'differs' },
        }),
      ),
      'no-boleto',
    ],
    ['late for a cancelled order', makeLine({ boleto: makeBoleto({}, { status: cancelled }) }), 'late'],
    ['late for a withdrawn boleto', makeLine({ boleto: makeBoleto({ isWithdrawn: true }) }), 'late'],
    [
      'late for a written-off boleto',
      makeLine({ boleto: makeBoleto({ state: 'written-off', isWithdrawn: true }) }),
      'late',
    ],
    [
      'noted for an order marked as paid',
      makeLine({ boleto: makeBoleto({}, { status: confirmed }) }),
      'noted',
    ],
    ['ignored when another file reported it', makeLine({ isKnown: true }), 'already'],
    ['registered', makeReportLine('registered', makeBoleto({ state: 'sent' })), 'registered'],
    ['ignored when already registered', makeReportLine('registered'), 'unmoved'],
    ['rejected', makeReportLine('rejected', makeBoleto({ state: 'sent' })), 'rejected'],
    [
      'rejected again on the day of the new submission',
      { ...makeReportLine('rejected', makeBoleto({ state: 'sent' })), isKnown: true },
      'rejected',
    ],
    [
      'ignored for a rejection before the new submission',
      { ...makeReportLine('rejected', makeBoleto({ state: 'sent' })), recordDate: '2026-11-18' },
      'unmoved',
    ],
    [
      'rejected when the bank gives no date',
      { ...makeReportLine('rejected', makeBoleto({ state: 'sent' })), recordDate: null },
      'rejected',
    ],
    [
      'ignored for a refund reported by another file',
      { ...makeReportLine('reversed'), isKnown: true },
      'already',
    ],
    ['ignored when already paid', makeReportLine('rejected', makeBoleto({ state: 'paid' })), 'unmoved'],
    ['written off', makeReportLine('written-off'), 'written-off'],
    ['ignored without a boleto of the shop', makeReportLine('written-off', null), 'no-boleto'],
    [
      'left to staff for a rejected instruction',
      makeReportLine('instruction-rejected'),
      'instruction-rejected',
    ],
    ['left to staff for a payment taken back', makeReportLine('reversed'), 'reversed'],
    ['left to staff for an unknown code with an amount', makeReportLine('unknown'), 'unknown'],
    [
      'ignored for an unknown code without money',
      { ...makeReportLine('unknown'), receivedAmount: 0 },
      'nothing',
    ],
    ['ignored for a fee', makeReportLine('other'), 'nothing'],
    ['ignored for another due date', makeReportLine('due-date-changed'), 'nothing'],
  ] satisfies [string, PlannedLine, string][])('is %s', (_, record, outcome) => {
    expect(makeOutcomePredictor()(record)).toBe(outcome)
  })
})

describe('earlier records of the same file', () => {
  test('make the second payment of a boleto double', () => {
    const predictOutcome = makeOutcomePredictor()
    expect([predictOutcome(makeLine()), predictOutcome(makeLine())]).toEqual(['confirmed', 'double'])
  })

  test('make the second boleto of a paid order double', () => {
    const predictOutcome = makeOutcomePredictor()
    expect([predictOutcome(makeLine()), predictOutcome(makeLine({ boleto: makeBoleto({ id: 2 }) }))]).toEqual(
      ['confirmed', 'double'],
    )
  })

  test('change the state from registered to paid', () => {
    const predictOutcome = makeOutcomePredictor()
    const sentBoleto = makeBoleto({ state: 'sent' })
    const lines = [
      makeReportLine('registered', sentBoleto),
      makeReportLine('registered', sentBoleto),
      makeLine({ boleto: sentBoleto }),
      makeReportLine('written-off', sentBoleto),
    ]
    expect(lines.map(predictOutcome)).toEqual(['registered', 'unmoved', 'confirmed', 'unmoved'])
  })

  test('leave a payment after a rejection to staff', () => {
    const predictOutcome = makeOutcomePredictor()
    const sentBoleto = makeBoleto({ state: 'sent' })
    expect([
      predictOutcome(makeReportLine('rejected', sentBoleto)),
      predictOutcome(makeLine({ boleto: sentBoleto })),
    ]).toEqual(['rejected', 'boleto-differs'])
  })

  test('leave the order open after a payment of another amount', () => {
    const predictOutcome = makeOutcomePredictor()
    const secondBoletoLine = makeLine({ boleto: makeBoleto({ id: 2 }) })
    expect([
      predictOutcome(makeLine({ paidAmount: 1 })),
      predictOutcome(makeLine()),
      predictOutcome(secondBoletoLine),
    ]).toEqual(['amount-differs', 'confirmed', 'double'])
  })
})

describe('the agreement of a file', () => {
  const brasilAgreement = {
    bank: '001',
    agencyPrinted: '1',
    accountPrinted: '2',
    agreement: '0294860',
    wallet: '17',
  } as const
  const itauAgreement = { bank: '341', agency: '0111', account: '12345', wallet: '109' } as const
  const bradescoAgreement = {
    bank: '237',
    agency: '1234',
    agencyPrinted: '1',
    account: '0056789',
    accountPrinted: '2',
    wallet: '09',
    companyCode: '4466911',
  } as const
  test.each([
    [{ bank: '001', agreement: '003294860' }, { ...brasilAgreement, agreement: '3294860' }, true],
    [{ bank: '001', agreement: '003294860' }, brasilAgreement, false],
    [{ bank: '341', agreement: '011100123450' }, itauAgreement, true],
    [{ bank: '341', agreement: '0111123450' }, itauAgreement, true],
    [{ bank: '341', agreement: '011100543210' }, itauAgreement, false],
    [{ bank: '237', agreement: '00000000000004466911' }, bradescoAgreement, true],
    [{ bank: '237', agreement: '00000000000004466912' }, bradescoAgreement, false],
    [{ bank: '237', agreement: '00000000000004466912' }, { ...bradescoAgreement, companyCode: '' }, true],
    [{ bank: '237', agreement: '3294860' }, brasilAgreement, false],
  ] as const)('in the file %o is the shop’s agreement %o: %s', (file, shopAgreement, belongsToShop) => {
    expect(belongsToAgreement(file, shopAgreement)).toBe(belongsToShop)
  })
})
