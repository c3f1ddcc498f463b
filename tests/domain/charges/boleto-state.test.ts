import { describe, expect, test } from 'vitest'
import {
  boletoGraceDays,
  boletoStates,
  boletoTransition,
  boletoTransitions,
  isPayable,
  isToBeWithdrawn,
  lastPaymentDay,
} from '#app/domain/charges/boleto-state.ts'
import { acceptedUntil, boletoTerms, gatewayCarries, noRules } from '#app/domain/charges/boleto-terms.ts'
import { boletoReference, parseBoletoReference } from '#app/domain/charges/issued-boleto.ts'
import {
  addBusinessDays,
  addDays,
  firstWithinBusinessDays,
  isBusinessDay,
} from '#app/domain/platform/calendar.ts'

test('a boleto passes through the states made, sent, registered and paid', () => {
  expect(boletoTransition('made', 'sent')).toBe('sent')
  expect(boletoTransition('sent', 'registered')).toBe('registered')
  expect(boletoTransition('registered', 'paid')).toBe('paid')
})

test('only a rejected boleto, or one of a rejected file, is issued again', () => {
  expect(boletoTransition('rejected', 'made-again')).toBe('made')
  expect(boletoTransition('sent', 'made-again')).toBe('made')
  for (const state of ['made', 'registered', 'paid', 'written-off'] as const)
    expect(boletoTransition(state, 'made-again')).toBeUndefined()
})

test('no event changes a paid boleto', () => {
  expect(boletoTransitions.paid).toEqual({})
})

test('a payment counts in every state of the boleto', () => {
  for (const state of boletoStates.filter((each) => each !== 'paid'))
    expect(boletoTransition(state, 'paid')).toBe('paid')
})

test('a late file does not register a written-off boleto', () => {
  expect(boletoTransition('written-off', 'registered')).toBeUndefined()
  expect(boletoTransition('registered', 'sent')).toBeUndefined()
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
  const issuer = { carries: gatewayCarries, countsByRate: 'always' as const }

  test('is a banking day, and no boleto is withdrawn before it ends', () => {
    const wrong = [null, 1, 15, 29].flatMap((acceptanceDays) =>
      days.filter((dueDate) => {
        const rules = { ...noRules, acceptanceDays }
        const terms = boletoTerms(rules, { value: 1, documentDate: dueDate, dueDate }, issuer)
        const dated = { dueDate, payableUntil: acceptedUntil(terms, dueDate, issuer) }
        const until = lastPaymentDay(dated)
        const over = acceptanceDays === null ? until : addBusinessDays(until, boletoGraceDays)
        return !(
          isBusinessDay(until) &&
          until >= addBusinessDays(dueDate, 0) &&
          !isToBeWithdrawn(dated, until) &&
          !isToBeWithdrawn(dated, over) &&
          isToBeWithdrawn(dated, addDays(over, 1))
        )
      }),
    )
    expect(wrong).toEqual([])
  })

  test('the query for the earliest day finds exactly the boletos to withdraw', () => {
    const wrong = days.filter((today) => {
      const earliest = firstWithinBusinessDays(today, boletoGraceDays)
      return Array.from({ length: 13 }, (_, back) => addDays(today, -back)).some(
        (dueDate) => dueDate < earliest !== isToBeWithdrawn({ dueDate, payableUntil: null }, today),
      )
    })
    expect(wrong).toEqual([])
  })
})

test('a reference contains order and boleto; references of others are rejected', () => {
  const reference = boletoReference(1042, 2, '0a1b2c')
  expect(reference).toBe('pedido-1042-2-0a1b2c')
  expect(parseBoletoReference(reference)).toEqual({ orderId: 1042, ordinal: 2, mark: '0a1b2c' })
  expect(parseBoletoReference('pedido-1042-0')).toEqual({ orderId: 1042, ordinal: 0, mark: null })
  for (const foreign of [
    'pedido-1042',
    'order-1-0',
    'pedido-1-0x',
    '',
    'pedido--1-0',
    'pedido-1-0-',
    'pedido-1-0-0A1B2C',
  ])
    expect(parseBoletoReference(foreign)).toBeUndefined()
})
