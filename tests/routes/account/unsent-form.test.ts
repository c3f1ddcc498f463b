import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownerField } from '#app/domain/accounts/form-owner.ts'
import { isSecretField } from '#app/http/accounts/unsent-form.server.ts'
import { sessionCookie } from '#app/http/cookies.server.ts'
import { sweepOnce } from '#app/jobs/backoffice/sweep.server.ts'
import { endMember } from '#app/models/accounts/colleagues/membership.server.ts'
import { findViewer, switchAccount } from '#app/models/accounts/session.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { findUnsentForm, storeUnsentForm } from '#app/models/platform/unsent-form.server.ts'
import { makeColleague } from '#tests/factories/colleagues.ts'
import { company, makeCustomer, password } from '#tests/factories/people.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { containsOwner, listForms } from '#tests/support/pages/forms-in.ts'
import { type Fields, loginAs, type Visitor } from '#tests/support/request.ts'

const hourMs = 3_600_000
const aircraftFields: Fields = {
  prefix: 'PR-ABC',
  serial: '20200123',
  fuel: '1',
  nickname: 'A azul do hangar',
}

async function expireSessions(hoursAgo = 1) {
  const expires_at = new Date(Date.now() - hoursAgo * hourMs)
  await db.updateTable('sessions').set({ expires_at }).execute()
}

async function makeCustomerWithoutSession() {
  const customer = await makeCustomer()
  const browser = await loginAs(customer)
  await expireSessions()
  return { ...customer, browser }
}

/** Sends a form after the session ended. Returns the redirect: to the login, then to the stored form. */
async function sendAfterSessionEnd(browser: Visitor, path: string, fields: Fields): Promise<string> {
  const { status, location } = await fetchPage(browser, path, fields)
  expect(status).toBe(302)
  const [, target = ''] = /^\/login\?redirectTo=(.+)$/.exec(location ?? '') ?? []
  return decodeURIComponent(target)
}

function readHiddenFields(html: string): Fields {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]))
}

test('stores a form sent after the session ended and sends it after login (D47, D100)', async () => {
  const { email, browser } = await makeCustomerWithoutSession()
  const target = await sendAfterSessionEnd(browser, '/account/fleet', aircraftFields)
  expect(target).toMatch(/^\/account\/unsent_forms\/\d+$/)
  const loginPage = await fetchPage(browser, `/login?redirectTo=${encodeURIComponent(target)}`)
  expect(loginPage.text).toContain('Sua sessão terminou. Entre de novo: o que você digitou está guardado.')
  const loginAnswer = await fetchPage(browser, '/login', { email, password, redirectTo: target })
  expect([loginAnswer.status, loginAnswer.location]).toEqual([303, target])
  const page = await fetchPage(browser, target)
  expect(page.status).toBe(200)
  for (const text of ['PR-ABC', '20200123', 'A azul do hangar']) expect(page.text).toContain(text)
  expect(page.html).toContain('<a href="/account/fleet">')
  expect(readHiddenFields(page.html)).toEqual({ [ownerField]: expect.any(String), ...aircraftFields })
  const resendAnswer = await fetchPage(browser, `${target}?act=send`, aircraftFields)
  expect([resendAnswer.status, resendAnswer.location]).toEqual([307, '/account/fleet'])
  expect((await fetchPage(browser, '/account/fleet', aircraftFields)).status).toBe(303)
  const aircraft = await db.selectFrom('aircraft').select(['registration', 'nickname']).execute()
  expect(aircraft).toEqual([{ registration: 'PR-ABC', nickname: 'A azul do hangar' }])
})

