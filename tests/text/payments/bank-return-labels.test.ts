import { expect, test } from 'vitest'
import { getRejectionReason } from '#app/text/payments/bank-return-labels.ts'

test.each([
  [400, '001', '66', 'CPF ou CNPJ do pagador inválido (66)'],
  [400, '341', '11', 'CEP inválido (11)'],
  [400, '237', '48', 'CEP inválido (48)'],
  [240, '001', '63', 'título já cadastrado (63)'],
  [240, '341', '37', 'CPF ou CNPJ do pagador inválido (37)'],
] as const)('in files of %d of bank %s reason %s has its text', (format, bank, code, expectedText) => {
  expect(getRejectionReason(format, bank, code)).toBe(expectedText)
})

test.each(['A4', '99', 'constructor', ''])('shows the code of a reason without a text: %j', (code) => {
  expect(getRejectionReason(400, '001', code)).toBe(`motivo ${code}, veja o manual do banco`)
})
