import { expect, test } from 'vitest'
import { mails } from '#app/mails/mails.server.ts'
import { sampleFacts } from '#tests/mails/samples.ts'

/** Fields that customers cannot fill freely: the shop, its staff or a bank writes them, or a form checks them. */
const trustedFields = new RegExp(
  `[ .](${[
    String.raw`sender\.\w+|url|\w+Url|pix\.code|shipping\.type|totals\.\w+|field|protocol|serviceName|number|series`,
    String.raw`(lines|items|units|renewals|otherRenewals|photoLines)\.name|version|revision|held|applicability`,
    'changes|photoNote|trackCode|document|answer\\.reason|subject|body|registration|email|externalId|location',
    'ourNumber|occurrence|reasons|rows\\.text',
  ].join('|')})$`,
)
/** Titles and reasons by staff, and what a customer wrote to staff. */
const unbrokenFields = [
  'forward-contact-message name',
  'forward-contact-message text',
  'forward-withdrawal reason',
  'forward-withdrawal refundTo',
  'mail-photo-rejected reason',
  'mail-photo-request reason',
  'mail-recall name',
  'mail-revision name',
  'mail-staff-gateway-event name',
]

const typedMails = mails.flatMap((mail) => {
  const reader = mail.readers.at(-1) ?? 'buyer'
  return Object.values(sampleFacts[mail.name]).flatMap((data) =>
    listTextPaths(data).flatMap((path) => {
      const letter = renderWithDomains(mail, insertDomain(data, path), reader)
      const field = `${mail.name} ${path.filter((key) => !/^\d+$/.test(key)).join('.')}`
      return letter === undefined ? [] : [{ field, letter }]
    }),
  )
})

const listFields = (pattern: RegExp) =>
  [...new Set(typedMails.filter(({ letter }) => pattern.test(letter)).map(({ field }) => field))].toSorted()

test('every mail breaks a domain that a customer typed, except in the listed fields', () => {
  expect(listFields(/evil\.test/).filter((field) => !trustedFields.test(field))).toEqual(unbrokenFields)
})

test.each([
  'mail-order-received purchaseOrder',
  'mail-order-received billing.street',
  'mail-order-received company.name',
  'mail-dispatched address.street',
  'ask-staff-for-freight deliveryAddress.street',
  'mail-delivery-changed to',
  'mail-payer-corrected changes.to',
  'mail-photo-request photoLines.serialNumber',
  'mail-recall company',
  'mail-recall units.serialNumber',
  'send-invitation companyName',
  'mail-staff-undispatched units.customer',
])('%s shows a typed domain broken', (field) => {
  expect(listFields(/evil\. test/)).toContain(field)
})

function renderWithDomains(
  mail: (typeof mails)[number],
  data: unknown,
  reader: (typeof mail.readers)[number],
) {
  try {
    const { subject, text, html } = mail.render(data as never, reader)
    return [subject, text, html].join('\n')
  } catch {
    // The field is no free text: a date, for example, that the mail cannot format.
    return undefined
  }
}

/** Returns the paths of all texts in the data. */
function listTextPaths(data: unknown): string[][] {
  if (typeof data === 'string') return [[]]
  if (!isPlain(data)) return []
  return Object.entries(data).flatMap(([key, value]) => listTextPaths(value).map((path) => [key, ...path]))
}

/** Returns a copy of the data with a domain before the text at the path. */
function insertDomain(data: unknown, [key, ...remainingPath]: readonly string[]): unknown {
  if (key === undefined) return `evil.test ${data}`
  if (Array.isArray(data))
    return data.map((item, index) => (String(index) === key ? insertDomain(item, remainingPath) : item))
  return { ...(data as object), [key]: insertDomain((data as Record<string, unknown>)[key], remainingPath) }
}

function isPlain(data: unknown): data is object {
  return Array.isArray(data) || Object.getPrototypeOf(data ?? 0) === Object.prototype
}
