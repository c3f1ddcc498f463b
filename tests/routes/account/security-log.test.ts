import { beforeEach, expect, test } from 'vitest'
import { recordSecurityEvent } from '#app/models/accounts/security/security-event.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { action as loginAction } from '#app/routes/account/login.tsx'
import { makeSecondFactor } from '#tests/factories/accounts/second-factor.ts'
import { generateCode } from '#tests/factories/accounts/totp.ts'
import { findEmailToken, makeCustomer, newEmail, password } from '#tests/factories/people.ts'
import { openShop } from '#tests/factories/shop.ts'
import { ApiClient, callAs } from '#tests/support/api-client.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { readFormFields } from '#tests/support/pages/form-of.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

beforeEach(openShop)

type Customer = Awaited<ReturnType<typeof makeCustomer>>

async function makeStaffMember({ isSuperuser = false } = {}) {
  const person = await makeCustomer()
  const roles = { is_staff: true, is_superuser: isSuperuser }
  await db.updateTable('users').set(roles).where('id', '=', person.userId).execute()
  return person
}

const listEvents = async () => {
  const rows = await db.selectFrom('security_events').selectAll().orderBy('id').execute()
  return rows.map(({ kind, user_id: actorId, account_id: account, details }) => ({
    kind,
    user: actorId,
    account,
    details: JSON.parse(details),
  }))
}
const listKinds = async () => (await listEvents()).map(({ kind }) => kind)

async function logIn(person: Customer, typedPassword = password) {
  const browser = new Visitor()
  const { location } = await fetchPage(browser, '/login', { email: person.email, password: typedPassword })
  return { browser, target: location ?? '' }
}

test('logs a login with request and truncated network, and a failure with or without account', async () => {
  const person = await makeCustomer()
  const context = { clientAddress: '203.0.113.77', requestId: 'abc-1' }
  const tryLogin = (email: string, typedPassword: string) =>
    loginAction({
      request: new Visitor().request('/login', { email, password: typedPassword }),
      params: {},
      context: { ...context },
    })
  await tryLogin(person.email, password)
  await tryLogin(person.email, 'errada mesmo')
  await tryLogin('ninguem@exemplo.test', 'errada mesmo')
  const rows = await db.selectFrom('security_events').selectAll().orderBy('id').execute()
  const { userId } = person
  const requestFields = { network: '203.0.113.0/24', request_id: 'abc-1' }
  expect(rows).toMatchObject([
    { ...requestFields, kind: 'login', user_id: userId, account_id: userId, details: '{"by":"password"}' },
    { ...requestFields, kind: 'login-failed', user_id: null, account_id: userId, details: '{}' },
    { ...requestFields, kind: 'login-failed', user_id: null, account_id: null, details: '{}' },
  ])
  const text = JSON.stringify(rows)
  for (const personalText of [person.email, 'ninguem', 'Ana', '203.0.113.77', 'errada'])
    expect(text).not.toContain(personalText)
})

test('logs a reached limit once, on its account', async () => {
  const person = await makeCustomer()
  for (let count = 0; count < 12; count++) await logIn(person, 'errada mesmo')
  const limitEvents = (await listEvents()).filter(({ kind }) => kind === 'limit-reached')
  expect(limitEvents).toEqual([
    { kind: 'limit-reached', user: null, account: person.userId, details: { limit: 'login' } },
  ])
})

test('logs each second-factor step and mails each change', async () => {
  const person = await makeStaffMember()
  const browser = await loginAs(person)
  await fetchPage(browser, '/account/second_factor', { intent: 'begin' })
  const { html } = await fetchPage(browser, '/account/second_factor')
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(html)?.[1]?.replace(/ /g, '') ?? ''
  await fetchPage(browser, '/account/second_factor', { intent: 'confirm', code: '000000' })
  // Confirms with the previous code, so that the current code is still unused.
  const earlierCode = generateCode(secret, new Date(Date.now() - 30_000))
  const page = await fetchPage(browser, '/account/second_factor', { intent: 'confirm', code: earlierCode })
  const [code = ''] = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(page.html) ?? []
  const { browser: secondBrowser, target } = await logIn(person)
  await fetchPage(secondBrowser, target, { code: '000000' })
  await fetchPage(secondBrowser, target, { code })
  await fetchPage(secondBrowser, '/account/proof', { code: generateCode(secret) })
  await fetchPage(browser, '/account/second_factor', { intent: 'codes' })
  await fetchPage(browser, '/account/second_factor', { intent: 'off' })
  await fetchPage(browser, '/account/proof', { current: password })
  await fetchPage(browser, '/account/proof', { current: 'errada mesmo' })
  expect(await listKinds()).toEqual([
    'code-failed',
    'factor-on',
    'code-asked',
    'code-failed',
    'recovery-code-used',
    'login',
    'code-used',
    'recovery-codes-renewed',
    'factor-off',
    'proof-given',
    'proof-failed',
  ])
  const mails = await db.selectFrom('outbox').select('id').where('job', '=', 'mail-second-factor').execute()
  // The factor was enabled, a recovery code used, the codes renewed, and the factor disabled.
  expect(mails).toHaveLength(4)
  expect(JSON.stringify(await listEvents())).not.toContain(code)
})

