import { expect, test } from 'vitest'
import { getBankName } from '#app/text/settings/bank-labels.ts'

test.each([
  ['001', 'Banco do Brasil'],
  ['033', 'Santander'],
  ['461', 'Asaas'],
  ['999', 'Banco 999'],
])('bank %s has the name «%s»', (code, name) => {
  expect(getBankName(code)).toBe(name)
})
