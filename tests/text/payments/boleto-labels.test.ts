import { expect, test } from 'vitest'
import {
  formatRemittanceFaults,
  formatWaitingInstructions,
  remittanceGapLabels,
} from '#app/text/payments/boleto-labels.ts'

test('explains how to replace or write off a boleto of another agreement', () => {
  expect(formatRemittanceFaults('register', ['other-agreement'])).toContain('gere um novo boleto')
  expect(formatRemittanceFaults('write-off', ['other-agreement'])).toContain('Dê a baixa no site do banco')
  expect(formatRemittanceFaults('register', ['payer-city', 'past-due'])).toBe(
    'cidade do pagador em branco; já venceu: gere um novo vencimento',
  )
})

test.each([
  [0, 0, undefined],
  [1, 0, '1 instrução aguarda remessa: 1 boleto para registrar'],
  [0, 2, '2 instruções aguardam remessa: 2 boletos para baixar'],
  [3, 1, '4 instruções aguardam remessa: 3 boletos para registrar, 1 boleto para baixar'],
])('shows %i boletos to register and %i to write off', (registrations, writeOffs, expectedText) => {
  expect(formatWaitingInstructions({ registrations, writeOffs })).toBe(expectedText)
})

test('requests numbers with their check digit', () => {
  expect(remittanceGapLabels.agency).toContain('com dígito, como 1234-3')
  expect(remittanceGapLabels.account).toContain('com dígito, como')
})
