import { expect, test } from 'vitest'
import {
  formatDaysLeft,
  formatValidity,
  formatValidUntil,
  getCustomerSubscriptionStatus,
} from '#app/text/subscriptions/subscription-labels.ts'

test.each([
  [1, '2027-11-21', 'Download liberado'],
  [2, '2027-11-21', 'Aguardando envio'],
  [3, null, 'Enviado'],
  [4, '2026-11-20', 'Vencida'],
  [5, '2027-11-21', 'Ativa'],
  [5, '2026-11-20', 'Vencida'],
])('status %d with the due date %s reads "%s"', (status, due, expectedText) => {
  expect(getCustomerSubscriptionStatus({ status, due }, '2026-11-21').text).toBe(expectedText)
})

test.each([
  [30, 'vence em 30 dias', 'vencem em 30 dias'],
  [2, 'vence em 2 dias', 'vencem em 2 dias'],
  [1, 'vence amanhã', 'vencem amanhã'],
  [0, 'vence hoje', 'vencem hoje'],
  [-1, 'venceu ontem', 'venceram ontem'],
  [-7, 'venceu há 7 dias', 'venceram há 7 dias'],
])('with %d days left, one subscription reads "%s" and several read "%s"', (days, one, many) => {
  expect(formatDaysLeft(days)).toBe(one)
  expect(formatDaysLeft(days, 'many')).toBe(many)
})

test('a due date lasts until its last minute', () => {
  expect(formatValidUntil('2027-11-21')).toBe('vale até 23:59 de 21/11/2027 (horário de Brasília)')
  expect(formatValidUntil('2027-11-21', 'many')).toBe('valem até 23:59 de 21/11/2027 (horário de Brasília)')
  expect(formatValidity('2027-11-21', '2026-11-21')).toBe(formatValidUntil('2027-11-21'))
})