test('logs each request, use and invalid use of password and e-mail links, and each password link shown', async () => {
  const [person, superuser] = [await makeCustomer(), await makeStaffMember({ isSuperuser: true })]
  const visitor = new Visitor()
  const newPasswordFields = { password: 'Hangar e biruta 1977', confirmation: 'Hangar e biruta 1977' }
  await fetchPage(visitor, '/recover', { email: person.email })
  const linkPage = await fetchPage(await loginAs(superuser), `/admin/user/${person.profileId}/reset_link`, {})
  const path = /\/change_pass\/[\w-]{43}/.exec(linkPage.text)?.[0] ?? ''
  await fetchPage(visitor, '/change_pass/unknown', newPasswordFields)
  await fetchPage(visitor, path, newPasswordFields)
  const browser = await loginAs(person)
  const email = newEmail()
  await fetchPage(browser, '/account/email', { email, again: email, current: newPasswordFields.password })
  await fetchPage(browser, `/change_email/${await findEmailToken(person.userId)}`, {})
  await fetchPage(browser, '/change_email/unknown', {})
  const { userId } = person
  const passwordLink = { link: 'password' }
  expect(await listEvents()).toEqual([
    { kind: 'link-asked', user: null, account: userId, details: passwordLink },
    { kind: 'link-shown', user: superuser.userId, account: userId, details: {} },
    { kind: 'link-wrong', user: null, account: null, details: passwordLink },
    { kind: 'link-used', user: null, account: userId, details: passwordLink },
    { kind: 'proof-given', user: userId, account: userId, details: {} },
    { kind: 'link-asked', user: userId, account: userId, details: { link: 'email' } },
    { kind: 'link-used', user: userId, account: userId, details: { link: 'email' } },
    { kind: 'link-wrong', user: userId, account: null, details: { link: 'email' } },
  ])
})

test('logs refused pages, ended sessions and changed passwords and roles with actor and account', async () => {
  const [customer, member, superuser] = [
    await makeCustomer(),
    await makeStaffMember(),
    await makeStaffMember({ isSuperuser: true }),
  ]
  const [browser, staff, admin] = [await loginAs(customer), await loginAs(member), await loginAs(superuser)]
  await fetchPage(browser, '/admin/orders')
  await fetchPage(staff, '/admin/settings/company')
  await fetchPage(browser, '/account/sessions', { which: 'others' })
  const newPasswordFields = { password: 'Hangar e biruta 1977', confirmation: 'Hangar e biruta 1977' }
  await fetchPage(browser, '/account/password', { current: password, ...newPasswordFields })
  const userPath = `/admin/user/${member.profileId}`
  await fetchPage(admin, `${userPath}/sessions`, { reason: 'Aparelho perdido' })
  await fetchPage(admin, userPath, {
    ...readFormFields((await fetchPage(admin, userPath)).html),
    is_superuser: 'on',
  })
  await makeSecondFactor(member.userId)
  await fetchPage(admin, `${userPath}/second_factor`, { reason: 'Telefone perdido' })
  expect(await listEvents()).toEqual([
    { kind: 'role-refused', user: customer.userId, account: null, details: { route: '/admin/orders' } },
    {
      kind: 'role-refused',
      user: member.userId,
      account: null,
      details: { route: '/admin/settings/company' },
    },
    { kind: 'sessions-ended', user: customer.userId, account: customer.userId, details: { count: 0 } },
    { kind: 'proof-given', user: customer.userId, account: customer.userId, details: {} },
    { kind: 'password-changed', user: customer.userId, account: customer.userId, details: {} },
    { kind: 'sessions-ended', user: superuser.userId, account: member.userId, details: { count: 1 } },
    { kind: 'roles-changed', user: superuser.userId, account: member.userId, details: {} },
    { kind: 'factor-reset', user: superuser.userId, account: member.userId, details: {} },
  ])
})

