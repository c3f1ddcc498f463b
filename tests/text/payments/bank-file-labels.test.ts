import { expect, test } from 'vitest'
import { calculateAmountDue, noTerms } from '#app/domain/charges/boleto-terms.ts'
import { lineOutcomes } from '#app/domain/payments/bank-file.ts'
import {
  formatApplyingSummary,
  formatBankFileName,
  formatOutcome,
  formatOutcomeReason,
  getOutcomeByCode,
  getOutcomeCode,
  listRefusalLines,
} from '#app/text/payments/bank-file-labels.ts'

test('lists the consequences before a file is applied', () => {
  expect(formatApplyingSummary([])).toEqual([])
  expect(
    formatApplyingSummary([
      { outcome: 'double', count: 1 },
      { outcome: 'confirmed', count: 1 },
      { outcome: 'registered', count: 2 },
      { outcome: 'nothing', count: 9 },
    ]),
  ).toEqual([
    '1 pedido é confirmado, e o comprador recebe o e-mail.',
    '2 boletos ficam registrados.',
    '1 pagamento em dobro precisa ser conferido; na página do comprador nada muda.',
  ])
  expect(
    formatApplyingSummary([
      { outcome: 'unknown', count: 1 },
      { outcome: 'unmatched', count: 1 },
      { outcome: 'late', count: 1 },
      { outcome: 'confirmed', count: 1 },
      { outcome: 'written-off', count: 1 },
    ]),
  ).toEqual([
    '2 pedidos são confirmados, e os compradores recebem o e-mail.',
    '1 boleto é baixado.',
    '2 linhas precisam ser conferidas, e nada é pago por elas.',
  ])
})

test('lists payments that confirm no order, with the buyer’s view', () => {
  expect(formatApplyingSummary([{ outcome: 'noted', count: 1 }])).toEqual([
    '1 pagamento é anotado em pedido já pago.',
  ])
  expect(
    formatApplyingSummary([
      { outcome: 'noted', count: 3 },
      { outcome: 'rejected', count: 2 },
      { outcome: 'amount-differs', count: 1 },
    ]),
  ).toEqual([
    '3 pagamentos são anotados em pedidos já pagos.',
    '2 boletos ficam recusados e deixam de aparecer aos compradores, que recebem um e-mail; os pedidos ficam em Hoje.',
    '1 pagamento de outro valor precisa ser conferido; o comprador deixa de ver o boleto e lê que o pagamento está em conferência.',
  ])
})

test('exactly the outcomes without effect have no sentence', () => {
  const outcomesWithoutSentence = lineOutcomes.filter(
    (outcome) => formatApplyingSummary([{ outcome, count: 1 }]).length === 0,
  )
  expect(outcomesWithoutSentence).toEqual(['already', 'unmoved', 'no-boleto', 'nothing'])
})

test('an outcome has texts before and after applying, and a code', () => {
  expect([formatOutcome('late', false).text, formatOutcome('late', true).text]).toEqual([
    'Confirma o pedido, em atraso',
    'Pedido confirmado em atraso',
  ])
  expect(lineOutcomes.map((outcome) => getOutcomeByCode(getOutcomeCode(outcome)))).toEqual([...lineOutcomes])
  expect([undefined, 0, 99].map(getOutcomeByCode)).toEqual([undefined, undefined, undefined])
})

test('explains why a record needs staff', () => {
  const file = { bank: '001', format: 400 } as const
  const boleto = { value: 80_00, dueDate: '2026-11-26', terms: { ...noTerms, finePercent: 200 } }
  const line = { reasons: '', paid: null, boleto_value: 80_00, due: calculateAmountDue(boleto, '2026-11-26') }
  expect(formatOutcomeReason(file, { ...line, outcome: 'amount-differs', paid: 79_00 })).toBe(
    'R$ 1,00 a menos',
  )
  expect(formatOutcomeReason(file, { ...line, outcome: 'amount-differs', paid: 81_50 })).toBe(
    'R$ 1,50 a mais',
  )
  const lateLine = { ...line, due: calculateAmountDue(boleto, '2026-11-27') }
  expect(formatOutcomeReason(file, { ...lateLine, outcome: 'amount-differs', paid: 80_00 })).toBe(
    'R$ 1,60 a menos: devia R$ 81,60 (R$ 80,00 + multa de R$ 1,60, 1 dia de atraso)',
  )
  expect(formatOutcomeReason(file, { ...line, outcome: 'rejected', reasons: '66 99' })).toBe(
    'CPF ou CNPJ do pagador inválido (66); motivo 99, veja o manual do banco',
  )
  expect(formatOutcomeReason(file, { ...line, outcome: 'confirmed', reasons: '66' })).toBe('')
})

test('lists faults by line and counts the rest', () => {
  const makeFault = (line: number) => ({ line, fault: 'sequence', detail: '000003, 2' }) as const
  expect(listRefusalLines([makeFault(2), makeFault(3)], 2)).toEqual([
    'Linha 2: a numeração dos registros está quebrada (000003, 2)',
    'Linha 3: a numeração dos registros está quebrada (000003, 2)',
  ])
  expect(listRefusalLines([1, 2, 3].map(makeFault), 1).at(-1)).toBe('E mais 2 erros')
  expect(listRefusalLines([1, 2].map(makeFault), 1).at(-1)).toBe('E mais um erro')
})

test('names a file by bank, number and day', () => {
  const file = { bank: '341', sequence: '00112', file_date: '2026-11-20' }
  expect(formatBankFileName(file)).toBe('Itaú, arquivo 112 de 20/11/2026')
  expect(formatBankFileName({ ...file, sequence: '000', file_date: null })).toBe('Itaú, arquivo sem número')
})
