import { expect, test } from 'vitest'
import { isRecordNumber, type PeopleTerm, peopleTerms } from '#app/domain/accounts/people-terms.ts'

const begins = (...any: string[]): PeopleTerm => ({ any, how: 'begins' })
const whole = (...any: string[]): PeopleTerm => ({ any, how: 'whole' })
const email = (...any: string[]): PeopleTerm => ({ any, how: 'email' })

test.each<[string, PeopleTerm[]]>([
  ['Brandão', [begins('brandao')]],
  ['  de BRANDÃO ', [begins('de'), begins('brandao')]],
  ['Asa Branca, asa', [begins('asa'), begins('branca')]],
  ["D'Ávila", [begins('d'), begins('avila')]],
  ['111.444.777-35', [begins('11144477735')]],
  ['111444777 35', [begins('11144477735')]],
  ['111.444', [begins('111444')]],
  ['12.abc.345/01de-35', [begins('12abc34501de35')]],
  ['12 abc 345 01de 35', [begins('12abc34501de35')]],
  ['12.ABC.34', [begins('12abc34')]],
  ['(14) 99999-0000', [begins('14999990000')]],
  ['+55 14 99999-0000', [begins('5514999990000', '14999990000')]],
  ['014 99999 0000', [begins('014999990000', '14999990000')]],
  ['99999-0000', [begins('999990000')]],
  ['0000', [begins('0000')]],
  ['18600-000', [begins('18600000')]],
  ['Maria (14) 99999-0000', [begins('maria'), begins('14999990000')]],
  ['Aviação 12', [begins('aviacao'), whole('12')]],
  ['1', [whole('1')]],
  ['a', [begins('a')]],
  ['zuleica_1@Exemplo', [email('zuleica_1@exemplo')]],
  ['<ana@exemplo.test>,', [email('ana@exemplo.test')]],
  ['@gmail ana', [email('@gmail'), begins('ana')]],
  ['asabranca.ex', [begins('asabranca'), begins('ex')]],
  ['%_\\ -', []],
  ['', []],
])('%j searches for %j', (search, terms) => {
  expect(peopleTerms(search)).toEqual(terms)
})

test('uses eight words of a long pasted text', () => {
  expect(peopleTerms('um dois tres quatro cinco seis sete oito nove dez')).toHaveLength(8)
})

test.each([
  ['12', true],
  ['#21', true],
  ['nº 1042', true],
  ['9999999', true],
  ['99999999', false],
  ['12 13', false],
  ['silva', false],
])('%s is a record number: %s', (search, isNumber) => {
  expect(isRecordNumber(search)).toBe(isNumber)
})
