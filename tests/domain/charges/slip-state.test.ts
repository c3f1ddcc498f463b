import { expect, test } from 'vitest'
import { parseSlipReference, slipReference } from '#app/domain/charges/issued-boleto.ts'
import { isPayable, slipStates, slipTransition, slipTransitions } from '#app/domain/charges/slip-state.ts'

test('a slip goes from made over sent and registered to paid', () => {
  expect(slipTransition('made', 'sent')).toBe('sent')
  expect(slipTransition('sent', 'registered')).toBe('registered')
  expect(slipTransition('registered', 'paid')).toBe('paid')
})

test('a slip the bank refused, or whose file it refused, is made again; no other is', () => {
  expect(slipTransition('rejected', 'made-again')).toBe('made')
  expect(slipTransition('sent', 'made-again')).toBe('made')
  for (const state of ['made', 'registered', 'paid', 'written-off'] as const)
    expect(slipTransition(state, 'made-again')).toBeUndefined()
})

test('nothing takes a paid slip back', () => {
  expect(slipTransitions.paid).toEqual({})
})

test('a payment counts whatever the slip was before', () => {
  for (const state of slipStates.filter((each) => each !== 'paid'))
    expect(slipTransition(state, 'paid')).toBe('paid')
})

test('a slip written off is not registered again by a late file', () => {
  expect(slipTransition('written-off', 'registered')).toBeUndefined()
  expect(slipTransition('registered', 'sent')).toBeUndefined()
})

test.each([
  ['made', false, true],
  ['sent', false, true],
  ['registered', false, true],
  ['registered', true, false],
  ['rejected', false, false],
  ['paid', false, false],
  ['written-off', false, false],
] as const)('a slip %s (retired: %s) can be paid: %s', (state, isRetired, expected) => {
  expect(isPayable({ state, isRetired })).toBe(expected)
})

test('a reference names order and slip, and only ours are read', () => {
  const reference = slipReference(1042, 2, '0a1b2c')
  expect(reference).toBe('pedido-1042-2-0a1b2c')
  expect(parseSlipReference(reference)).toEqual({ orderId: 1042, ordinal: 2, mark: '0a1b2c' })
  expect(parseSlipReference('pedido-1042-0')).toEqual({ orderId: 1042, ordinal: 0, mark: null })
  for (const foreign of [
    'pedido-1042',
    'order-1-0',
    'pedido-1-0x',
    '',
    'pedido--1-0',
    'pedido-1-0-',
    'pedido-1-0-0A1B2C',
  ])
    expect(parseSlipReference(foreign)).toBeUndefined()
})
