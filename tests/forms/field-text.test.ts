import { expect, test } from 'vitest'
import { makeFieldTextReader } from '#app/forms/field-text.ts'

const saved = { 'billing.city': 'Botucatu', 'buyer.name': 'Ana' }

test('shows the stored value before a form is sent', () => {
  const field = makeFieldTextReader(undefined, saved)
  expect(field.getField('billing.city')).toEqual({
    name: 'billing.city',
    defaultValue: 'Botucatu',
    errors: undefined,
  })
  expect(field.value('buyer.name')).toBe('Ana')
  expect([field.hasErrors, field.formErrors, field.errors]).toEqual([false, [], {}])
})

test.each([undefined, null])('a field is empty without result (%j) and stored value', (result) => {
  expect(makeFieldTextReader(result).getField('buyer.name')).toEqual({
    name: 'buyer.name',
    defaultValue: undefined,
    errors: undefined,
  })
})

const failed = makeFieldTextReader(
  {
    status: 'error',
    initialValue: { billing: { city: 'Bauru', zip: { five: '18600' } }, flat: 'x', list: ['a'], empty: '' },
    error: { '': ['Não deu'], 'billing.city': ['Cidade errada', 'Outra vez'], 'buyer.password': null },
  },
  { ...saved, flat: 'old' },
)

test('shows the sent value before the stored one, even when it is empty', () => {
  expect(failed.value('billing.city')).toBe('Bauru')
  expect(failed.value('billing.zip.five')).toBe('18600')
  expect(failed.value('flat')).toBe('x')
  expect(failed.value('empty')).toBe('')
  expect(failed.value('buyer.name')).toBeUndefined()
})

test('ignores a list sent for a text field', () => {
  expect(failed.value('list')).toBeUndefined()
})

test('separates errors of fields from those of the form, and ignores a field whose errors are null', () => {
  expect(failed.errors).toEqual({ 'billing.city': ['Cidade errada', 'Outra vez'] })
  expect(failed.formErrors).toEqual(['Não deu'])
  expect(failed.getField('billing.city').errors).toEqual(['Cidade errada', 'Outra vez'])
  expect(failed.getField('buyer.password')).toEqual({
    name: 'buyer.password',
    defaultValue: undefined,
    errors: undefined,
  })
  expect(failed.hasErrors).toBe(true)
})
