import { describe, expect, test } from 'vitest'
import { type BoletoTerms, calculateAmountDue, noTerms } from '#app/domain/charges/boleto-terms.ts'
import {
  formatAmountDue,
  formatDifference,
  formatPaymentPlace,
  listTermLines,
  mentionsTerms,
} from '#app/text/charges/terms-labels.ts'

/** Percentages in hundredths, amounts in centavos. */
const terms: BoletoTerms = { ...noTerms, finePercent: 200, interestPercent: 100, interestPerDay: 4 }
const boleto = { value: 128_90, dueDate: '2026-12-01', terms }

test.each([
  [noTerms, []],
  [terms, ['Após o vencimento cobrar multa de 2,00% e juros de R$ 0,04 por dia de atraso.']],
  [{ ...terms, interestPerDay: null, finePercent: 0 }, ['Após o vencimento cobrar juros de 1,00% ao mês.']],
  [
    { ...noTerms, discountValue: 5_00, discountUntil: '2026-11-27', acceptanceDays: 15 },
    ['Conceder desconto de R$ 5,00 até 27/11/2026.', 'Não receber após 15 dias do vencimento.'],
  ],
  [
    { ...noTerms, acceptanceDays: 1, protestDays: 8 },
    ['Não receber após 1 dia do vencimento.', 'Protestar após 8 dias corridos do vencimento.'],
  ],
])('the printed boleto has the registered terms: %o', (terms, lines) => {
  expect(listTermLines(terms)).toEqual(lines)
})

test('shows place and last day of payment', () => {
  const formatPlace = (dueDate: string, payableUntil: string | null) =>
    formatPaymentPlace({ dueDate, payableUntil })
  // No bank opens on 16 and 17 February, Carnival, so the third business day is the 20th.
  expect(formatPlace('2026-02-13', null)).toBe('Pagável em qualquer banco até 20/02/2026')
  expect(formatPlace('2026-12-01', '2026-12-07')).toBe('Pagável em qualquer banco até 07/12/2026')
  expect(formatPlace('2026-12-01', '2026-12-01')).toBe('Pagável em qualquer banco até o vencimento')
  // 5 December is a Saturday, so the boleto is payable until Monday anyway.
  expect(formatPlace('2026-12-05', '2026-12-07')).toBe('Pagável em qualquer banco até o vencimento')
})

test('explains an amount and the difference of a payment', () => {
  const lateAmount = calculateAmountDue(boleto, '2026-12-02')
  expect(formatAmountDue(lateAmount, 128_90)).toBe(
    'R$ 131,51 (R$ 128,90 + multa de R$ 2,57 + juros de R$ 0,04, 1 dia de atraso)',
  )
  expect(formatAmountDue(calculateAmountDue(boleto, '2026-12-01'), 128_90)).toBe('R$ 128,90')
  expect(formatDifference(128_90, lateAmount)).toBe('R$ 2,61 a menos')
  expect(formatDifference(140_00, lateAmount)).toBe('R$ 8,48 a mais')
})

describe('a line of the shop’s own on the boleto', () => {
  test.each([
    'Após o vencimento cobrar multa de 2,00%',
    'JUROS DE MORA de 1% ao mês',
    'Conceder desconto de R$ 5,00',
    'Não receber após 30 dias do vencimento.',
    'NAO ACEITAR APOS O VENCIMENTO',
    'Protestar após 10 dias',
    'Sujeito a protesto',
    'Encargos por conta do pagador',
  ])('is rejected for a promise that is not registered: %s', (line) => {
    expect(mentionsTerms(line)).toBe(true)
  })

  test.each([
    'Em caso de dúvida, fale com a loja antes de pagar.',
    'Pedido feito na loja; confira os dados do pagador.',
    'Não pagar duas vezes.',
    'Referente à remoção de peças e à demora do correio.',
  ])('is accepted without terms: %s', (line) => {
    expect(mentionsTerms(line)).toBe(false)
  })
})
