import { expect, test } from 'vitest'
import { fillAddress, getSavedFields, makeDraft } from '#app/http/checkout/checkout-draft.server.ts'
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

test('shows the stored data when there is no draft', () => {
  expect(getSavedFields({}, profile)).toMatchObject({
    'buyer.phone': '(14) 99999-0000',
    'billing.zip_code': '18600-000',
    'billing.street': address.street,
    ship_elsewhere: 'off',
  })
})

test('empty fields of a draft do not replace stored values', () => {
  const emptyFields = { 'billing.street': '', 'billing.city': ' ', 'buyer.phone': '', 'billing.zip_code': '' }
  expect(getSavedFields(emptyFields, profile)).toEqual(getSavedFields({}, profile))
})

test('a new postal code replaces the stored address, and the stored code preserves the address', () => {
  const savedFields = getSavedFields({ 'billing.zip_code': '69900-000', 'billing.street': '' }, profile)
  expect(savedFields['billing.zip_code']).toBe('69900-000')
  expect(savedFields['billing.street']).toBeUndefined()
  expect(getSavedFields({ 'billing.zip_code': '18600-000' }, profile)['billing.street']).toBe(address.street)
})

test('a typed address replaces the stored address as a whole', () => {
  const savedFields = getSavedFields({ 'billing.street': 'Rua Nova', 'billing.complement': '' }, profile)
  expect(savedFields['billing.street']).toBe('Rua Nova')
  expect(savedFields['billing.city']).toBeUndefined()
  expect(savedFields['buyer.phone']).toBe('(14) 99999-0000')
})

test('shows a visitor the draft unchanged', () => {
  expect(getSavedFields({ 'billing.street': '' }, undefined)).toEqual({ 'billing.street': '' })
})

function makeForm(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries(fields)) form.append(name, text)
  return form
}

test('stores no password, computed value or consent in a draft', () => {
  const form = makeForm({
    'buyer.name': 'Ana',
    'buyer.password': 'segredo-123',
    checkout_token: 'x',
    intent: 'confirm',
    terms: 'on',
    repeats: '7',
    'seen[0].price': '1',
    'seen_shipping.PAC': '1',
    'filled.billing.street': 'forged',
    'unit.62-1.prefix': 'PT-ABC',
  })
  expect(makeDraft(form)).toEqual({ 'buyer.name': 'Ana', 'unit.62-1.prefix': 'PT-ABC' })
})

test('limits the length of a draft without cutting characters, and retains values filled in by the shop', () => {
  // A value has at most 400 UTF-16 units, of which the emoji needs two; a name has at most 60 characters.
  const longDraft = makeDraft(makeForm({ a: `${'x'.repeat(399)}😀`, ['n'.repeat(61)]: 'x' }), {
    'filled.billing.city': 'Itu',
    'billing.city': 'Itu',
  })
  expect(longDraft).toEqual({ a: 'x'.repeat(399), 'filled.billing.city': 'Itu' })
  const manyFields = Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [`field-${index}`, 'y'.repeat(400)]),
  )
  expect(JSON.stringify(makeDraft(makeForm(manyFields))).length).toBeLessThan(110_000)
})

const postalAddress = {
  cep: '01001000',
  street: 'Praça da Sé',
  province: 'Sé',
  city: 'São Paulo',
  state: 'SP',
}

test('a found address fills empty fields and replaces earlier suggestions, not typed text', () => {
  const filledFields = fillAddress(
    { 'billing.street': ' ', 'billing.province': 'Meu bairro' },
    'billing',
    postalAddress,
  )
  expect(filledFields).toMatchObject({ 'billing.street': 'Praça da Sé', 'billing.province': 'Meu bairro' })
  const townAddress = { ...postalAddress, street: '', province: '', city: 'Itatinga' }
  const refilledFields = fillAddress(filledFields, 'billing', townAddress)
  expect(refilledFields).toMatchObject({
    'billing.street': '',
    'billing.province': 'Meu bairro',
    'billing.city': 'Itatinga',
  })
  const fieldsAfterEdit = fillAddress(
    { ...refilledFields, 'billing.city': 'Outra' },
    'billing',
    postalAddress,
  )
  expect(fieldsAfterEdit).toMatchObject({ 'billing.city': 'Outra', 'billing.street': 'Praça da Sé' })
})
