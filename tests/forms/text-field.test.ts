import { expect, test } from 'vitest'
import { normalisedText, optionalText, requiredText } from '#app/forms/text-field.ts'
import { sentField } from './sent.ts'

const required = ['Campo obrigatório']

test.each([
  ['Botucatu', 'Botucatu'],
  ['  Botucatu  ', 'Botucatu'],
  ['Sa\u0303o Paulo', 'São Paulo'],
  ['Rua\0das\tHélices', 'Rua das Hélices'],
  ['linha\r\noutra', 'linha  outra'],
  ['🛩️', '🛩️'],
  ['x'.repeat(20), 'x'.repeat(20)],
  [` ${'x'.repeat(20)} `, 'x'.repeat(20)],
  ['<b>"&', '<b>"&'],
])('a required text of up to 20 characters takes %j as %j', (text, value) => {
  expect(sentField(requiredText(20), text)).toEqual({ value })
})

test.each([undefined, '', ' ', '\t\n', '\0'])('%j is no required text', (text) => {
  expect(sentField(requiredText(20), text)).toEqual({ errors: required })
})

test('a text that is too long says how long it may be', () => {
  expect(sentField(requiredText(20), 'x'.repeat(21))).toEqual({ errors: ['Use no máximo 20 caracteres'] })
  expect(sentField(optionalText(5), 'x'.repeat(6))).toEqual({ errors: ['Use no máximo 5 caracteres'] })
})

test.each([
  [undefined, ''],
  ['', ''],
  ['  ', ''],
  [' sala 2 ', 'sala 2'],
])('an optional text takes %j as %j', (text, value) => {
  expect(sentField(optionalText(20), text)).toEqual({ value })
})

const even = normalisedText((text) => (/^(\d\d)+$/.test(text) ? Number(text) : null), 'Só pares')

test.each([
  ['12', { value: 12 }],
  [' 12\t', { value: 12 }],
  ['123', { errors: ['Só pares'] }],
  ['', { errors: required }],
  [undefined, { errors: required }],
])('a normalised text gives its stored form or says why not: %j', (text, expected) => {
  expect(sentField(even, text)).toEqual(expected)
})
