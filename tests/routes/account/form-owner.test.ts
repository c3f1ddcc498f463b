import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFormOwner, ownerField } from '#app/domain/accounts/form-owner.ts'
import { digestField } from '#app/domain/platform/form-seen.ts'
import { sessionCookie } from '#app/http/cookies.server.ts'
import { findViewer, switchAccount } from '#app/models/accounts/session.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { type EveryRecord, makeEveryRecord } from '#tests/factories/every-record.ts'
import { matrix, type Role, type Row, roles } from '#tests/support/access/matrix.ts'
import { fillForm, findSender } from '#tests/support/access/sent-form.ts'
import { completeLogin } from '#tests/support/access/verdict.ts'
import { fetchFollowing, fetchPage } from '#tests/support/app-client.ts'
import { emptyShop } from '#tests/support/database.ts'
import { readFormFields as mainForm } from '#tests/support/pages/form-of.ts'
import {
  containsOwner,
  listForms,
  readField,
  type ShownForm,
  showsStoredValues,
} from '#tests/support/pages/forms-in.ts'
import type { Fields, Visitor } from '#tests/support/request.ts'
import { keepDatabase } from '#tests/support/worker-database/kept-world.ts'

/*
 * For each route with an account form (tests/support/access/matrix.ts), tests that the form writes nothing if it is
 * sent from another person's browser or from an outdated tab.
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
/**
 * All routes except webhooks, the API and the back-office. The back-office's list views are included because they
 * belong to a person (D91).
 */
const rowsWithOwner = Object.entries(matrix).filter(
  ([name]) => !/^(admin\/(?!views)|webhooks\/|api\/)/.test(name),
)
/** Forms that require a login: a visitor who sends one is redirected to the login. */
const guardedForms = rowsWithOwner.filter(([, { post }]) => post.visitor === 'login' && post.owner !== '405')
const needsNoOwner: Readonly<Record<string, string>> = {
  'account/second-factor/login-code': 'the form precedes the login',
  'account/second-factor/passkey-challenge': 'the answer is valid only in its own session',
  'account/second-factor/passkey-challenge for a proof': 'the answer is valid only in its own session',
}
/** Pages whose forms are prefilled with choices for an action, not with stored values, so they need no digest. */
const showsNoRecord: Readonly<Record<string, string>> = {
  'subscriptions/certificate': 'selects the unit of the certificate',
  'orders/withdrawal': 'selects the copies to return',
}
const otherAccountMessage = 'Nada foi salvo: o formulário é de outra conta'
const outdatedMessages = /mudaram depois que você abriu|esta aeronave mudou|é outra agora/

/** Returns a role other than the sender's that may open the form, or else the stranger. */
function findReceiver({ post }: Row, sender: Role): Role {
  const others: readonly Role[] = ['stranger', 'partner', 'staff', 'superuser']
  return others.find((role) => role !== sender && post[role] === 'open') ?? 'stranger'
}

/** Returns the value of the owner field in the forms of this role, or an empty string. */
async function findOwnerMark(role: Role): Promise<string> {
  const { html } = await fetchPage(openAs(role), '/account/profile')
  return (
    listForms(html).flatMap(
      ({ html: form }) => form.match(/name="form_owner" value="([^"]+)"/)?.[1] ?? [],
    )[0] ?? ''
  )
}

async function makeForm(name: string, row: Row, sender: Role) {
  const form = await fillForm(name, row, { records, as: openAs, sender })
  const [path, ownerMark] = [row.path(records), await findOwnerMark(sender)]
  return form instanceof FormData
    ? { path: addFormOwner(path, ownerMark), form }
    : { path, form: { [ownerField]: ownerMark, ...form } }
}

describe.each(guardedForms.filter(([name]) => !(name in needsNoOwner)))(
  'an account form at %s',
  (name, row) => {
    test('rejects another person’s form and writes nothing', async () => {
      const sender = findSender(name, row) ?? 'owner'
      const receiver = findReceiver(row, sender)
      const { path, form } = await makeForm(name, row, sender)
      const rowsBefore = await database.rows()
      const browser = openAs(receiver)
      const answer = await fetchPage(browser, path, form)
      expect([answer.status, answer.location]).toEqual([303, '/account'])
      expect((await fetchPage(browser, '/account')).text).toContain(otherAccountMessage)
      expect(await database.rows()).toEqual(rowsBefore)
    })
  },
)

