import { expect, test } from 'vitest'
import { STATES } from '#app/domain/accounts/states.ts'
import { addressSchema } from '#app/forms/address.ts'
import { parseFields } from './sent.ts'

const address = {
  zip_code: '18600-000',
  street: 'Rua das Hélices',
  number: '100',
  complement: '',
  province: 'Centro',
  city: 'Botucatu',
  state: 'SP',
}

test('parses the postal code as digits, the state in capitals, and a missing complement as empty', () => {
  const { value } = parseFields(addressSchema, { ...address, state: ' sp ', complement: undefined })
  expect(value).toEqual({ ...address, zip_code: '18600000', complement: '' })
})

test.each(['zip_code', 'street', 'number', 'province', 'city', 'state'])('an address requires %s', (name) => {
  expect(parseFields(addressSchema, { ...address, [name]: undefined }).errors).toEqual({
    [name]: ['Campo obrigatório'],
  })
})

test.each(['18600000', '18600-000', '18.600-000', ' 18600 000 '])(
  'accepts the postal code «%s»',
  (zip_code) => {
    expect(parseFields(addressSchema, { ...address, zip_code }).value?.zip_code).toBe('18600000')
  },
)

test.each(['1860000', '186000000', '18600_000', 'abc', '１８６０００００'])(
  'rejects the postal code «%s»',
  (zip_code) => {
    expect(parseFields(addressSchema, { ...address, zip_code }).errors).toEqual({
      zip_code: ['CEP incorreto: são oito números, como 18600-000'],
    })
  },
)

test('accepts the 26 states and the Federal District in either case', () => {
  expect(STATES).toHaveLength(27)
  for (const state of STATES) {
    expect(parseFields(addressSchema, { ...address, state }).value?.state).toBe(state)
    expect(parseFields(addressSchema, { ...address, state: state.toLowerCase() }).value?.state).toBe(state)
  }
})

test.each(['XX', 'S', 'SPP', 'toString', 'constructor', 'Paulo'])('rejects the state «%s»', (state) => {
  expect(parseFields(addressSchema, { ...address, state }).errors).toEqual({
    state: ['UF incorreta: use a sigla do estado, como SP'],
  })
})

test.each([
  ['street', 150],
  ['number', 20],
  ['complement', 80],
  ['province', 80],
  ['city', 80],
])('limits %s to %i characters', (name, max) => {
  // 'á' is one character, but two bytes in UTF-8.
  expect(parseFields(addressSchema, { ...address, [name]: 'á'.repeat(max) }).errors).toBeUndefined()
  expect(parseFields(addressSchema, { ...address, [name]: 'á'.repeat(max + 1) }).errors).toEqual({
    [name]: [`Use no máximo ${max} caracteres`],
  })
})

test('drops unknown fields of an address', () => {
  const { value } = parseFields(addressSchema, { ...address, id: '1', country: 'Marte', user_id: '2' })
  expect(Object.keys(value ?? {}).sort()).toEqual(Object.keys(address).sort())
})

test.each(['São Paulo', 'sao paulo', 'SP', ' sp '])('parses the state «%s» as SP', (state) => {
  expect(parseFields(addressSchema, { ...address, state }).value?.state).toBe('SP')
})
