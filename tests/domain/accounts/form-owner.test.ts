import { expect, test } from 'vitest'
import { addFormOwner, removeFormOwner } from '#app/domain/accounts/form-owner.ts'

test.each([
  ['/a', '/a?form_owner=7.0.x'],
  ['/a?b=1', '/a?b=1&form_owner=7.0.x'],
])('adds the owner to %s and removes it', (address, addressWithOwner) => {
  expect(addFormOwner(address, '7.0.x')).toBe(addressWithOwner)
  expect(removeFormOwner(addressWithOwner)).toBe(address)
})

test('leaves an address without an owner unchanged', () => {
  expect(addFormOwner('/a?b=1', undefined)).toBe('/a?b=1')
  expect(removeFormOwner('/a?b=1&c=2?3')).toBe('/a?b=1&c=2?3')
})
