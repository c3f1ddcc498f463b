import { expect, test } from 'vitest'
import { makeRemovedEmail } from '#app/domain/accounts/data-retention.ts'
import {
  buildPersonText,
  listPersonTokens,
  maxTokenLength,
  type PersonData,
} from '#app/domain/accounts/person-text.ts'

const data: PersonData = {
  email: 'Contato@fazendaasabranca.exemplo.test',
  name: 'Helena Brandão de Almeida',
  companyName: "Fazenda Asa-Branca D'Ávila S/A",
  cpf: null,
  cnpj: '12ABC34501DE35',
  ie: 'ISENTO',
  phone: '14999990000',
  zipCodes: ['18600000', null],
}

test('the search index of a person contains one text of whole words and one of word parts', () => {
  expect(buildPersonText(data)).toEqual({
    words:
      ' 12abc34501de35 isento 18600000 helena brandao de almeida fazenda asa branca asabranca d avila davila s a sa ',
    parts: 'contato@fazendaasabranca.exemplo.test 5514999990000',
  })
})

test.each([
  'brandao',
  '18600000',
  '>asabranca.exemplo.test',
  '>@fazendaasabranca.exemplo.test',
  '>14999990000',
  '>90000',
  '>est',
])('the search index of a person contains %s (> begins the end of a part)', (token) => {
  expect(listPersonTokens(buildPersonText(data))).toContain(token)
})

test('tokens of the search index have a bounded length and no duplicates', () => {
  const tokens = listPersonTokens(
    buildPersonText({ ...data, name: `${'x'.repeat(80)} helena`, companyName: 'Helena' }),
  )
  expect(Math.max(...tokens.map(({ length }) => length))).toBe(maxTokenLength)
  expect(tokens.filter((token) => token === 'helena')).toHaveLength(1)
  expect(new Set(tokens).size).toBe(tokens.length)
  // Ends of parts have at least three characters.
  expect(tokens).not.toContain('>st')
})

test('search texts of the longest e-mail address and name fit their columns', () => {
  const email = `${'a'.repeat(64)}@${'b'.repeat(185)}.com`
  const { words, parts } = buildPersonText({
    ...data,
    email,
    name: 'ﷺ'.repeat(150),
    companyName: 'é.'.repeat(75),
  })
  expect(words.length).toBeLessThanOrEqual(1_000)
  expect(parts).toBe(`${email} 5514999990000`)
  expect(listPersonTokens({ words, parts }).length).toBeLessThan(400)
})

test('builds no search text for a removed account', () => {
  const text = buildPersonText({ ...data, email: makeRemovedEmail(7) })
  expect(listPersonTokens(text)).toEqual([])
  expect(text).toEqual({ words: '', parts: '' })
})
