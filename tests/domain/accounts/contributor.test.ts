import { expect, test } from 'vitest'
import { getContributorIndicator, isReseller } from '#app/domain/accounts/contributor.ts'

test.each([
  ['R', null, '1', true],
  ['R', '110042490114', '1', true],
  ['1', '110042490114', '1', false],
  [null, '110042490114', '1', false],
  [null, null, '9', false],
])(
  'a buyer with choice %s and IE %s has indicator %s, and buys for resale: %s',
  (override, ie, indicator, resells) => {
    expect(getContributorIndicator({ ie, state: 'SP', override })).toBe(indicator)
    expect(isReseller(override)).toBe(resells)
  },
)
