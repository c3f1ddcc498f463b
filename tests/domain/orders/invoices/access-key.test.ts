import { isValidNfeKey } from '@brazilian-utils/brazilian-utils'
import { expect, test } from 'vitest'
import {
  calculateAccessKeyDigit,
  formatAccessKey,
  listKeyDifferences,
  readAccessKey,
} from '#app/domain/orders/invoices/access-key.ts'

const keyStart = '3526111122233300018155001000000123148291037'
const key = `${keyStart}${calculateAccessKeyDigit(keyStart)}`

test('parses issuer, state, month and number of an access key', () => {
  const expected = {
    key,
    state: 'SP',
    month: '2026-11',
    cnpj: '11222333000181',
    model: '55',
    series: 1,
    number: 123,
  }
  expect(readAccessKey(key)).toEqual({ ok: true, value: expected })
  expect(readAccessKey(` ${formatAccessKey(key)} `)).toEqual({ ok: true, value: expected })
  expect(readAccessKey(`NFe${key}`)).toEqual({ ok: true, value: expected })
  expect(isValidNfeKey(key)).toBe(true)
})

test('accepts an access key with letters in its CNPJ', () => {
  const letteredStart = '35261112ABC34501DE3555001000000123148291037'
  const letteredKey = `${letteredStart}${calculateAccessKeyDigit(letteredStart)}`
  expect(readAccessKey(letteredKey.toLowerCase())).toMatchObject({
    ok: true,
    value: { cnpj: '12ABC34501DE35' },
  })
})

test('computes the check digit of a published access key with letters', () => {
  const publishedKey = '3526050X0J92JY000196570010000006041448679011'
  expect(calculateAccessKeyDigit(publishedKey.slice(0, 43))).toBe(publishedKey.slice(43))
})

function appendDigit(start: string) {
  return `${start}${calculateAccessKeyDigit(start)}`
}

test.each([
  ['3526', 'length'],
  [`${key}0`, 'length'],
  [`X${key.slice(1)}`, 'characters'],
  [key.replace(/.$/, key.endsWith('0') ? '1' : '0'), 'check-digit'],
  [appendDigit(`99${keyStart.slice(2)}`), 'state'],
  [appendDigit(`352613${keyStart.slice(6)}`), 'month'],
  [appendDigit(`${keyStart.slice(0, 20)}65${keyStart.slice(22)}`), 'model'],
  [appendDigit(`${keyStart.slice(0, 6)}11222333000182${keyStart.slice(20)}`), 'cnpj'],
])('rejects %s for its %s', (text, fault) => {
  expect(readAccessKey(text)).toEqual({ ok: false, fault })
})

test('lists the fields of an access key that differ from the order', () => {
  const readKey = readAccessKey(key)
  if (!readKey.ok) throw new Error('not read')
  const fitting = { cnpj: '11222333000181', state: 'SP', series: 1, notBefore: '2026-11' }
  expect(listKeyDifferences(readKey.value, fitting)).toEqual([])
  expect(listKeyDifferences(readKey.value, { ...fitting, cnpj: null, state: null, series: null })).toEqual([])
  expect(
    listKeyDifferences(readKey.value, {
      cnpj: '11444777000161',
      state: 'RJ',
      series: 2,
      notBefore: '2026-12',
    }),
  ).toEqual(['issuer', 'state', 'month', 'series'])
})