test('a stored form with files is sent again with its owner in the address', async () => {
  const person = await makeCustomer()
  const [page, fields] = [
    '/account/fleet',
    Object.entries(aircraftFields).map(([name, value]) => [name, String(value)] as const),
  ]
  const unsentForm = { memberId: null, page, address: page, isMultipart: true, fields }
  const target = `/account/unsent_forms/${await storeUnsentForm(person.userId, unsentForm)}`
  const browser = await loginAs(person)
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  const { html } = await fetchPage(browser, target)
  const forms = listForms(html).filter(({ action, isPost }) => isPost && action !== '/logout')
  expect(forms.map(containsOwner)).toEqual(forms.map(() => true))
  const sendForm = forms.find(({ hasFiles }) => hasFiles)
  expect(sendForm?.action).toMatch(/^\?act=send&amp;form_owner=/)
  const resendAnswer = await fetchPage(browser, `${target}${sendForm?.action.replaceAll('&amp;', '&')}`, body)
  expect([resendAnswer.status, resendAnswer.location]).toEqual([307, '/account/fleet'])
})

test('after the session ended, a page redirects to the login with its own address to return to', async () => {
  const { browser } = await makeCustomerWithoutSession()
  const { location } = await fetchPage(browser, '/account/fleet?page=2')
  expect(location).toBe('/login?redirectTo=%2Faccount%2Ffleet%3Fpage%3D2')
})

