import { expect, test } from 'vitest'
import {
  digestTexts,
  hasChangedTexts,
  listChangedFields,
  listUntouchedFields,
} from '#app/domain/platform/form-seen.ts'

const shown = { 'billing.street': 'Rua das Hélices', phone: '', notes: 'um\ndois' }
const seen = digestTexts(shown)

test.each([
  ['equal texts', shown, false],
  ['line ends of a browser and surrounding spaces', { ...shown, notes: ' um\r\ndois ' }, false],
  ['an omitted field that was empty', { 'billing.street': 'Rua das Hélices', notes: 'um\ndois' }, false],
  ['a field that was not shown', { ...shown, email: 'x' }, false],
  ['another text', { ...shown, 'billing.street': 'Rua das Helices' }, true],
  ['an empty field that was filled', { ...shown, phone: '1' }, true],
])('a form whose record now has %s is outdated: %o', (_, stored, expected) => {
  expect(hasChangedTexts(seen, stored)).toBe(expected)
})

test('a form without a record version is outdated', () => {
  expect(hasChangedTexts('', shown)).toBe(true)
  expect(hasChangedTexts('nonsense', shown)).toBe(true)
})

test('separates the person’s changes from those made meanwhile', () => {
  expect(listUntouchedFields(seen, { ...shown, phone: '1' })).toEqual(new Set(['billing.street', 'notes']))
  expect(listChangedFields(seen, { ...shown, notes: 'três' })).toEqual(new Set(['notes']))
  expect(listUntouchedFields('', shown)).toEqual(new Set())
})
