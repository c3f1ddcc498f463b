import { describe, expect, test } from 'vitest'
import {
  boletoGraceDays,
  boletoStates,
  boletoTransitions,
  findBoletoTransition,
  getLastPaymentDay,
  isPayable,
  isWithdrawalDue,
} from '#app/domain/charges/boleto-state.ts'
import {
  calculateBoletoTerms,
  defaultChargeRules,
  gatewayTerms,
  getLastAcceptanceDay,
} from '#app/domain/charges/boleto-terms.ts'
import { formatBoletoReference, parseBoletoReference } from '#app/domain/charges/issued-boleto.ts'
import {
  addBusinessDays,
  addDays,
  findFirstDayWithinBusinessDays,
  isBusinessDay,
} from '#app/domain/platform/calendar.ts'

test('a boleto passes through the states made, sent, registered and paid', () => {
  expect(findBoletoTransition('made', 'sent')).toBe('sent')
  expect(findBoletoTransition('sent', 'registered')).toBe('registered')
  expect(findBoletoTransition('registered', 'paid')).toBe('paid')
})

test('only a rejected boleto, or one of a rejected file, is issued again', () => {
  expect(findBoletoTransition('rejected', 'made-again')).toBe('made')
  expect(findBoletoTransition('sent', 'made-again')).toBe('made')
  for (const state of ['made', 'registered', 'paid', 'written-off'] as const)
    expect(findBoletoTransition(state, 'made-again')).toBeUndefined()
})

test('no event changes a paid boleto', () => {
  expect(boletoTransitions.paid).toEqual({})
})

test('a payment marks a boleto in any other state as paid', () => {
  for (const state of boletoStates.filter((boletoState) => boletoState !== 'paid'))
    expect(findBoletoTransition(state, 'paid')).toBe('paid')
})

test('a late file neither registers a written-off boleto nor marks a registered one as sent', () => {
  expect(findBoletoTransition('written-off', 'registered')).toBeUndefined()
  expect(findBoletoTransition('registered', 'sent')).toBeUndefined()
})

test.each([
  ['made', false, true],
  ['sent', false, true],
  ['registered', false, true],
  ['registered', true, false],
  ['rejected', false, false],
  ['paid', false, false],
  ['written-off', false, false],
] as const)('a boleto %s (withdrawn: %s) can be paid: %s', (state, isWithdrawn, expected) => {
  expect(isPayable({ state, isWithdrawn })).toBe(expected)
})

describe('the last day to pay, on any day of fourteen months', () => {
  const days = Array.from({ length: 425 }, (_, index) => addDays('2026-01-01', index))
  const issuer = { supportedTerms: gatewayTerms, monthlyRateUse: 'always' as const }

  test('is a banking day, and a boleto is withdrawn on the day after its grace period, not earlier', () => {
    const faultyCases = [null, 1, 15, 29].flatMap((acceptanceDays) =>
      days.filter((dueDate) => {
        const rules = { ...defaultChargeRules, acceptanceDays }
        const terms = calculateBoletoTerms(rules, { value: 1, documentDate: dueDate, dueDate }, issuer)
        const boletoDates = { dueDate, payableUntil: getLastAcceptanceDay(terms, dueDate, issuer) }
        const lastPaymentDay = getLastPaymentDay(boletoDates)
        // Without days of acceptance, the last day to pay already includes the grace period.
        const lastGraceDay =
          acceptanceDays === null ? lastPaymentDay : addBusinessDays(lastPaymentDay, boletoGraceDays)
        const isPayableBankingDay =
          isBusinessDay(lastPaymentDay) && lastPaymentDay >= addBusinessDays(dueDate, 0)
        const isTooEarly =
          isWithdrawalDue(boletoDates, lastPaymentDay) || isWithdrawalDue(boletoDates, lastGraceDay)
        const isDueNextDay = isWithdrawalDue(boletoDates, addDays(lastGraceDay, 1))
        return !isPayableBankingDay || isTooEarly || !isDueNextDay
      }),
    )
    expect(faultyCases).toEqual([])
  })

  test('boletos are withdrawn exactly if their due date is before the first day within the grace period', () => {
    const faultyDays = days.filter((today) => {
      const firstDayWithinGrace = findFirstDayWithinBusinessDays(today, boletoGraceDays)
      return Array.from({ length: 13 }, (_, daysBack) => addDays(today, -daysBack)).some(
        (dueDate) =>
          dueDate < firstDayWithinGrace !== isWithdrawalDue({ dueDate, payableUntil: null }, today),
      )
    })
    expect(faultyDays).toEqual([])
  })
})

test('a reference contains order, boleto and mark, and foreign references are rejected', () => {
  const reference = formatBoletoReference(1042, 2, '0a1b2c')
  expect(reference).toBe('pedido-1042-2-0a1b2c')
  expect(parseBoletoReference(reference)).toEqual({ orderId: 1042, ordinal: 2, mark: '0a1b2c' })
  expect(parseBoletoReference('pedido-1042-0')).toEqual({ orderId: 1042, ordinal: 0, mark: null })
  for (const foreignReference of [
    'pedido-1042',
    'order-1-0',
    'pedido-1-0x',
    '',
    'pedido--1-0',
    'pedido-1-0-',
    'pedido-1-0-0A1B2C',
  ])
    expect(parseBoletoReference(foreignReference)).toBeUndefined()
})
