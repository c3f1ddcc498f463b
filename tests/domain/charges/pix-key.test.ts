import { expect, test } from 'vitest'
import { normalisePixKey } from '#app/domain/charges/pix-key.ts'

test.each([
  ['529.982.247-25', 'cpf', '52998224725'],
  ['52998224725', 'cpf', '52998224725'],
  ['11.222.333/0001-81', 'cnpj', '11222333000181'],
  ['12.abc.345/01de-35', 'cnpj', '12ABC34501DE35'],
  [' Pagamentos@Editora.Example.br ', 'email', 'pagamentos@editora.example.br'],
  [`${'a'.repeat(70)}@b.com`, 'email', `${'a'.repeat(70)}@b.com`],
  ['+55 (11) 98765-4321', 'phone', '+5511987654321'],
  ['+551133334444', 'phone', '+551133334444'],
  ['123E4567-E12B-12D1-A456-426655440000', 'random', '123e4567-e12b-12d1-a456-426655440000'],
])('%j is a Pix key of kind %s', (text, kind, key) => {
  expect(normalisePixKey(text)).toEqual({ kind, key })
})

test.each([
  ['', 'nothing'],
  ['52998224724', 'a CPF with a wrong digit'],
  ['11987654321', 'a phone without +55'],
  ['11222333000182', 'a CNPJ with a wrong digit'],
  ['12ABC34501DE36', 'a CNPJ of letters with a wrong digit'],
  ['+1 415 555 2671', 'a phone of elsewhere'],
  ['+5500987654321', 'no area code'],
  ['a@', 'half an address'],
  ['a b@c.com', 'an address with a blank'],
  ['joão@c.com', 'an address with an accent'],
  [`${'a'.repeat(72)}@b.com`, '78 characters'],
  ['123e4567e12b12d1a456426655440000', 'a UUID without hyphens'],
])('rejects the Pix key %j: %s', (text) => {
  expect(normalisePixKey(text)).toBeNull()
})
