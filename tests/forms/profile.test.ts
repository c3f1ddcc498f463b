import { expect, test } from 'vitest'
import { z } from 'zod'
import { emailField, makeCompanyFields, personFields, phoneField } from '#app/forms/profile.ts'
import { parseField, parseFields } from './sent.ts'

const requiredError = ['Campo obrigatório']

test.each([
  ['(14) 99999-0000', '14999990000'],
  ['14999990000', '14999990000'],
  ['(14) 3221-0000', '1432210000'],
  ['+55 14 3221 0000', '1432210000'],
])('stores the phone «%s» as %s', (text, value) => {
  expect(parseField(phoneField, text)).toEqual({ value })
})

test.each(['99999-0000', '(10) 99999-0000', '(14) 69999-0000', '(14) 9999-000', 'liga lá'])(
  'rejects the phone «%s»',
  (text) => {
    expect(parseField(phoneField, text)).toEqual({
      errors: ['Telefone incorreto: use DDD e número, como (14) 99999-0000'],
    })
  },
)

test.each([
  ['ana@exemplo.com.br', 'ana@exemplo.com.br'],
  [' Ana.Silva+Voo@Exemplo.COM ', 'ana.silva+voo@exemplo.com'],
])('stores the e-mail «%s» as %s', (text, value) => {
  expect(parseField(emailField, text)).toEqual({ value })
})

test.each([
  'ana',
  'ana@',
  '@exemplo.com',
  'ana@exemplo',
  'ana silva@exemplo.com',
  'ana@exemplo..com',
  'ana@exemplo.com\nBcc: x@exemplo.com',
  'ana\0@exemplo.com',
  '<ana@exemplo.com>',
  `${'a'.repeat(250)}@exemplo.com`,
])('rejects the e-mail %j', (text) => {
  expect(parseField(emailField, text)).toEqual({
    errors: ['E-mail incorreto: confira se está completo, como nome@exemplo.com.br'],
  })
})

const personSchema = z.object(personFields)
const companySchema = z.object(makeCompanyFields(12))
const longIeSchema = z.object(makeCompanyFields(14))
const companyFields = {
  name: 'Beto',
  company_name: 'Asa Ltda.',
  cnpj: '11.222.333/0001-81',
  ie: '123.456.789.012',
}

test('requires name and CPF of a person, and stores the CPF as digits', () => {
  expect(parseFields(personSchema, { name: ' Ana ', cpf: '529.982.247-25' }).value).toEqual({
    name: 'Ana',
    cpf: '52998224725',
  })
  expect(parseFields(personSchema, {}).errors).toEqual({ name: requiredError, cpf: requiredError })
})

test.each(['529.982.247-24', '000.000.000-00', '5299822472', '529.982.247-250', 'abc'])(
  'rejects the CPF «%s»',
  (cpf) => {
    expect(parseFields(personSchema, { name: 'Ana', cpf }).errors).toEqual({
      cpf: ['CPF incorreto: confira os 11 números'],
    })
  },
)

test('requires buyer, name, CNPJ and IE of a company, and stores both numbers as digits', () => {
  expect(parseFields(companySchema, companyFields).value).toEqual({
    ...companyFields,
    cnpj: '11222333000181',
    ie: '123456789012',
  })
  expect(parseFields(companySchema, {}).errors).toEqual({
    name: requiredError,
    company_name: requiredError,
    cnpj: requiredError,
    ie: requiredError,
  })
})

test.each([
  ['11222333000181', '11222333000181'],
  ['12.abc.345/01de-35', '12ABC34501DE35'],
  ['12ABC34501DE35', '12ABC34501DE35'],
])('stores the CNPJ «%s» as %s', (cnpj, storedText) => {
  expect(parseFields(companySchema, { ...companyFields, cnpj }).value?.cnpj).toBe(storedText)
})

test.each(['11.222.333/0001-82', '00.000.000/0000-00', '12.ABC.345/01DE-AB', '52998224725'])(
  'rejects the CNPJ «%s»',
  (cnpj) => {
    expect(parseFields(companySchema, { ...companyFields, cnpj }).errors).toEqual({
      cnpj: ['CNPJ incorreto: confira os 14 caracteres'],
    })
  },
)

test.each([
  ['isento', 'ISENTO'],
  ['123.456.789.012', '123456789012'],
  ['p0123456', 'P0123456'],
])('stores the IE «%s» as %s', (ie, storedText) => {
  expect(parseFields(companySchema, { ...companyFields, ie }).value?.ie).toBe(storedText)
})

test('accepts an IE of 14 digits only when long IEs are allowed, and rejects a word', () => {
  const ie = '12345678901234'
  expect(parseFields(companySchema, { ...companyFields, ie }).errors).toEqual({
    ie: ['Digite só os números, no máximo 12'],
  })
  expect(parseFields(longIeSchema, { ...companyFields, ie }).value?.ie).toBe(ie)
  expect(parseFields(companySchema, { ...companyFields, ie: 'nenhuma' }).errors).toEqual({
    ie: ['Inscrição estadual incorreta: digite só os números, ou ISENTO'],
  })
})
