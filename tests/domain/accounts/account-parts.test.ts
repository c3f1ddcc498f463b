import { expect, test } from 'vitest'
import { listMissingParts } from '#app/domain/accounts/account-parts.ts'

const emptyParts = { cpf: null, companyName: null, cnpj: null, ie: null, phone: null, billing: undefined }

test.each([
  ['a person', false, ['cpf', 'phone', 'billing']],
  ['a company', true, ['company_name', 'cnpj', 'ie', 'phone', 'billing']],
])('%s lacks the required parts of its kind', (_, isCompany, missingParts) => {
  expect(listMissingParts({ ...emptyParts, isCompany })).toEqual(missingParts)
})

test('lists only the missing parts of an account', () => {
  const person = { ...emptyParts, isCompany: false, cpf: '52998224725', billing: { city: 'Bauru' } }
  expect(listMissingParts(person)).toEqual(['phone'])
})
