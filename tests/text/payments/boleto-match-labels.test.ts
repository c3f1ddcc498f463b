import { expect, test } from 'vitest'
import {
  compareBankWithBoleto,
  formatDifference,
  formatMatchDoubt,
  formatPayer,
  type PaymentComparison,
} from '#app/routes/admin/payments/boleto-match-labels.ts'

const comparison = {
  wallet: 'same',
  document: 'differs',
  dueDate: 'blank',
  control: 'blank',
  isSent: true,
} as const
const comparedPayment: PaymentComparison = {
  our_number: '99900010000001053',
  wallet: '17',
  document_number: 'NF7781-A',
  control: '0000000000000000000000000',
  due_date: null,
  value: 1_00,
  payer_name: 'ANA INVENTADA DA SILVA',
  payer_document: '52998224725',
  our_number_printed: '99900010000001053',
  boleto_wallet: '17',
  boleto_document: '1053',
  boleto_reference: 'pedido-1053-0-3f9a01',
  boleto_due_date: '2026-11-26',
  boleto_value: 1_00,
  comparison,
}

test('explains why a payment waits, both amounts and the payer', () => {
  expect(formatDifference(comparedPayment, 'registered').replaceAll('\u00a0', ' ')).toBe(
    'Nem documento nem vencimento conferem. Documento: banco NF7781-A, boleto 1053; Vencimento: banco não informa, boleto 26/11/2026; Valor do título: banco R$ 1,00, boleto R$ 1,00; Uso da empresa: banco não informa, boleto 1053-0-3F9A01; Pagador no banco: ANA INVENTADA DA SILVA, 529.982.247-25',
  )
})

test.each([
  [{ ...comparison, isSent: false }, 'made', 'O banco não foi avisado deste boleto por nenhuma remessa.'],
  [comparison, 'rejected', 'O banco recusou o registro deste boleto.'],
  [
    { ...comparison, control: 'other' },
    'sent',
    'O campo da empresa nomeia outro boleto da loja, talvez de antes de um backup restaurado.',
  ],
  [{ ...comparison, wallet: 'differs' }, 'sent', 'A carteira é outra.'],
] satisfies [Parameters<typeof formatMatchDoubt>[0], Parameters<typeof formatMatchDoubt>[1], string][])(
  'explains the doubt about %o for a boleto that is %s: %s',
  (matchComparison, state, expectedText) => {
    expect(formatMatchDoubt(matchComparison, state)).toBe(expectedText)
  },
)

test('compares nothing if no boleto has the number of the payment', () => {
  const unmatchedPayment = {
    ...comparedPayment,
    our_number_printed: null,
    boleto_wallet: null,
    boleto_document: null,
    boleto_reference: null,
    boleto_due_date: null,
    boleto_value: null,
    comparison: null,
  }
  expect(compareBankWithBoleto(unmatchedPayment).map(({ boleto, agrees }) => [boleto, agrees])).toEqual(
    Array(6).fill(['-', null]),
  )
  expect(formatDifference(unmatchedPayment, null)).toBe('')
  expect(formatPayer({ ...unmatchedPayment, payer_name: '', payer_document: '' })).toBe('')
})
