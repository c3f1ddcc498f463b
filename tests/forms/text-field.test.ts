import { expect, test } from 'vitest'
import { normalisedText, optionalText, requiredLines, requiredText } from '#app/forms/text-field.ts'
import { parseField } from './sent.ts'

const requiredError = ['Campo obrigatório']

test.each([
  ['Botucatu', 'Botucatu'],
  ['  Botucatu  ', 'Botucatu'],
  ['Sa\u0303o Paulo', 'São Paulo'],
  ['Rua\0das\tHélices', 'Rua das Hélices'],
  ['linha\r\noutra', 'linha outra'],
  ['MARIA aparecida   d’Ávila', 'MARIA aparecida d’Ávila'],
  ['🛩️', '🛩️'],
  ['x'.repeat(20), 'x'.repeat(20)],
  [` ${'x'.repeat(20)} `, 'x'.repeat(20)],
  ['<b>"&', '<b>"&'],
])('stores %j as required text %j', (text, value) => {
  expect(parseField(requiredText(25), text)).toEqual({ value })
})

test.each([undefined, '', ' ', '\t\n', '\0'])('rejects %j as required text', (text) => {
  expect(parseField(requiredText(20), text)).toEqual({ errors: requiredError })
})

test('states the limit when a text is too long', () => {
  expect(parseField(requiredText(20), 'x'.repeat(21))).toEqual({ errors: ['Use no máximo 20 caracteres'] })
  expect(parseField(optionalText(5), 'x'.repeat(6))).toEqual({ errors: ['Use no máximo 5 caracteres'] })
})

test.each([
  ['um\r\ndois\rtrês\nquatro', 'um\ndois\ntrês\nquatro'],
  ['\n\n  um  \n\n dois\t\n\n', 'um\n\n dois'],
  ['a\0b', 'a b'],
  ['Sa\u0303o', 'São'],
])('stores %j as multi-line text %j', (text, value) => {
  expect(parseField(requiredLines(30), text)).toEqual({ value })
})

test.each([undefined, '', ' \r\n ', '\0'])('rejects %j as multi-line text', (text) => {
  expect(parseField(requiredLines(20), text)).toEqual({ errors: requiredError })
})

test('limits the total length of multi-line text', () => {
  expect(parseField(requiredLines(5), 'um\ndois')).toEqual({ errors: ['Use no máximo 5 caracteres'] })
})

test.each([
  [undefined, ''],
  ['', ''],
  ['  ', ''],
  [' sala 2 ', 'sala 2'],
])('stores %j as optional text %j', (text, value) => {
  expect(parseField(optionalText(20), text)).toEqual({ value })
})

const evenDigitsField = normalisedText((text) => (/^(\d\d)+$/.test(text) ? Number(text) : null), 'Só pares')

test.each([
  ['12', { value: 12 }],
  [' 12\t', { value: 12 }],
  ['123', { errors: ['Só pares'] }],
  ['', { errors: requiredError }],
  [undefined, { errors: requiredError }],
])('returns the stored form of a normalised text or an error: %j', (text, expected) => {
  expect(parseField(evenDigitsField, text)).toEqual(expected)
})
