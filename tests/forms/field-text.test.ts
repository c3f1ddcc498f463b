import { expect, test } from 'vitest'
import { makeFieldTextReader } from '#app/forms/field-text.ts'

const savedTexts = { 'billing.city': 'Botucatu', 'buyer.name': 'Ana' }

test('shows the stored value before a form is sent', () => {
  const field = makeFieldTextReader(undefined, savedTexts)
  expect(field.getField('billing.city')).toEqual({
    name: 'billing.city',
    defaultValue: 'Botucatu',
    errors: undefined,
  })
  expect(field.value('buyer.name')).toBe('Ana')
  expect([field.hasErrors, field.formErrors, field.errors]).toEqual([false, [], {}])
})

test.each([undefined, null])('a field with no result (%j) and no stored value is empty', (result) => {
  expect(makeFieldTextReader(result).getField('buyer.name')).toEqual({
    name: 'buyer.name',
    defaultValue: undefined,
    errors: undefined,
  })
})

const failedForm = makeFieldTextReader(
  {
    status: 'error',
    initialValue: { billing: { city: 'Bauru', zip: { five: '18600' } }, flat: 'x', list: ['a'], empty: '' },
    error: { '': ['Não deu'], 'billing.city': ['Cidade errada', 'Outra vez'], 'buyer.password': null },
  },
  { ...savedTexts, flat: 'old' },
)

test('shows the sent value before the stored one, even when it is empty', () => {
  expect(failedForm.value('billing.city')).toBe('Bauru')
  expect(failedForm.value('billing.zip.five')).toBe('18600')
  expect(failedForm.value('flat')).toBe('x')
  expect(failedForm.value('empty')).toBe('')
  expect(failedForm.value('buyer.name')).toBeUndefined()
})

test('ignores a list sent for a text field', () => {
  expect(failedForm.value('list')).toBeUndefined()
})

test('separates errors of fields from those of the form, and ignores a field whose errors are null', () => {
  expect(failedForm.errors).toEqual({ 'billing.city': ['Cidade errada', 'Outra vez'] })
  expect(failedForm.formErrors).toEqual(['Não deu'])
  expect(failedForm.getField('billing.city').errors).toEqual(['Cidade errada', 'Outra vez'])
  expect(failedForm.getField('buyer.password')).toEqual({
    name: 'buyer.password',
    defaultValue: undefined,
    errors: undefined,
  })
  expect(failedForm.hasErrors).toBe(true)
})
