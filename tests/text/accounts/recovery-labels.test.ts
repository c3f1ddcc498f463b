import { expect, test } from 'vitest'
import { formatFleet } from '#app/text/accounts/recovery-labels.ts'

test('lists up to 20 registrations of a fleet and counts the others', () => {
  const registrations = Array.from({ length: 23 }, (_, index) => `PT-A${10 + index}`)
  expect(formatFleet([])).toBe('Nenhuma')
  expect(formatFleet(registrations.slice(0, 20))).toMatch(/PT-A28, PT-A29$/)
  expect(formatFleet(registrations)).toMatch(/PT-A29 e mais 3$/)
})
