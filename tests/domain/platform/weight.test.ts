import { expect, test } from 'vitest'
import { parseKilograms } from '#app/domain/platform/weight.ts'

test.each([
  ['1,25', 1250],
  ['0,7', 700],
  ['2', 2000],
  ['2 kg', 2000],
  [' 12,005kg ', 12005],
  ['0', 0],
])('parses %s as %i grams', (text, grams) => {
  expect(parseKilograms(text)).toBe(grams)
})

test.each(['', '1.25', '1,2345', '-1', 'um', ',5', '1e3', '12345'])('rejects the weight %s', (text) => {
  expect(parseKilograms(text)).toBeNull()
})