test('logs API logins, keys created, revoked, unknown or without scope, and a repeated list of people once', async () => {
  const [member, superuser] = [await makeStaffMember(), await makeStaffMember({ isSuperuser: true })]
  const admin = await loginAs(superuser)
  await new ApiClient().post('/api/token/', { username: member.email, password })
  const page = await fetchPage(admin, '/admin/settings/api_keys', { name: 'ERP', scopes: ['people:read'] })
  const keyClient = new ApiClient(/aero_[\w-]{43}/.exec(page.text)?.[0] ?? '')
  const { id } = await db.selectFrom('api_keys').select('id').executeTakeFirstOrThrow()
  await keyClient.get('/profile/')
  await keyClient.get('/profile/')
  await keyClient.get('/order/')
  await new ApiClient('aero_unknown').get('/order/')
  await (await callAs(await makeCustomer())).get('/expedition/')
  await fetchPage(admin, '/admin/settings/api_keys', { revoke: id })
  const events = await listEvents()
  expect(events.map(({ kind }) => kind)).toEqual([
    'login',
    'key-made',
    'list-read',
    'role-refused',
    'key-refused',
    'role-refused',
    'key-ended',
  ])
  expect(events[0]).toMatchObject({ user: member.userId, details: { by: 'api' } })
  expect(events[2]).toMatchObject({ user: superuser.userId, details: { key: id } })
})

test('logs exports of lists and of a customer’s own data', async () => {
  const [customer, member] = [await makeCustomer(), await makeStaffMember()]
  const staff = await loginAs(member)
  for (const path of [
    'users.csv',
    'orders.xlsx',
    'signatures.csv',
    'expeditions.csv',
    'boletos.csv',
    'payments.csv',
    'mails.csv',
    'history.csv',
    'publications.csv',
    'report/paid_orders/file/csv',
    'report/paid_orders/file/xlsx',
  ])
    expect((await fetchPage(staff, `/admin/${path}`)).status, path).toBe(200)
  await fetchPage(await loginAs(customer), '/account/export.json', {})
  const events = await listEvents()
  expect(events.map(({ details }) => details.list)).toEqual([
    'usuarios',
    'pedidos',
    'assinaturas',
    'expedicoes',
    'boletos',
    'recebimentos',
    'emails',
    'historico',
    'publicacoes',
    'paid_orders',
    'paid_orders',
    undefined,
  ])
  expect(events.at(-1)).toMatchObject({ kind: 'data-exported', account: customer.userId })
})

test('administrators read the log newest first, filter by event, person, network and day, and export the log', async () => {
  const [person, superuser] = [await makeCustomer(), await makeStaffMember({ isSuperuser: true })]
  const admin = await loginAs(superuser)
  const logPath = '/admin/settings/security'
  expect((await fetchPage(admin, logPath)).text).toContain('Nada registrado com este filtro')
  for (let count = 0; count < 60; count++)
    await recordSecurityEvent({ kind: 'login', userId: person.userId, address: '203.0.113.7' })
  await recordSecurityEvent({ kind: 'login-failed', accountId: person.userId, address: '198.51.100.9' })
  await recordSecurityEvent({ kind: 'link-wrong', details: { link: 'password' } })
  const countEntries = (html: string) => {
    const [_headingRow, ...entryRows] = html.match(/<tr/g) ?? []
    return entryRows.length
  }
  const newestPage = await fetchPage(admin, logPath)
  expect(countEntries(newestPage.html)).toBe(50)
  const table = newestPage.html.slice(newestPage.html.indexOf('<table'))
  expect(table.indexOf('Link vencido')).toBeLessThan(table.indexOf('Senha errada'))
  expect(table).toContain('Senha errada')
  expect(newestPage.html).toContain(`href="/admin/user/${person.profileId}"`)
  const olderAddress = /href="([^"]*before=\d+)"/.exec(newestPage.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  // A page has fifty of the 62 entries.
  expect(countEntries((await fetchPage(admin, olderAddress)).html)).toBe(12)
  const counts = {
    'kind=login-failed': 1,
    'network=198.51.100.200': 1, // The filter covers the network 198.51.100.0/24.
    'kind=unheard': 50, // An unknown kind is ignored.
    'from=2999-01-01': 0,
  }
  for (const [query, count] of Object.entries(counts)) {
    const { html } = await fetchPage(admin, `${logPath}?${query}`)
    expect(countEntries(html), query).toBe(count)
  }
  const personPage = await fetchPage(admin, `${logPath}?number=${person.profileId}&kind=login-failed`)
  expect(countEntries(personPage.html)).toBe(1)
  expect((await fetchPage(admin, `${logPath}?number=${superuser.profileId}`)).text).toContain(
    'Nada registrado',
  )
  const csvFile = await fetchPage(admin, `${logPath}.csv?kind=login`)
  expect(csvFile.html.trim().split('\n')).toHaveLength(61) // The heading and sixty logins.
  expect((await listKinds()).at(-1)).toBe('list-exported')
  expect((await fetchPage(await loginAs(await makeStaffMember()), logPath)).status).toBe(403)
})
