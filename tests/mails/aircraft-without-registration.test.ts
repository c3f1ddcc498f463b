import { expect, test } from 'vitest'
import { mails } from '#app/mails/mails.server.ts'
import { sampleFacts } from '#tests/mails/samples.ts'

/** Mails with data of aircraft that they do not show. */
const otherMails = ['mail-photo-rejected']

const mailsOfAircraft = mails.flatMap((mail) =>
  otherMails.includes(mail.name)
    ? []
    : Object.entries(sampleFacts[mail.name]).flatMap(([kind, facts]) =>
        JSON.stringify(facts).includes('"registration":"') ? [{ name: mail.name, kind, mail, facts }] : [],
      ),
)

test('the list of mails that name an aircraft is complete', () => {
  expect([...new Set(mailsOfAircraft.map(({ name }) => name))].toSorted()).toEqual([
    'acknowledge-withdrawal',
    'forward-withdrawal',
    'mail-dispatched',
    'mail-expiry',
    'mail-payment-confirmed',
    'mail-photo-request',
    'mail-recall',
    'mail-staff-payment',
    'mail-staff-suspended-renewal',
    'mail-staff-undispatched',
    'mail-withdrawal-answer',
  ])
})

test.each(mailsOfAircraft)('$name ($kind) names an aircraft by its serial number', ({ mail, facts }) => {
  const label = mail.name === 'mail-recall' ? '' : 'nº de série '
  const { text, html } = mail.render(replaceAircraft(facts, 'evil.test-200512') as never, 'buyer' as never)
  for (const content of [text, html]) {
    expect(content).toContain(`${label}evil. test-200512`)
    expect(content).not.toContain('evil.test')
  }
})

/** Returns a copy of the facts in which every aircraft has this serial number and no registration. */
function replaceAircraft(facts: unknown, serialNumber: string): unknown {
  if (Array.isArray(facts)) return facts.map((item) => replaceAircraft(item, serialNumber))
  if (Object.getPrototypeOf(facts ?? 0) !== Object.prototype) return facts
  const copy = Object.entries(facts as object).map(([key, value]) => [
    key,
    replaceAircraft(value, serialNumber),
  ])
  const aircraft = Object.hasOwn(facts as object, 'registration') ? { registration: null, serialNumber } : {}
  return { ...Object.fromEntries(copy), ...aircraft }
}
