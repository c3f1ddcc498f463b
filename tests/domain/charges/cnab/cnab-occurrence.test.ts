import { expect, test } from 'vitest'
import { bankCodes, banks } from '#app/domain/charges/banks/banks.ts'
import { getOccurrenceMeaning } from '#app/domain/charges/cnab/cnab-meaning.ts'
import { bankTexts } from '#app/text/settings/banks/banks.ts'

const everyCode = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0'))

test.each([
  [400, '001', '05 06 07 08 15'],
  [400, '341', '06 07 08 10 59'],
  [400, '237', '06 15 17'],
  [240, '001', '06 17'],
  [240, '237', '06 17'],
  [240, '341', '06 08 10'],
] as const)('CNAB %d, bank %s: only occurrences %s are payments', (format, bank, codes) => {
  const settledCodes = everyCode.filter((code) => getOccurrenceMeaning(format, bank, code) === 'settled')
  expect(settledCodes.join(' ')).toBe(codes)
})

test.each([
  [400, '001', '02', 'registered'],
  [400, '001', '03', 'rejected'],
  [400, '001', '10', 'written-off'],
  [400, '001', '44', 'reversed'],
  [400, '341', '64', 'registered'],
  [400, '341', '60', 'rejected'],
  [400, '341', '16', 'instruction-rejected'],
  [400, '341', '72', 'written-off'],
  [400, '341', '25', 'other'],
  [400, '237', '24', 'rejected'],
  [400, '237', '27', 'instruction-rejected'],
  [400, '237', '14', 'due-date-changed'],
  [400, '237', '28', 'other'],
  [240, '001', '09', 'written-off'],
  [240, '237', '26', 'instruction-rejected'],
  [240, '341', '17', 'instruction-rejected'],
] as const)('CNAB %d, bank %s: occurrence %s means %s', (format, bank, code, meaning) => {
  expect(getOccurrenceMeaning(format, bank, code)).toBe(meaning)
})

test.each(['00', '99', '', '  ', 'XX', '6', '006'])('treats occurrence %j as unknown', (code) => {
  expect(getOccurrenceMeaning(400, '001', code)).toBe('unknown')
  expect(getOccurrenceMeaning(240, '341', code)).toBe('unknown')
})

test.each(bankCodes)(
  'bank %s: only the occurrences of unpayable boletos have messages, and each has one',
  (bank) => {
    const codes = ([400, 240] as const).flatMap(
      (format) => banks[bank].occurrences[format].unpayable?.split(' ') ?? [],
    )
    expect(Object.keys(bankTexts[bank].unpayableOccurrences).toSorted()).toEqual(
      [...new Set(codes)].toSorted(),
    )
  },
)

test('treats a cleared cheque as unknown, so that staff verify the payment', () => {
  expect(getOccurrenceMeaning(240, '237', '45')).toBe('unknown')
  expect(getOccurrenceMeaning(400, '341', '76')).toBe('unknown')
})