const pages = rowsWithOwner.filter(
  ([name, { get }]) => get.owner === 'open' && get.visitor === 'login' && !(name in needsNoOwner),
)

/** Returns the forms of a page, except the logout, which ends the session. */
async function listAccountForms(row: Row, role: Role): Promise<ShownForm[]> {
  const { html } = await fetchPage(openAs(role), row.path(records))
  return listForms(html).filter(({ isPost, action }) => isPost && action !== '/logout')
}

describe.each(pages)('an account page at %s', (name, row) => {
  test('has forms with their owner and digests of the shown values', async () => {
    for (const form of await listAccountForms(row, 'owner')) {
      expect([form.action, containsOwner(form)]).toEqual([form.action, true])
      if (!(name in showsNoRecord) && showsStoredValues(form))
        expect(form.html).toContain(`name="${digestField}"`)
    }
  })
})

const formsWithDigests = guardedForms.filter(([name]) =>
  [
    'account/profile',
    'account/addresses',
    'account/fleet/aircraft',
    'account/fleet/aircraft-removal',
    'account/mails/mail-choices',
    'account/colleagues/colleague',
  ].includes(name),
)

/** Returns the owner's form with the digests of a page on which the last field had another value. */
async function makeOutdatedForm(name: string, row: Row): Promise<Fields> {
  const form = await fillForm(name, row, { records, as: openAs, sender: 'owner' })
  const digests = readField(form, digestField) ?? ''
  expect(digests).toMatch(/=/)
  const outdatedDigests = digests.replace(/=[^=]*$/, '=old')
  return { ...Object.fromEntries(Object.entries(form)), [digestField]: outdatedDigests }
}

describe.each(formsWithDigests)('an account form with digests at %s', (name, row) => {
  test('rejects an outdated form and writes nothing', async () => {
    const rowsBefore = await database.rows()
    const browser = openAs('owner')
    const answer = await fetchPage(browser, row.path(records), await makeOutdatedForm(name, row))
    const page = answer.location ? await fetchFollowing(browser, answer.location) : answer
    expect(page.text).toMatch(outdatedMessages)
    expect([answer.status, await database.rows()]).toEqual([expect.toBeOneOf([303, 409]), rowsBefore])
  })

  test('saves the form that an outdated form’s response contains, if it contains one', async () => {
    const rowsBefore = await database.rows()
    const browser = openAs('owner')
    const answer = await fetchPage(browser, row.path(records), await makeOutdatedForm(name, row))
    const returnsForm = answer.status === 409
    if (returnsForm) {
      const retryAnswer = await fetchPage(browser, row.path(records), mainForm(answer.html))
      expect([retryAnswer.status, await database.rows()]).toEqual([
        303,
        expect.not.objectContaining(rowsBefore),
      ])
    }
  })

  test('reports an unchanged form and writes nothing', async () => {
    const isRemoval = name === 'account/fleet/aircraft-removal'
    if (isRemoval) return // A removal always changes something.

    const browser = openAs('owner')
    // Saves the filled form first, because the page of a new record may lack values that the form requires.
    await fetchPage(
      browser,
      row.path(records),
      await fillForm(name, row, { records, as: openAs, sender: 'owner' }),
    )
    const shownForm = mainForm((await fetchPage(browser, row.path(records))).html)
    const rowsBefore = await database.rows()
    const intent = name === 'account/colleagues/colleague' ? { intent: 'role' } : {}
    const answer = await fetchPage(browser, row.path(records), { ...shownForm, ...intent })
    expect(answer.status).toBe(303)
    expect((await fetchFollowing(browser, answer.location ?? '')).text).toContain('Nada mudou')
    expect(await database.rows()).toEqual(rowsBefore)
  })
})

test('the test of outdated tabs covers every account page with digests', async () => {
  const namesWithDigests: string[] = []
  for (const [name, row] of pages) {
    const forms = name === 'account/unsent-form' ? [] : await listAccountForms(row, 'owner')
    if (forms.some(({ html }) => html.includes(`name="${digestField}"`))) namesWithDigests.push(name)
  }
  // The second form of this page is tested in tests/mails/orders/colleague-buyer.test.ts.
  const pagesTestedElsewhere = ['account/colleagues/colleagues']
  expect(namesWithDigests.sort()).toEqual(
    [...formsWithDigests.map(([name]) => name), ...pagesTestedElsewhere].sort(),
  )
})