test('never stores a password, and the list of password fields is complete', async () => {
  const { userId, browser } = await makeCustomerWithoutSession()
  const fields = { current: 'a senha de antes', password: 'uma nova', confirmation: 'uma nova', note: 'fica' }
  await sendAfterSessionEnd(browser, '/account/password', fields)
  const [unsentForm] = await db.selectFrom('unsent_forms').select(['user_id', 'data']).execute()
  expect([unsentForm?.user_id, JSON.parse(unsentForm?.data ?? '')]).toEqual([userId, [['note', 'fica']]])
  const appFolder = join(import.meta.dirname, '../../../app')
  const passwordFields = readdirSync(appFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((path) => [
      ...readFileSync(join(appFolder, path), 'utf8').matchAll(/<PasswordField[^/]*?\.getField\('(.+?)'\)/gs),
    ])
    .map(([, name = '']) => name)
  expect(passwordFields.length).toBeGreaterThan(5)
  expect(passwordFields.filter((name) => !isSecretField(name))).toEqual([])
})

test('deletes a sent form, and a second click sends nothing', async () => {
  const { browser, ...customer } = await makeCustomerWithoutSession()
  const target = await sendAfterSessionEnd(browser, '/account/fleet', aircraftFields)
  const secondVisitor = await loginAs(customer)
  await fetchPage(secondVisitor, `${target}?act=send`, aircraftFields)
  for (const secondAnswer of [
    await fetchPage(secondVisitor, target),
    await fetchPage(secondVisitor, `${target}?act=send`, aircraftFields),
  ])
    expect(secondAnswer.status).toBe(404)
  expect(await db.selectFrom('unsent_forms').select('id').execute()).toEqual([])
})

test('the login page reports that a form was too long to be stored', async () => {
  const { browser } = await makeCustomerWithoutSession()
  const tooLongForStorage = 'x'.repeat(70_000)
  const { location } = await fetchPage(browser, '/account/fleet', {
    ...aircraftFields,
    nickname: tooLongForStorage,
  })
  expect(location).toBe('/login?redirectTo=%2Faccount%2Ffleet&lost=1')
  expect((await fetchPage(browser, location ?? '')).text).toContain('o que enviou não pôde ser guardado')
})

test('another account cannot open the stored form', async () => {
  const { browser } = await makeCustomerWithoutSession()
  const target = await sendAfterSessionEnd(browser, '/account/fleet', aircraftFields)
  const otherCustomer = await makeCustomer()
  await fetchPage(browser, '/login', { email: otherCustomer.email, password })
  expect((await fetchPage(browser, target)).status).toBe(404)
  expect(await db.selectFrom('unsent_forms').select('id').execute()).toHaveLength(1)
})

test.each<[string, (browser: Visitor) => Promise<unknown>]>([
  ['a logout', (browser) => fetchPage(browser, '/logout', {})],
  ['a week', () => expireSessions(24 * 7 + 1)],
])('stores no form after %s', async (_, endSession) => {
  const customer = await makeCustomer()
  const browser = await loginAs(customer)
  const duplicate = browser.duplicate()
  await endSession(browser)
  expect(await sendAfterSessionEnd(duplicate, '/account/fleet', aircraftFields)).toBe('/account/fleet&lost=1')
  expect(await db.selectFrom('unsent_forms').selectAll().execute()).toEqual([])
})

test('a stored staff form preserves repeated fields and can be discarded', async () => {
  await openShop()
  const staff = { userId: await makeStaff() }
  const browser = await loginAs(staff)
  await expireSessions()
  const target = await sendAfterSessionEnd(browser, '/admin/create_order', {
    id: ['7', '9'],
    reason: 'Foto ilegível, envie outra',
  })
  const secondVisitor = await loginAs(staff)
  const { html, text } = await fetchPage(secondVisitor, target)
  expect(html.match(/name="id" value="\d"/g)).toEqual(['name="id" value="7"', 'name="id" value="9"'])
  expect(text).toContain('Foto ilegível, envie outra')
  const discardAnswer = await fetchPage(secondVisitor, target, {})
  expect([discardAnswer.status, discardAnswer.location]).toEqual([303, '/admin/'])
  expect((await fetchPage(secondVisitor, target)).status).toBe(404)
})

test('sends a form only on behalf of the account for which it was filled in (D92)', async () => {
  const owner = await makeCustomer({ identity: company })
  const person = await makeColleague(owner, 'buyer')
  const browser = await loginAs(person)
  const loadViewer = async () => findViewer(String(await sessionCookie.parse(browser.cookies.header)))
  const viewer = await loadViewer()
  if (viewer) await switchAccount(viewer, person.memberId)
  await expireSessions()
  const target = await sendAfterSessionEnd(browser, '/orders/7/withdrawal', { reason: 'Não serve mais' })
  await fetchPage(browser, '/login', { email: person.email, password })
  expect((await loadViewer())?.actingFor).toBeNull()
  const page = await fetchPage(browser, target)
  expect(page.text).toContain(`em nome de ${company.companyName}: para enviar, volte a usar a conta dela.`)
  expect(page.html).not.toContain('Enviar agora')
  expect((await fetchPage(browser, `${target}?act=send`, {})).location).toBe(target)
  // Switches back to the company.
  expect((await fetchPage(browser, `${target}?act=name`, {})).location).toBe(target)
  const pageForCompany = await fetchPage(browser, target)
  expect(pageForCompany.text).toContain('Enviar agora')
  expect(pageForCompany.text).not.toContain('não da empresa')
  await endMember({ memberId: person.memberId, owner })
  expect((await fetchPage(browser, target)).text).toContain('em nome de uma empresa cuja conta não usa mais')
  expect((await fetchPage(browser, `${target}?act=send`, {})).location).toBe(target)
})

test('a stored form with foreign addresses neither links nor redirects outside the shop', async () => {
  const customer = await makeCustomer()
  const form = {
    memberId: null,
    page: '//evil.test/a',
    address: '//evil.test/b',
    isMultipart: false,
    fields: [],
  }
  const path = `/account/unsent_forms/${await storeUnsentForm(customer.userId, form)}`
  const browser = await loginAs(customer)
  expect((await fetchPage(browser, path)).html).not.toContain('evil.test')
  expect((await fetchPage(browser, `${path}?act=send`, {})).location).toBe('/')
})

test('stores the ten newest forms of a person for one day', async () => {
  const { userId } = await makeCustomer()
  const fields: [string, string][] = [['text', 'Olá']]
  const form = { memberId: null, page: '/contact', address: '/contact', isMultipart: false, fields }
  const ids: number[] = []
  for (let index = 0; index < 12; index++) ids.push(await storeUnsentForm(userId, form))
  const storedForms = await db.selectFrom('unsent_forms').select('id').orderBy('id').execute()
  expect(storedForms.map(({ id }) => id)).toEqual(ids.slice(2))
  const [newest = 0] = ids.slice(-1)
  expect(await findUnsentForm(userId, newest)).toMatchObject(form)
  const tomorrow = new Date(Date.now() + 25 * hourMs)
  expect(await findUnsentForm(userId, newest, tomorrow)).toBeUndefined()
  expect(await sweepOnce(tomorrow)).toMatchObject({ unsentForms: 10 })
})
