import { expect, test } from 'vitest'
import { breakLinks, hasLinkMarks, quoteName } from '#app/domain/accounts/person-name.ts'

test.each([
  'acesse https://exemplo.test/login',
  'Veja WWW.exemplo.test',
  'ana@exemplo.test',
  'ana＠exemplo',
  'http：／／exemplo.test',
])('rejects %s as a name', (text) => {
  expect(hasLinkMarks(text)).toBe(true)
})

test.each([
  'Ana Inventada da Silva',
  'Asa Inventada Aviação S/A',
  'D’Ávila & Filhos: Hangar 3',
  'Dr. José M. Inventado',
])('accepts %s as a name', (text) => {
  expect(hasLinkMarks(text)).toBe(false)
})

test('breaks the links in a typed name and preserves any other text', () => {
  expect(breakLinks('Rua Inventada, nº 10, 1º andar')).toBe('Rua Inventada, nº 10, 1º andar')
  expect(breakLinks('Olhe http：／／evil．com')).toBe('Olhe http evil. com')
})

test('quotes a name, without links and at most 60 characters long', () => {
  expect(quoteName('Asa Inventada Ltda.')).toBe('“Asa Inventada Ltda.”')
  expect(quoteName('Leia https://www.exemplo.test e a@b')).toBe('“Leia https exemplo. test e a b”')
  expect(quoteName('Entre em evil.com/login')).toBe('“Entre em evil. com/login”')
  expect(quoteName('evil。com, evil．com')).toBe('“evil. com, evil. com”')
  expect(quoteName('Dr. José M. Inventado S.A.')).toBe('“Dr. José M. Inventado S.A.”')
  const quotedName = quoteName('ã'.repeat(61))
  // Sixty characters and the two quotation marks.
  expect([...quotedName].length).toBe(62)
  expect(quotedName.endsWith('…”')).toBe(true)
  expect(quoteName('ã'.repeat(60))).toBe(`“${'ã'.repeat(60)}”`)
})
