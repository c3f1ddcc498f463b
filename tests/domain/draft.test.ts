import { expect, test } from 'vitest'
import { mergedDraft } from '#app/domain/draft.ts'

const saved = {
  'buyer.phone': '14 99999-0000',
  'billing.zip_code': '18600-000',
  'billing.street': 'Rua A',
  'billing.complement': 'casa 2',
}

test.each([
  ['nothing', {}],
  ['blank fields', { 'buyer.phone': ' ', 'billing.street': '', 'billing.zip_code': '' }],
  ['the postal code of a freight quote', { 'billing.zip_code': '69900-000', 'billing.street': '' }],
])('%s takes nothing away', (_name, newer) => {
  expect(mergedDraft(saved, newer)).toEqual(saved)
})

test('an address that was typed replaces the older one whole', () => {
  expect(mergedDraft(saved, { 'billing.zip_code': '69900-000', 'billing.street': 'Rua B' })).toEqual({
    'buyer.phone': '14 99999-0000',
    'billing.zip_code': '69900-000',
    'billing.street': 'Rua B',
  })
})

test('other fields replace their own kind alone', () => {
  expect(mergedDraft(saved, { 'buyer.phone': '11 98888-7777', 'shipping.city': 'Itu' })).toEqual({
    ...saved,
    'buyer.phone': '11 98888-7777',
    'shipping.city': 'Itu',
  })
})
