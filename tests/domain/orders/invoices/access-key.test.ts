import { isValidNfeKey } from '@brazilian-utils/brazilian-utils'
import { expect, test } from 'vitest'
import {
  calculateAccessKeyDigit,
  formatAccessKey,
  listKeyDifferences,
  readAccessKey,
} from '#app/domain/orders/invoices/access-key.ts'

const first = '3526111122233300018155001000000123148291037'
const key = `${first}${calculateAccessKeyDigit(first)}`

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
  const lettered = '35261112ABC34501DE3555001000000123148291037'
  const whole = `${lettered}${calculateAccessKeyDigit(lettered)}`
  expect(readAccessKey(whole.toLowerCase())).toMatchObject({ ok: true, value: { cnpj: '12ABC34501DE35' } })
})

test('computes the check digit of a published access key with letters', () => {
  const published = '3526050X0J92JY000196570010000006041448679011'
  expect(calculateAccessKeyDigit(published.slice(0, 43))).toBe(published.slice(43))
})

function appendDigit(start: string) {
  return `${start}${calculateAccessKeyDigit(start)}`
}

test.each([
  ['3526', 'length'],
  [`${key}0`, 'length'],
  [`X${key.slice(1)}`, 'characters'],
  [key.replace(/.$/, key.endsWith('0') ? '1' : '0'), 'check-digit'],
  [appendDigit(`99${first.slice(2)}`), 'state'],
  [appendDigit(`352613${first.slice(6)}`), 'month'],
  [appendDigit(`${first.slice(0, 20)}65${first.slice(22)}`), 'model'],
  [appendDigit(`${first.slice(0, 6)}11222333000182${first.slice(20)}`), 'cnpj'],
])('rejects %s for its %s', (text, fault) => {
  expect(readAccessKey(text)).toEqual({ ok: false, fault })
})

test('lists the fields of an access key that differ from the order', () => {
  const read = readAccessKey(key)
  if (!read.ok) throw new Error('not read')
  const fitting = { cnpj: '11222333000181', state: 'SP', series: 1, notBefore: '2026-11' }
  expect(listKeyDifferences(read.value, fitting)).toEqual([])
  expect(listKeyDifferences(read.value, { ...fitting, cnpj: null, state: null, series: null })).toEqual([])
  expect(
    listKeyDifferences(read.value, { cnpj: '11444777000161', state: 'RJ', series: 2, notBefore: '2026-12' }),
  ).toEqual(['issuer', 'state', 'month', 'series'])
})
