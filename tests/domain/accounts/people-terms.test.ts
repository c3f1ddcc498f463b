import { expect, test } from 'vitest'
import { isRecordNumber, type PeopleTerm, parsePeopleTerms } from '#app/domain/accounts/people-terms.ts'

const makeBeginsTerm = (...alternatives: string[]): PeopleTerm => ({ alternatives, match: 'begins' })
const makeWholeTerm = (...alternatives: string[]): PeopleTerm => ({ alternatives, match: 'whole' })
const makeEmailTerm = (...alternatives: string[]): PeopleTerm => ({ alternatives, match: 'email' })

test.each<[string, PeopleTerm[]]>([
  ['Brandão', [makeBeginsTerm('brandao')]],
  ['  de BRANDÃO ', [makeBeginsTerm('de'), makeBeginsTerm('brandao')]],
  ['Asa Branca, asa', [makeBeginsTerm('asa'), makeBeginsTerm('branca')]],
  ["D'Ávila", [makeBeginsTerm('d'), makeBeginsTerm('avila')]],
  ['111.444.777-35', [makeBeginsTerm('11144477735')]],
  ['111444777 35', [makeBeginsTerm('11144477735')]],
  ['111.444', [makeBeginsTerm('111444')]],
  ['12.abc.345/01de-35', [makeBeginsTerm('12abc34501de35')]],
  ['12 abc 345 01de 35', [makeBeginsTerm('12abc34501de35')]],
  ['12.ABC.34', [makeBeginsTerm('12abc34')]],
  ['(14) 99999-0000', [makeBeginsTerm('14999990000')]],
  ['+55 14 99999-0000', [makeBeginsTerm('5514999990000', '14999990000')]],
  ['014 99999 0000', [makeBeginsTerm('014999990000', '14999990000')]],
  ['99999-0000', [makeBeginsTerm('999990000')]],
  ['0000', [makeBeginsTerm('0000')]],
  ['18600-000', [makeBeginsTerm('18600000')]],
  ['Maria (14) 99999-0000', [makeBeginsTerm('maria'), makeBeginsTerm('14999990000')]],
  ['Aviação 12', [makeBeginsTerm('aviacao'), makeWholeTerm('12')]],
  ['1', [makeWholeTerm('1')]],
  ['a', [makeBeginsTerm('a')]],
  ['zuleica_1@Exemplo', [makeEmailTerm('zuleica_1@exemplo')]],
  ['<ana@exemplo.test>,', [makeEmailTerm('ana@exemplo.test')]],
  ['@gmail ana', [makeEmailTerm('@gmail'), makeBeginsTerm('ana')]],
  ['asabranca.ex', [makeBeginsTerm('asabranca'), makeBeginsTerm('ex')]],
  ['%_\\ -', []],
  ['', []],
])('the search %j for people becomes the terms %j', (search, terms) => {
  expect(parsePeopleTerms(search)).toEqual(terms)
})

test('a search for people uses at most eight words of a long pasted text', () => {
  expect(parsePeopleTerms('um dois tres quatro cinco seis sete oito nove dez')).toHaveLength(8)
})

test.each([
  ['12', true],
  ['#21', true],
  ['nº 1042', true],
  ['9999999', true],
  ['99999999', false],
  ['12 13', false],
  ['silva', false],
])('a search for people treats %s as a record number: %s', (search, isNumber) => {
  expect(isRecordNumber(search)).toBe(isNumber)
})
