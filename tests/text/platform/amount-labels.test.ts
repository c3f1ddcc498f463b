import { expect, test } from 'vitest'
import { spellAmount } from '#app/text/platform/amount-labels.ts'

test.each([
  [0, 'zero reais'],
  [1, 'um centavo'],
  [99, 'noventa e nove centavos'],
  [1_00, 'um real'],
  [14_50, 'quatorze reais e cinquenta centavos'],
  [21_01, 'vinte e um reais e um centavo'],
  [100_00, 'cem reais'],
  [101_00, 'cento e um reais'],
  [999_00, 'novecentos e noventa e nove reais'],
  [1_000_00, 'mil reais'],
  [1_001_00, 'mil e um reais'],
  [1_100_00, 'mil e cem reais'],
  [1_234_56, 'mil duzentos e trinta e quatro reais e cinquenta e seis centavos'],
  [2_500_00, 'dois mil e quinhentos reais'],
  [100_000_00, 'cem mil reais'],
  [1_000_000_00, 'um milhão de reais'],
  [1_000_001_00, 'um milhão e um reais'],
  [2_300_450_10, 'dois milhões trezentos mil quatrocentos e cinquenta reais e dez centavos'],
  [1_200_000_00, 'um milhão e duzentos mil reais'],
])('formats %i centavos as %s', (centavos, expectedText) => {
  expect(spellAmount(centavos)).toBe(expectedText)
})

test.each([-1, 0.5, 100_000_000_000])('rejects %d centavos as an amount in words', (centavos) => {
  expect(() => spellAmount(centavos)).toThrow(RangeError)
})
