import { expect, test } from 'vitest'
import { formatPayerAddress } from '#app/domain/payments/payer-address.ts'

test.each([
  ['Rua das Hélices', '100', '', 'RUA DAS HELICES 100'],
  ['Rua das Hélices', '100', 'Hangar 2', 'RUA DAS HELICES 100 HANGAR 2'],
  ['Rua das Hélices', '', '', 'RUA DAS HELICES'],
  ['', '100', '', '100'],
  ['Avenida Brigadeiro Faria Lima e Silva Junior', '', '', 'AVENIDA BRIGADEIRO FARIA LIMA E SILVA JU'],
  ['Avenida Brigadeiro Faria Lima e Silva Junior', '1234', '', 'AVENIDA BRIGADEIRO FARIA LIMA E SIL 1234'],
  [
    'Avenida Brigadeiro Faria Lima e Silva Junior',
    '1234',
    'Hangar 12',
    'AVENIDA BRIGADEIRO FARIA 1234 HANGAR 12',
  ],
  ['Rua Um', '7', 'Bloco B, apartamento 1203, fundos', 'RUA UM 7 BLOCO B, APARTAMENTO 1203, FUND'],
  [
    'Avenida Brigadeiro Faria Lima',
    '1234',
    'Bloco B, apartamento 1203, fundos',
    'AVENIDA BRIGADE 1234 BLOCO B, APARTAMENT',
  ],
])('the payer’s address %s, %s, %s is written as %s', (street, number, complement, writtenAddress) => {
  expect(formatPayerAddress({ street, number, complement })).toBe(writtenAddress)
  expect(formatPayerAddress({ street, number, complement })).toContain(number)
})

test('an address of a payer fits a different width', () => {
  expect(formatPayerAddress({ street: 'Avenida Brigadeiro', number: '12', complement: '' }, 20)).toBe(
    'AVENIDA BRIGADEIR 12',
  )
})
