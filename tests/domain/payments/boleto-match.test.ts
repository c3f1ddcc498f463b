import { describe, expect, test } from 'vitest'
import {
  type BoletoSide,
  compareBoleto,
  isBoletoPayment,
  isRegistrationReply,
  type RecordSide,
} from '#app/domain/payments/boleto-match.ts'

const ours: BoletoSide = {
  wallet: '17',
  documentNumber: '1053',
  reference: 'pedido-1053-0-3f9a01',
  dueDate: '2026-11-26',
  isSent: true,
}
const blank: RecordSide = { wallet: '17', documentNumber: '', control: '', dueDate: null }
const said = (record: Partial<RecordSide>, boleto: Partial<BoletoSide> = {}) =>
  compareBoleto({ ...blank, ...record }, { ...ours, ...boleto })

describe('a payment with a boleto’s number counts', () => {
  test.each([
    ['where the document agrees', { documentNumber: '1053' }],
    ['where the bank fills the document with zeros', { documentNumber: '0000001053' }],
    ['where the due date agrees', { dueDate: '2026-11-26' }],
    ['where the due date agrees and the document does not', { dueDate: '2026-11-26', documentNumber: '9' }],
    [
      'where the document agrees and the due date was moved',
      { dueDate: '2026-12-26', documentNumber: '1053' },
    ],
    ['where our own field comes back', { control: '1053-0-3F9A01' }],
    ['where the bank does not give the wallet', { wallet: '', documentNumber: '1053' }],
    ['where the wallet has another width', { wallet: '017', documentNumber: '1053' }],
    ['where the wallet is one of another list', { wallet: '7', documentNumber: '1053' }],
  ] satisfies [string, Partial<RecordSide>][])('%s', (_, record) => {
    expect(isBoletoPayment(said(record), 'registered')).toBe(true)
  })

  test.each(['sent', 'registered', 'paid', 'written-off'] as const)('in state %s', (state) => {
    expect(isBoletoPayment(said({ documentNumber: '1053' }), state)).toBe(true)
  })
})

describe('a payment with a boleto’s number waits for staff', () => {
  test.each([
    ['where neither document nor due date is given', {}],
    ['where both are zeros', { documentNumber: '0000000000', control: '0'.repeat(25) }],
    ['where both are others', { documentNumber: 'NF7781-A', dueDate: '2025-10-20' }],
    ['where the only one given is another', { dueDate: '2025-10-20' }],
    ['where the wallet is another', { wallet: '11', documentNumber: '1053' }],
    [
      'where our own field names a boleto of another life of the database',
      { control: '1053-0-AAAAAA', documentNumber: '1053', dueDate: '2026-11-26' },
    ],
  ] satisfies [string, Partial<RecordSide>][])('%s', (_, record) => {
    expect(isBoletoPayment(said(record), 'registered')).toBe(false)
  })

  const whole = { documentNumber: '1053', dueDate: '2026-11-26' }
  test('for a boleto never sent to the bank', () => {
    expect(isBoletoPayment(said(whole, { isSent: false }), 'made')).toBe(false)
    expect(isBoletoPayment(said(whole, { isSent: false }), 'registered')).toBe(false)
  })

  test('for a boleto that the bank rejected', () => {
    expect(isBoletoPayment(said(whole), 'rejected')).toBe(false)
  })
})

test.each([
  ['of one that was sent, whatever is blank', {}, true, true],
  ['of one that was sent, where one thing differs', { dueDate: '2025-10-20' }, true, true],
  ['not where everything differs', { documentNumber: 'NF7781-A', dueDate: '2025-10-20' }, true, false],
  ['not where our own field names another boleto', { control: '1053-0-AAAAAA' }, true, false],
  ['of one that was not sent, where the document agrees', { documentNumber: '1053' }, false, true],
  ['not of one that was not sent, where nothing agrees', {}, false, false],
] satisfies [string, Partial<RecordSide>, boolean, boolean][])(
  'reports a record as new %s',
  (_, record, isSent, isNew) => {
    expect(isRegistrationReply(said(record, { isSent }))).toBe(isNew)
  },
)
