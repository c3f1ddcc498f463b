import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { listPrivacySections } from '#app/routes/shop/privacy-notice.ts'
import { findPrivacyVersion, privacyVersion, privacyVersions } from '#app/text/accounts/privacy-version.ts'
import { formatAcceptedTexts } from '#app/text/orders/order-labels.ts'
import { termsSections, termsVersion } from '#app/text/orders/terms.ts'

test('privacy notices are listed newest first, and the terms accept the newest', () => {
  expect([...privacyVersions].sort().reverse()).toEqual([...privacyVersions])
  expect(findPrivacyVersion(termsVersion)).toBe(privacyVersion)
})

test('the terms mention Pix, fine and interest under all settings (D138, D149)', () => {
  const paymentText =
    termsSections.find(({ title }) => title.includes('pagamento'))?.paragraphs.join(' ') ?? ''
  for (const expectedText of [
    'por Pix, quando a página de pagamento mostra um código',
    'multa e juros',
    'Descontos',
  ])
    expect(paymentText).toContain(expectedText)
})

test.each([
  ['2026-11-21', 'versão de 21/11/2026'],
  ['2026-11-24', 'versão de 24/11/2026, e aviso de privacidade de 24/11/2026'],
  ['2026-11-25', 'versão de 25/11/2026, e aviso de privacidade de 25/11/2026'],
  ['2026-11-26', 'versão de 26/11/2026, e aviso de privacidade de 26/11/2026'],
  ['2026-11-28', 'versão de 28/11/2026, e aviso de privacidade de 28/11/2026'],
  ['2026-12-31', 'versão de 31/12/2026, e aviso de privacidade de 28/11/2026'],
])('terms of %s were accepted as %s, with the day in São Paulo', (version, expectedText) => {
  const acceptedAt = new Date('2027-01-02T02:36:00Z')
  expect(formatAcceptedTexts(version, acceptedAt)).toBe(
    `Termos de compra, ${expectedText}, aceitos em 01/01/2027 às 23:36`,
  )
})

/** Digests of the texts by version. A changed text needs a new version, which is a date, and a new row here. */
const digests: Readonly<Record<string, string>> = {
  'terms 2026-11-28': '6ade869e167de6e1',
  'privacy 2026-11-28': '32fd267d1a43c54e',
}

test('a changed text of the terms or of the privacy notice has a new version', () => {
  const hashSections = (sections: unknown) =>
    createHash('sha256').update(JSON.stringify(sections)).digest('hex').slice(0, 16)
  expect({
    [`terms ${termsVersion}`]: hashSections(termsSections),
    [`privacy ${privacyVersion}`]: hashSections(listPrivacySections(undefined)),
  }).toEqual(digests)
})

test('no version of terms or privacy notice is later than today', () => {
  const today = toCivilDate(new Date())
  for (const version of [termsVersion, ...privacyVersions]) expect(version <= today, version).toBe(true)
})
