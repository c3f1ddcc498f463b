import { expect, test } from 'vitest'
import { buildFieldErrors } from '#app/api/field-errors.ts'
import { idInput, reaisInput, reaisOrNull, reference } from '#app/api/wire/values.ts'
import { specTexts } from '#app/text/platform/messages.ts'

const valueError = expect.stringContaining('Valor incorreto')

test.each([
  [128.9, 128_90],
  [0, 0],
  ['128.90', 128_90],
  ['128,90', 128_90],
  ['1.234,56', 1_234_56],
  ['1.234.567', 1_234_567_00],
  ['1234.00', 1_234_00],
  ['1.234', expect.stringContaining('duas leituras')],
  ['R$ 1.234', expect.stringContaining('duas leituras')],
  [99_999_999.99, 9_999_999_999],
  [0.1 + 0.2, 30],
  [-1, valueError],
  [-0.01, valueError],
  [1.005, valueError],
  [1e-9, valueError],
  [1e8, valueError],
  ['99.999.999,99', 9_999_999_999],
  ['100.000.000,00', valueError],
  [1e308, valueError],
  [Number.NaN, valueError],
  [Number.POSITIVE_INFINITY, valueError],
  ['1e5', valueError],
  ['0x10', valueError],
  ['-1,00', valueError],
  ['NaN', valueError],
  ['١٢٨', valueError],
  [' ', valueError],
  [true, valueError],
  [[128.9], valueError],
  [{ value: 1 }, valueError],
  [null, specTexts.fieldRequired],
  [undefined, specTexts.fieldRequired],
])('parses or rejects the amount %o in reais: %o', (input, expected) => {
  const parsed = reaisInput.safeParse(input)
  expect(parsed.success ? parsed.data : parsed.error.issues[0]?.message).toEqual(expected)
})

test.each([
  ['', null],
  [null, null],
  [undefined, undefined],
  ['12,50', 12_50],
  [12.5, 12_50],
  ['caro', valueError],
  [-1, valueError],
])('parses or rejects the optional amount %o: %o', (input, expected) => {
  const parsed = reaisOrNull.safeParse(input)
  expect(parsed.success ? parsed.data : parsed.error.issues.map(({ message }) => message)[0]).toEqual(
    expected,
  )
})

test.each([
  ['for a field', ['value'], { value: ['a'] }],
  ['for a nested field', ['billing_address', 'zip_code'], { billing_address: { zip_code: ['a'] } }],
  ['for a field in a list', ['publications', 1, 'value'], { publications: [{}, { value: ['a'] }] }],
  ['for the whole body', [], { non_field_errors: ['a'] }],
])('reports a repeated message %s once', (_, path, expected) => {
  const issue = { path, message: 'a' }
  expect(buildFieldErrors([issue, issue])).toEqual(expected)
})

test.each([
  [12, 12],
  ['12', 12],
  [4_294_967_295, 4_294_967_295],
])('parses the id %o as %i', (input, expected) => {
  expect(idInput.parse(input)).toBe(expected)
})

test.each([4_294_967_296, '9999999999', 0, -1, 1.5, '012', '1e3', ' 12', '', true, [12], null, undefined])(
  'rejects %o as an id',
  (input) => {
    expect(idInput.safeParse(input).success).toBe(false)
  },
)

test.each([
  [12, 12],
  ['12', 12],
  [{ id: 12, name: 'Ana' }, 12],
  [{ id: '12' }, 12],
  [{}, undefined],
  [{ id: { id: 12 } }, undefined],
  [null, undefined],
])('parses the reference %o as id %o (undefined: rejected)', (input, expected) => {
  expect(reference().safeParse(input).data).toBe(expected)
})
