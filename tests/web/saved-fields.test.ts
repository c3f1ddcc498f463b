import { expect, test } from 'vitest'
import { savedFields } from '#app/web/checkout-draft.server.ts'
import { address } from '#tests/factories/people.ts'

const profile = {
  isCompany: false,
  name: 'Ana Inventada',
  companyName: null,
  cpf: '52998224725',
  cnpj: null,
  ie: null,
  phone: '14999990000',
  email: 'ana@exemplo.test',
  billing: address,
  shipping: undefined,
}

test('without a draft a customer sees what the shop knows', () => {
  expect(savedFields({}, profile)).toMatchObject({
    'buyer.phone': '(14) 99999-0000',
    'billing.zip_code': '18600-000',
    'billing.street': address.street,
    ship_elsewhere: 'off',
  })
})

test('a draft of empty fields takes nothing away', () => {
  const empty = { 'billing.street': '', 'billing.city': ' ', 'buyer.phone': '', 'billing.zip_code': '' }
  expect(savedFields(empty, profile)).toEqual(savedFields({}, profile))
})

test('another postal code, just typed, begins another address', () => {
  const saved = savedFields({ 'billing.zip_code': '69900-000', 'billing.street': '' }, profile)
  expect(saved['billing.zip_code']).toBe('69900-000')
  expect(saved['billing.street']).toBeUndefined()
  expect(savedFields({ 'billing.zip_code': '18600-000' }, profile)['billing.street']).toBe(address.street)
})

test('an address that was typed is taken whole, not mixed with the known one', () => {
  const saved = savedFields({ 'billing.street': 'Rua Nova', 'billing.complement': '' }, profile)
  expect(saved['billing.street']).toBe('Rua Nova')
  expect(saved['billing.city']).toBeUndefined()
  expect(saved['buyer.phone']).toBe('(14) 99999-0000')
})

test('a visitor sees the draft as it is', () => {
  expect(savedFields({ 'billing.street': '' }, undefined)).toEqual({ 'billing.street': '' })
})