const makeCartForm = (ownerMark: string) => ({
  publication_id: String(records.publication),
  quantity: '7',
  [ownerField]: ownerMark,
})

test('rejects a cart change and a quotation from another person’s page', async () => {
  const publication = String(records.publication)
  await fetchPage(openAs('owner'), '/cart', { publication_id: publication, add: '1' })
  const cartForm =
    listForms((await fetchPage(openAs('owner'), '/cart')).html).find(({ action }) => action === '/cart')
      ?.html ?? ''
  const ownerMark = /name="form_owner" value="([^"]+)"/.exec(cartForm)?.[1] ?? ''
  const rowsBefore = await database.rows()
  const form = makeCartForm(ownerMark)
  expect((await fetchPage(openAs('stranger'), '/cart', form)).location).toBe('/account')
  expect((await fetchPage(openAs('stranger'), '/orcamento', { [ownerField]: ownerMark })).location).toBe(
    '/account',
  )
  expect(await database.rows()).toEqual(rowsBefore)
})

test('rejects a cart change for a company after the buyer switched to their own account', async () => {
  const rowsBefore = await database.rows()
  const colleague = openAs('buyer')
  const companyMark = await findOwnerMark('buyer')
  const viewer = await findViewer(String(await sessionCookie.parse(colleague.cookies.header)))
  if (viewer) await switchAccount(viewer, null)
  const answer = await fetchPage(colleague, '/cart', makeCartForm(companyMark))
  expect(answer.location).toBe('/account')
  expect((await fetchPage(colleague, '/account')).text).toContain('Ver o que você digitou')
  expect(await database.rows()).toEqual(rowsBefore)
  if (viewer) await switchAccount(viewer, records.memberIds.buyer)
})

test('the company bar and the undo form of the cart contain their owner', async () => {
  const { html } = await fetchPage(openAs('buyer'), '/account')
  const barForms = listForms(html).filter(({ html: form }) => form.includes('name="act_for"'))
  expect(barForms.map(containsOwner)).toEqual([true])
  const browser = openAs('owner')
  const publication_id = String(records.publication)
  await fetchPage(browser, '/cart', { publication_id, add: '1', quantity: '1' })
  await fetchPage(browser, '/cart', { publication_id, quantity: '0' })
  const cart = await fetchPage(browser, '/cart')
  const undoForms = listForms(cart.html).filter(({ html: form }) => form.includes('Desfazer'))
  expect(undoForms.map(containsOwner)).toEqual([true])
})

test('stores a form that another person sends only for the owner of the form', async () => {
  const row = matrix['account/addresses'] ?? expect.fail('no row')
  const { form } = await makeForm('account/addresses', row, 'owner')
  await fetchPage(openAs('stranger'), '/account/addresses', { ...form, 'billing.street': 'Rua Digitada' })
  const { id, user_id } = await db
    .selectFrom('unsent_forms')
    .select(['id', 'user_id'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(user_id).toBe(records.users.owner)
  const path = `/account/unsent_forms/${id}`
  expect((await fetchPage(openAs('stranger'), path)).status).toBe(404)
  expect((await fetchPage(openAs('owner'), '/account')).html).toContain(`href="${path}"`)
  expect((await fetchPage(openAs('owner'), path)).text).toContain('Rua Digitada')
})

test('rejects an owner field with a wrong signature and stores no form', async () => {
  const [id] = (await findOwnerMark('owner')).split('.')
  const rowsBefore = await db.selectFrom('unsent_forms').select('id').execute()
  const form = { phone: '(11) 98888-0000', [ownerField]: `${id}.0.AAAAAAAAAAAAAAAAAAAAAA` }
  const browser = openAs('stranger')
  expect((await fetchPage(browser, '/account/profile', form)).location).toBe('/account')
  expect((await fetchPage(browser, '/account')).text).toContain(otherAccountMessage)
  expect(await db.selectFrom('unsent_forms').select('id').execute()).toEqual(rowsBefore)
})
