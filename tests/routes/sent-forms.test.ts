import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EveryRecord, makeEveryRecord } from '#tests/factories/every-record.ts'
import { matrix, type Role, type Row, roles } from '#tests/support/access/matrix.ts'
import { fillForm, findSender } from '#tests/support/access/sent-form.ts'
import { rejectedForms } from '#tests/support/access/valid-bodies.ts'
import { completeLogin, judgeAccess } from '#tests/support/access/verdict.ts'
import { fetchHead, fetchPage } from '#tests/support/app-client.ts'
import { makeChance, scaleRounds } from '#tests/support/attacks/chance.ts'
import { makeHostileFields } from '#tests/support/attacks/hostile-form.ts'
import { emptyShop } from '#tests/support/database.ts'
import { formBody, type Visitor } from '#tests/support/request.ts'
import { keepDatabase } from '#tests/support/worker-database/kept-world.ts'

/*
 * Uses the table of access.test.ts with valid forms: roles without the right are rejected and no row changes;
 * roles with the right succeed.
 */
let records: EveryRecord
let database: Awaited<ReturnType<typeof keepDatabase>>
const visitors = new Map<Role, Visitor>()

beforeAll(async () => {
  await emptyShop()
  records = await makeEveryRecord()
  for (const role of roles) visitors.set(role, await completeLogin(role, records))
  database = await keepDatabase(process.env.DATABASE_URL ?? '')
})
afterAll(() => database.end())

const openAs = (role: Role) => visitors.get(role)?.duplicate() ?? expect.fail(`nobody is ${role}`)
const rows = Object.entries(matrix)
const rowsWithForm = rows.filter(([, { post }]) => roles.some((role) => post[role] !== '405'))

/** In the access tests an earlier form removed the file; here, it still exists. */
function isAllowedToSend(name: string, { post }: Row, role: Role): boolean {
  return post[role] === 'open' || (name === 'admin/orders/files/file-removal' && role === 'superuser')
}

/** Address of an identity check. A redirect to one means that the form was not accepted. */
const identityCheckAddress =
  /^(?:https?:\/\/[^/]+)?\/(?:login|account\/proof|account\/second_factor)(?:[?#]|$)/
/** Redirects after an accepted form. */
const redirectAfterForm: Readonly<Record<string, string>> = {
  'account/recover': '/login',
  'account/sessions': '/login',
  'account/second-factor/second-factor': '/account/second_factor',
}
/** Responses without a text for people: a status for programs, or for forms that no page sends. */
const formsWithoutText = new Set([
  'account/second-factor/passkey-challenge',
  'account/second-factor/passkey-challenge for a proof',
  'admin/reports/file',
  'admin/reports/file pdf',
  'admin/settings/webhooks/webhook-state',
  'admin/users/certificate',
  'webhooks/asaas',
  'webhooks/pix',
])
const twoWordPattern = /\p{L}{2,} \p{L}{2,}/u

describe.each(rowsWithForm)('a form at %s', (name, row) => {
  test('changes nothing for roles without the right, and passes every check of access for a role with it', async () => {
    const form = await fillForm(name, row, { records, as: openAs })
    const path = row.path(records)
    const rowsBefore = await database.rows()
    for (const role of roles) {
      if (isAllowedToSend(name, row, role)) continue
      const answer = await fetchPage(openAs(role), path, form)
      expect([role, judgeAccess(answer, row, role, records)]).toEqual([role, row.post[role]])
    }
    expect(await database.rows()).toEqual(rowsBefore)
    const sender = findSender(name, row)
    if (!sender) return
    const { status, text, location } = await fetchPage(openAs(sender), path, form)
    if (name in rejectedForms)
      expect([status, text.slice(0, 600)]).toEqual([
        expect.toBeOneOf([400, 404, 409, 410]),
        formsWithoutText.has(name) ? '' : expect.stringMatching(twoWordPattern),
      ])
    else {
      expect([status, text.slice(0, 600)]).toEqual([expect.toBeOneOf([200, 302, 303]), expect.anything()])
      if (redirectAfterForm[name]) expect(location).toBe(redirectAfterForm[name])
      else expect(location ?? '').not.toMatch(identityCheckAddress)
    }
  })
})

/** Forms with a row per copy, unit or line. */
const formsWithManyRows = [
  'checkout/checkout',
  'orders/new-photo',
  'orders/withdrawal',
  'subscriptions/renew-several',
]
/** The actions of these forms read no field. */
const formsWithoutFields = [
  'account/export-json',
  'account/logout',
  'account/unsent-form',
  'checkout/quotes/price-quotes',
  'orders/order',
  'orders/receipt',
  'payments/payment',
  'shop/current-versions',
  'subscriptions/download',
]
const formsWithoutLimit = new Set([...formsWithManyRows, ...formsWithoutFields])
const publicForms = rowsWithForm.filter(
  ([name]) => !/^(admin|webhooks|api)\//.test(name) && !formsWithoutLimit.has(name.split(' ')[0] ?? ''),
)

describe.each(publicForms)('a public form at %s', (name, row) => {
  test('is rejected with more than 100 fields', async () => {
    const sender = findSender(name, row)
    if (!sender) return
    const form = await fillForm(name, row, { records, as: openAs })
    const body = new FormData()
    for (const [field, value] of form instanceof FormData ? form : formBody(form)) body.append(field, value)
    for (let count = 0; count < 101; count++) body.append(`more${count}.deep`, 'x')
    const { status } = await fetchPage(openAs(sender), row.path(records), body)
    expect([name, status]).toEqual([name, 400])
  })
})

test('a withdrawal accepts a form of more than 100 fields', async () => {
  const row = matrix['orders/withdrawal'] ?? expect.fail('no row')
  const body = new URLSearchParams()
  for (let count = 0; count < 101; count++) body.append(`more${count}`, 'x')
  const form = await fillForm('orders/withdrawal', row, { records, as: openAs })
  for (const [field, value] of form instanceof FormData ? [] : formBody(form)) body.append(field, value)
  const { status } = await fetchPage(openAs('owner'), row.path(records), Object.fromEntries(body))
  expect(status).toBe(303)
})

describe.each(rowsWithForm)('a form with hostile fields at %s', (name, row) => {
  test('causes no server error, and a message when it is rejected', async () => {
    const sender = findSender(name, row) ?? 'superuser'
    const form = await fillForm(name, row, { records, as: openAs })
    const fields = form instanceof FormData ? [...form.keys()] : Object.keys(form)
    const generator = makeChance(name.length)
    for (let count = 0; count < 3; count++) {
      const body = new FormData()
      for (const [field, value] of makeHostileFields([...fields, 'intent', 'token'], generator))
        body.append(field, value)
      const { status, text } = await fetchPage(openAs(sender), row.path(records), body)
      expect([name, status]).toEqual([name, expect.toSatisfy((code) => code < 500)])
      if (status >= 400 && !formsWithoutText.has(name))
        expect([name, text.slice(0, 600)]).toEqual([name, expect.stringMatching(twoWordPattern)])
    }
  })
})

test('HEAD returns the status of GET without a body at each address', {
  timeout: 180_000,
  meta: { slow: 'requests every address, as up to three readers, twice' },
}, async () => {
  for (const [name, row] of rows)
    for (const role of (['superuser', 'stranger', 'visitor'] as const).slice(0, scaleRounds(3))) {
      const path = row.path(records)
      const [headAnswer, getAnswer] = [
        await fetchHead(openAs(role), path),
        await fetchPage(openAs(role), path),
      ]
      expect([name, role, headAnswer.status, headAnswer.bytes]).toEqual([name, role, getAnswer.status, 0])
    }
})
