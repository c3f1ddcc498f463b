import { describe, expect, test } from 'vitest'
import {
  type BoletoSide,
  compareBoleto,
  isBoletoPayment,
  isRegistrationReply,
  type RecordSide,
} from '#app/domain/payments/boleto-match.ts'

const shopBoleto: BoletoSide = {
  wallet: '17',
  documentNumber: '1053',
  reference: 'pedido-1053-0-3f9a01',
  dueDate: '2026-11-26',
  isSent: true,
}
const blankRecord: RecordSide = { wallet: '17', documentNumber: '', control: '', dueDate: null }
const compareBankWithBoleto = (record: Partial<RecordSide>, boleto: Partial<BoletoSide> = {}) =>
  compareBoleto({ ...blankRecord, ...record }, { ...shopBoleto, ...boleto })

describe('a payment with a boleto’s number counts', () => {
  test.each([
    ['when the document matches', { documentNumber: '1053' }],
    ['when the bank fills the document with zeros', { documentNumber: '0000001053' }],
    ['when the due date matches', { dueDate: '2026-11-26' }],
    ['when the due date matches and the document does not', { dueDate: '2026-11-26', documentNumber: '9' }],
    [
      'when the document matches and the due date was moved',
      { dueDate: '2026-12-26', documentNumber: '1053' },
    ],
    ['when the shop’s control field is returned', { control: '1053-0-3F9A01' }],
    ['when the bank omits the wallet', { wallet: '', documentNumber: '1053' }],
    ['when the wallet has another width', { wallet: '017', documentNumber: '1053' }],
    ['when the wallet is in another list', { wallet: '7', documentNumber: '1053' }],
  ] satisfies [string, Partial<RecordSide>][])('%s', (_, record) => {
    expect(isBoletoPayment(compareBankWithBoleto(record), 'registered')).toBe(true)
  })

  test.each(['sent', 'registered', 'paid', 'written-off'] as const)('in state %s', (state) => {
    expect(isBoletoPayment(compareBankWithBoleto({ documentNumber: '1053' }), state)).toBe(true)
  })
})

describe('a payment with a boleto’s number waits for staff', () => {
  test.each([
    ['when neither document nor due date is given', {}],
    ['when both are zeros', { documentNumber: '0000000000', control: '0'.repeat(25) }],
    ['when both differ', { documentNumber: 'NF7781-A', dueDate: '2025-10-20' }],
    ['when the only given one differs', { dueDate: '2025-10-20' }],
    ['when the wallet differs', { wallet: '11', documentNumber: '1053' }],
    [
      'when the control field names a boleto from before a restore',
      { control: '1053-0-AAAAAA', documentNumber: '1053', dueDate: '2026-11-26' },
    ],
  ] satisfies [string, Partial<RecordSide>][])('%s', (_, record) => {
    expect(isBoletoPayment(compareBankWithBoleto(record), 'registered')).toBe(false)
  })

  const matchingRecord = { documentNumber: '1053', dueDate: '2026-11-26' }
  test('for a boleto never sent to the bank', () => {
    expect(isBoletoPayment(compareBankWithBoleto(matchingRecord, { isSent: false }), 'made')).toBe(false)
    expect(isBoletoPayment(compareBankWithBoleto(matchingRecord, { isSent: false }), 'registered')).toBe(
      false,
    )
  })

  test('for a boleto that the bank rejected', () => {
    expect(isBoletoPayment(compareBankWithBoleto(matchingRecord), 'rejected')).toBe(false)
  })
})

test.each([
  ['for a sent boleto with blank fields: true', {}, true, true],
  ['for a sent boleto with one different field: true', { dueDate: '2025-10-20' }, true, true],
  [
    'for a sent boleto with different fields: false',
    { documentNumber: 'NF7781-A', dueDate: '2025-10-20' },
    true,
    false,
  ],
  ['for a sent boleto with another control field: false', { control: '1053-0-AAAAAA' }, true, false],
  ['for an unsent boleto with a matching document: true', { documentNumber: '1053' }, false, true],
  ['for an unsent boleto without a match: false', {}, false, false],
] satisfies [string, Partial<RecordSide>, boolean, boolean][])(
  'reports a record as new %s',
  (_, record, isSent, isNew) => {
    expect(isRegistrationReply(compareBankWithBoleto(record, { isSent }))).toBe(isNew)
  },
)
