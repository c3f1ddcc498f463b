import { expect, test } from 'vitest'
import { toIdentity, toIdentityRow } from '#app/domain/accounts/identity.ts'

const fields = {
  name: 'Ana Inventada',
  company_name: 'Hangar Inventado',
  cpf: '52998224725',
  cnpj: '11222333000181',
  ie: '110042490114',
  rural_ie: '0110042490114',
  phone: '+5514999990000',
}

test('a person has CPF and rural IE, and no document of a company', () => {
  expect(toIdentity(false, fields)).toEqual({
    isCompany: false,
    name: 'Ana Inventada',
    companyName: null,
    cpf: '52998224725',
    cnpj: null,
    ie: '0110042490114',
    phone: '+5514999990000',
  })
})

test('a company has name, CNPJ and IE of a company, and no CPF', () => {
  expect(toIdentity(true, fields)).toEqual({
    isCompany: true,
    name: 'Ana Inventada',
    companyName: 'Hangar Inventado',
    cpf: null,
    cnpj: '11222333000181',
    ie: '110042490114',
    phone: '+5514999990000',
  })
})

test('missing fields are stored as null', () => {
  expect(toIdentityRow(toIdentity(false, { name: 'Ana Inventada' }))).toEqual({
    is_company: false,
    name: 'Ana Inventada',
    company_name: null,
    cpf: null,
    cnpj: null,
    ie: null,
    phone: null,
  })
})
