import { expect, test } from 'vitest'
import { parseTaxCode } from '#app/text/catalogue/tax-labels.ts'

test.each([
  ['nature', 'Mercadoria', 'goods'],
  ['nature', 'SERVIÇO', 'service'],
  ['nature', 'serviço ou licença de uso', 'service'],
  ['nature', 'Serv', 'service'],
  ['nature', 'Ser', null],
  ['nature', 'produto', null],
  ['origin', 'Nacional', null],
] as const)('in the field %s, the word %s has the code %s', (field, word, code) => {
  expect(parseTaxCode(field, word)).toBe(code)
})
