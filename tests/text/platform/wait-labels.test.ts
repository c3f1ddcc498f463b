import { expect, test } from 'vitest'
import { formatWait } from '#app/text/platform/wait-labels.ts'

const MINUTE = 60_000

test.each([
  [0, '1 minuto'],
  [1, '1 minuto'],
  [MINUTE, '1 minuto'],
  [MINUTE + 1, '2 minutos'],
  [14.5 * MINUTE, '15 minutos'],
  [59 * MINUTE, '59 minutos'],
  [60 * MINUTE, '1 hora'],
  [61 * MINUTE, '2 horas'],
])('formats %i milliseconds as %s', (milliseconds, expectedText) => {
  expect(formatWait(milliseconds)).toBe(expectedText)
})
