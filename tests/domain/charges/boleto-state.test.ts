import { expect, test } from 'vitest'
import {
  boletoStates,
  boletoTransition,
  boletoTransitions,
  isPayable,
} from '#app/domain/charges/boleto-state.ts'
import { boletoReference, parseBoletoReference } from '#app/domain/charges/issued-boleto.ts'

test('a boleto goes from made over sent and registered to paid', () => {
  expect(boletoTransition('made', 'sent')).toBe('sent')
  expect(boletoTransition('sent', 'registered')).toBe('registered')
  expect(boletoTransition('registered', 'paid')).toBe('paid')
})

test('a boleto the bank refused, or whose file it refused, is made again; no other is', () => {
  expect(boletoTransition('rejected', 'made-again')).toBe('made')
  expect(boletoTransition('sent', 'made-again')).toBe('made')
  for (const state of ['made', 'registered', 'paid', 'written-off'] as const)
    expect(boletoTransition(state, 'made-again')).toBeUndefined()
})

test('nothing takes a paid boleto back', () => {
  expect(boletoTransitions.paid).toEqual({})
})

test('a payment counts whatever the boleto was before', () => {
  for (const state of boletoStates.filter((each) => each !== 'paid'))
    expect(boletoTransition(state, 'paid')).toBe('paid')
})

test('a boleto written off is not registered again by a late file', () => {
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

test('a reference names order and boleto, and only ours are read', () => {
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
