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
] as const)('%s: the word %s is %s', (field, word, code) => {
  expect(parseTaxCode(field, word)).toBe(code)
})
