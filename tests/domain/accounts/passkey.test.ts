import { expect, test } from 'vitest'
import { getPasskeyDomain, isCounterReset } from '#app/domain/accounts/passkey.ts'

test.each([
  [0, 0, false],
  [0, 1, false],
  [4, 5, false],
  [5, 5, true],
  [5, 4, true],
  [5, 0, true],
])(
  'compares the counter of a passkey, stored %i and reported %i, and rejects it: %s',
  (storedCounter, reportedCounter, isRejected) => {
    expect(isCounterReset(storedCounter, reportedCounter)).toBe(isRejected)
  },
)

test.each([
  ['https://loja.aeropub.example', 'loja.aeropub.example'],
  ['http://localhost:3000', 'localhost'],
  ['https://1a.example', '1a.example'],
  ['http://127.0.0.1:3000', undefined],
  ['http://[::1]:3000', undefined],
])('passkeys on %s are bound to %s', (address, domain) => {
  expect(getPasskeyDomain(address)).toBe(domain)
})
