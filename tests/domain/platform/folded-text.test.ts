import { expect, test } from 'vitest'
import { compactText, foldText, tokenise } from '#app/domain/platform/folded-text.ts'

test.each([
  ['Brandão', 'brandao'],
  ['BRANDA\u0303O', 'brandao'],
  ['Ýrsa Öztürk', 'yrsa ozturk'],
  ['Straße', 'strasse'],
  ['Łódź', 'lodz'],
  ['nº 12', 'no 12'],
])('%s is compared as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

test.each([
  ['Asa-Branca Ltda.', ['asa', 'branca', 'ltda']],
  ["D'Ávila & Cia", ['d', 'avila', 'cia']],
  [' EMB\u00a0203 ', ['emb', '203']],
  ['%_\\', []],
])('%s is split into the words %j', (text, expectedTokens) => {
  expect(tokenise(text)).toEqual(expectedTokens)
})

test.each([
  ['EMB-203', 'emb203'],
  ['emb 203', 'emb203'],
  ['12.ABC.345/01DE-35', '12abc34501de35'],
  ['–', ''],
])('%s without spaces and punctuation is %s', (text, foldedText) => {
  expect(compactText(text)).toBe(foldedText)
})
