import { expect, test } from 'vitest'
import { parseId, parseListParams } from '#app/http/list-params.ts'

const readParams = (query: string) => parseListParams(new Request(`http://shop.test/publications${query}`))

test.each([
  ['', 1],
  ['?page=1', 1],
  ['?page=2', 2],
  ['?page=100000', 100_000],
  ['?page=100001', 1],
  ['?page=0', 1],
  ['?page=-3', 1],
  ['?page=1.5', 1],
  ['?page=abc', 1],
  ['?page=', 1],
  ['?page=1e99', 1],
  ['?page=Infinity', 1],
  ['?page=2&page=3', 2],
])('the address %s means page %i', (query, page) => {
  expect(readParams(query).page).toBe(page)
})

test.each([
  ['', ''],
  ['?search=', ''],
  ['?search=%20asa%20', 'asa'],
  ['?search=manuten%C3%A7%C3%A3o', 'manutenção'],
  ['?search=a%CC%83', 'ã'],
  ['?search=a%00b', 'ab'],
  ['?search=%FF%FE', '\uFFFD\uFFFD'],
  [`?search=${'x'.repeat(10_000)}`, 'x'.repeat(100)],
  ['?search=a&search=b', 'a'],
])('the address %.40s searches for %.20j', (query, search) => {
  expect(readParams(query).search).toBe(search)
})

test.each([
  ['1', 1],
  ['4294967295', 4_294_967_295],
])('accepts «%s» as an id', (text, id) => {
  expect(parseId(text)).toBe(id)
})

test.each([
  '0',
  '-1',
  '+1',
  '01',
  '1.0',
  '1e3',
  '0x10',
  ' 1',
  '1 ',
  '1\n',
  '',
  'abc',
  '4294967296',
  '99999999999',
  '１',
  null,
  undefined,
  7,
  ['1'],
  {},
])('rejects %j as an id', (text) => {
  expect(parseId(text)).toBeUndefined()
})
