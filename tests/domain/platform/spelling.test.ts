import { expect, test } from 'vitest'
import { calculateEditDistance, getAllowedDistance, suggestSpellings } from '#app/domain/platform/spelling.ts'

test.each([
  ['ipanema', 'ipanema', 2, 0],
  ['ipanemma', 'ipanema', 2, 1],
  ['ipanma', 'ipanema', 2, 1],
  ['ipamena', 'ipanema', 2, 2],
  ['ipnaema', 'ipanema', 2, 1],
  ['piano', 'ipano', 1, 1],
  ['manual', 'catalogo', 2, 3],
  ['', 'ab', 2, 2],
  ['ab', '', 2, 2],
  ['', '', 2, 0],
  ['abcd', 'dcba', 2, 3],
  ['helise', 'helice', 0, 1],
  ['ca', 'abc', 3, 3],
])('the distance from %j to %j, at most %i + 1, is %i', (firstText, secondText, maxDistance, distance) => {
  expect(calculateEditDistance(firstText, secondText, maxDistance)).toBe(distance)
  expect(calculateEditDistance(secondText, firstText, maxDistance)).toBe(distance)
})

test('allows two wrong letters in long words, and none in short words', () => {
  expect([1, 3, 4, 5, 6, 12].map(getAllowedDistance)).toEqual([0, 0, 1, 1, 2, 2])
})

const titles = [
  'Manual de Voo do Ipanema EMB-203',
  'Manual da Hélice',
  'Catálogo de Peças do Ipanema EMB-202A',
  'Boletim de Serviço 12/2024',
]

test.each<[string, string[]]>([
  ['ipanemma', ['Ipanema']],
  ['IPANÉMMA', ['Ipanema']],
  ['manaul helice', ['Manual Hélice']],
  ['manul ipanemma', ['Manual Ipanema']],
  ['hélise', ['Hélice']],
  ['élice', []],
  ['embb203', ['EMB-203']],
  ['pecs', ['Peças']],
  ['vao', []],
  ['zeppelin', []],
  ['ipanemma zeppelin', []],
  ['hélice ipanema', []],
  ['manual', []],
  ['1234', []],
  ['', []],
])('corrects the search %j to %j', (search, suggestions) => {
  expect(suggestSpellings(search, titles)).toEqual(suggestions)
})

test('lists equally near words by their number of titles, at most three', () => {
  const words = ['Motor carta', 'carga', 'carga', 'carpa', 'carna']
  expect(suggestSpellings('carva', words)).toEqual(['carga', 'carna', 'carpa'])
})

test.each([
  ['manuel', ['Manual']],
  ['MANUEL voo', ['Manual voo']],
  ['manual', []],
  ['voo', []],
])('suggests for «%s» the more frequent %o', (search, suggestions) => {
  const titles = ['Manual de Voo', 'Manual de Serviço', 'Manual da Hélice', 'Manuel, uma vida']
  expect(suggestSpellings(search, titles, { isFound: true })).toEqual(suggestions)
  expect(suggestSpellings(search, titles)).toEqual([])
})
