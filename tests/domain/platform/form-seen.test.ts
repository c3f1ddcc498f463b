import { expect, test } from 'vitest'
import {
  digestTexts,
  hasChangedTexts,
  listChangedFields,
  listUntouchedFields,
} from '#app/domain/platform/form-seen.ts'

const shownTexts = { 'billing.street': 'Rua das Hélices', phone: '', notes: 'um\ndois' }
const seenDigest = digestTexts(shownTexts)

test.each([
  ['equal texts', shownTexts, false],
  ['line ends of a browser and surrounding spaces', { ...shownTexts, notes: ' um\r\ndois ' }, false],
  ['an omitted field that was empty', { 'billing.street': 'Rua das Hélices', notes: 'um\ndois' }, false],
  ['a field that was not shown', { ...shownTexts, email: 'x' }, false],
  ['another text', { ...shownTexts, 'billing.street': 'Rua das Helices' }, true],
  ['an empty field that was filled', { ...shownTexts, phone: '1' }, true],
])('a form whose record now has %s is outdated: %o', (_, stored, expected) => {
  expect(hasChangedTexts(seenDigest, stored)).toBe(expected)
})

test('a form without a readable record version is outdated', () => {
  expect(hasChangedTexts('', shownTexts)).toBe(true)
  expect(hasChangedTexts('nonsense', shownTexts)).toBe(true)
})

test('separates the person’s changes from those made meanwhile', () => {
  expect(listUntouchedFields(seenDigest, { ...shownTexts, phone: '1' })).toEqual(
    new Set(['billing.street', 'notes']),
  )
  expect(listChangedFields(seenDigest, { ...shownTexts, notes: 'três' })).toEqual(new Set(['notes']))
  expect(listUntouchedFields('', shownTexts)).toEqual(new Set())
})
