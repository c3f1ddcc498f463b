import { expect, test } from 'vitest'
import { getChosenLayout, getLegalLayout } from '#app/domain/orders/invoices/service-layout.ts'
import type { ServiceLayout, TaxRegime } from '#app/domain/settings/fiscal.ts'

test.each<[TaxRegime, string, ServiceLayout]>([
  ['simples', '2026-10-31', 'city'],
  ['simples', '2026-11-01', 'national'],
  ['simples-excess', '2026-10-31', 'city'],
  ['simples-excess', '2026-11-01', 'national'],
  ['mei', '2023-08-31', 'city'],
  ['mei', '2023-09-01', 'national'],
  ['normal', '2026-11-01', 'city'],
  ['normal', '2030-01-01', 'city'],
])('sends an NFS-e of %s on %s to the issuer "%s"', (regime, day, layout) => {
  expect(getLegalLayout(regime, day)).toBe(layout)
  expect(getChosenLayout('law', regime, day)).toBe(layout)
  expect(getChosenLayout('city', regime, day)).toBe('city')
  expect(getChosenLayout('national', regime, day)).toBe('national')
})
