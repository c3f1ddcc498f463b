import { expect, test } from 'vitest'
import { privacyVersion, privacyVersionOf, privacyVersions } from '#app/text/accounts/privacy-version.ts'
import { acceptedTexts } from '#app/text/orders/order-labels.ts'
import { termsSections, termsVersion } from '#app/text/orders/terms.ts'

test('accepting the terms accepts the privacy notice of the same day', () => {
  expect(privacyVersions.at(-1)).toBe(privacyVersion)
  expect([...privacyVersions].sort()).toEqual([...privacyVersions])
  expect(privacyVersionOf(termsVersion)).toBe(privacyVersion)
})

test('the terms name Pix, fine and interest under all settings (D138, D149)', () => {
  const paid = termsSections.find(({ title }) => title.includes('pagamento'))?.paragraphs.join(' ') ?? ''
  for (const words of [
    'por Pix, quando a página de pagamento mostra um código',
    'multa e juros',
    'Descontos',
  ])
    expect(paid).toContain(words)
})

test.each([
  ['2026-11-21', '21/11/2026'],
  ['2026-11-24', '24/11/2026, com o aviso de privacidade de 24/11/2026'],
  ['2026-11-25', '25/11/2026, com o aviso de privacidade de 25/11/2026'],
  ['2026-12-31', '31/12/2026, com o aviso de privacidade de 26/11/2026'],
])('terms of %s were accepted as %s', (terms, words) => {
  expect(acceptedTexts(terms)).toBe(words)
})
