import { beforeEach, expect, test } from 'vitest'
import { putFile } from '#app/gateways/storage.server.ts'
import { requestPasswordLink } from '#app/models/accounts/password-reset.server.ts'
import { addOrderFile } from '#app/models/orders/order-file.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { makeSecondFactor } from '#tests/factories/accounts/second-factor.ts'
import { generateCode } from '#tests/factories/accounts/totp.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { askForPasswordLink, makeCustomer, password } from '#tests/factories/people.ts'
import { makePaidOrder } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { ApiClient, callAs } from '#tests/support/api-client.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { readFormFields } from '#tests/support/pages/form-of.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

beforeEach(openShop)

async function makeStaffMember({ isSuperuser = false } = {}) {
  const person = await makeCustomer()
  const roles = { is_staff: true, is_superuser: isSuperuser }
  await db.updateTable('users').set(roles).where('id', '=', person.userId).execute()
  return person
}

/** Makes each verification ten minutes old, so that it no longer counts. */
const expireProofs = () =>
  db
    .updateTable('sessions')
    .set({ proved_at: new Date(Date.now() - 10 * 60_000) })
    .execute()

test('a password change does not count as a second-factor verification', async () => {
  const person = await makeStaffMember({ isSuperuser: true })
  await makeSecondFactor(person.userId)
  const browser = await loginAs(person)
  await expireProofs()
  const newPassword = 'Hangar e biruta 1977'
  const changeAnswer = await fetchPage(browser, '/account/password', {
    current: password,
    password: newPassword,
    confirmation: newPassword,
  })
  expect(changeAnswer.location).toBe('/account')
  expect((await fetchPage(browser, '/admin/orders')).status).toBe(200)
  expect((await fetchPage(browser, '/admin/settings/bank')).location).toContain('/account/proof')
})

test('enabling the second factor ends the other sessions and the API tokens', async () => {
  const person = await makeStaffMember()
  const [browser, otherSession, apiClient] = [
    await loginAs(person),
    await loginAs(person),
    await callAs(person),
  ]
  expect((await apiClient.get('/publication/')).status).toBe(200)
  await fetchPage(browser, '/account/second_factor', { intent: 'begin' })
  const { html } = await fetchPage(browser, '/account/second_factor')
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(html)?.[1]?.replace(/ /g, '') ?? ''
  const page = await fetchPage(browser, '/account/second_factor', {
    intent: 'confirm',
    code: generateCode(secret),
  })
  expect(page.status).toBe(200)
  expect((await fetchPage(browser, '/admin/orders')).status).toBe(200)
  expect((await fetchPage(otherSession, '/admin/orders')).location).toContain('/login')
  expect((await apiClient.get('/publication/')).status).toBe(401)
})

test('the API rejects tokens of accounts with a second factor and of staff who lack a required one', async () => {
  const [memberWithFactor, memberWithoutFactor, customer] = [
    await makeStaffMember(),
    await makeStaffMember(),
    await makeCustomer(),
  ]
  const [clientWithFactor, clientWithoutFactor, customerClient] = [
    await callAs(memberWithFactor),
    await callAs(memberWithoutFactor),
    await callAs(customer),
  ]
  await makeSecondFactor(memberWithFactor.userId)
  expect((await clientWithFactor.get('/publication/')).status).toBe(401)
  expect((await clientWithoutFactor.get('/publication/')).status).toBe(200)
  await saveSetting('shop', { secondFactorFrom: '2026-01-31' })
  expect((await clientWithoutFactor.get('/publication/')).status).toBe(401)
  expect((await customerClient.get('/publication/')).status).toBe(200)
})

test('an API token can change roles only for ten minutes after its login', async () => {
  const apiClient = await callAs(await makeStaffMember({ isSuperuser: true }))
  const { profileId, userId } = await makeCustomer()
  const loadStaffFlag = async () =>
    (await db.selectFrom('users').select('is_staff').where('id', '=', userId).executeTakeFirstOrThrow())
      .is_staff
  await expireProofs()
  await apiClient.put(`/profile/${profileId}/`, { user: { is_staff: true } })
  expect(await loadStaffFlag()).toBe(false)
  await db.updateTable('sessions').set({ proved_at: new Date() }).execute()
  expect((await apiClient.put(`/profile/${profileId}/`, { user: { is_staff: true } })).status).toBe(200)
  expect(await loadStaffFlag()).toBe(true)
})

test('shows a staff password link only to a token of the last ten minutes, and logs each shown link', async () => {
  const apiClient = await callAs(await makeStaffMember({ isSuperuser: true }))
  const [member, customer] = [await makeStaffMember(), await makeCustomer()]
  for (const { email } of [member, customer]) await askForPasswordLink(email)
  const findLink = async ({ profileId }: { profileId: number }) =>
    (await apiClient.get(`/profile/${profileId}/`)).body.temp_hash
  await expireProofs()
  expect(await findLink(member)).toBeNull()
  expect(await findLink(customer)).toEqual(expect.any(String))
  await db.updateTable('sessions').set({ proved_at: new Date() }).execute()
  expect(await findLink(member)).toEqual(expect.any(String))
  const events = await db
    .selectFrom('security_events')
    .select('account_id as accountId')
    .where('kind', '=', 'link-shown')
    .orderBy('id')
    .execute()
  expect(events.map(({ accountId }) => accountId)).toEqual([customer.userId, member.userId])
})

test('API keys, the day of the required second factor, staff e-mails and their links require a recent verification', async () => {
  const browser = await loginAs(await makeStaffMember({ isSuperuser: true }))
  const member = await makeStaffMember()
  const userPath = `/admin/user/${member.profileId}`
  const fields = { ...readFormFields((await fetchPage(browser, userPath)).html), email: 'outra@exemplo.test' }
  const shopFields = { ...readFormFields((await fetchPage(browser, '/admin/settings/shop')).html) }
  const shopFieldsWithDay = { ...shopFields, second_factor_from: '2999-01-31' }
  const keyFields = { name: 'ERP', scopes: ['orders:read'] }
  await requestPasswordLink({ address: '', email: member.email })
  await expireProofs()
  for (const [path, sent] of [
    ['/admin/settings/api_keys', keyFields],
    ['/admin/settings/shop', shopFieldsWithDay],
    [userPath, fields],
    [`${userPath}/reset_link`, {}],
  ] as const)
    expect((await fetchPage(browser, path, sent)).location, path).toContain('/account/proof')
  expect((await fetchPage(browser, '/admin/settings/shop', shopFields)).location).toBe('/admin/settings')
  await fetchPage(browser, '/account/proof', { current: password })
  expect((await fetchPage(browser, '/admin/settings/api_keys', keyFields)).text).toContain('aero_')
  expect((await fetchPage(browser, `${userPath}/reset_link`, {})).text).toContain('/change_pass/')
  expect((await fetchPage(browser, userPath, fields)).location).toBe(userPath)
})

test('a password change ends a login that waits for its code', async () => {
  const person = await makeStaffMember()
  const { secret } = await makeSecondFactor(person.userId)
  const guesser = new Visitor()
  const { location } = await fetchPage(guesser, '/login', { email: person.email, password })
  const newPassword = 'Hangar e biruta 1977'
  await fetchPage(await loginAs(person), '/account/password', {
    current: password,
    password: newPassword,
    confirmation: newPassword,
  })
  const latePage = await fetchPage(guesser, location ?? '', { code: generateCode(secret) })
  expect(latePage.location).toContain('/login?')
})

test('a recovery code that was sent after the session ended is not stored', async () => {
  const person = await makeStaffMember()
  const { codes } = await makeSecondFactor(person.userId)
  const browser = await loginAs(person)
  await db.updateTable('sessions').set({ expires_at: new Date() }).execute()
  const latePage = await fetchPage(browser, '/account/proof', { code: codes[0] })
  expect(latePage.location).toContain('/login?redirectTo=')
  const unsentForms = await db.selectFrom('unsent_forms').select('data').execute()
  expect(JSON.stringify(unsentForms)).not.toContain(codes[0])
})

test('wrong codes in another browser do not lock out a known browser', async () => {
  const person = await makeStaffMember()
  const browser = new Visitor()
  await fetchPage(browser, '/login', { email: person.email, password })
  const { secret } = await makeSecondFactor(person.userId)
  const otherVisitor = await loginAs(person)
  const guessCode = async () => (await fetchPage(otherVisitor, '/account/proof', { code: '000000' })).status
  for (let count = 0; count < 10; count++) expect(await guessCode()).toBe(400)
  expect(await guessCode()).toBe(429)
  await fetchPage(browser, '/login', { email: person.email, password })
  expect((await fetchPage(browser, '/login/code', { code: generateCode(secret) })).status).toBe(303)
})

test('staff without the required factor have no staff rights on pages, files and API logins', async () => {
  const { orderId } = await makePaidOrder()
  const storedName = `orders/${'0'.repeat(32)}`
  await putFile(storedName, new Uint8Array([1, 2, 3]))
  const file = {
    kind: 'file' as const,
    file: storedName,
    name: 'nota.pdf',
    type: 'application/pdf',
    bytes: 3,
  }
  const id = await addOrderFile({ orderId, ...file }, byStaff)
  const person = await makeStaffMember({ isSuperuser: true })
  const browser = await loginAs(person)
  const path = `/orders/${orderId}/files/${id}`
  expect((await fetchPage(browser, path)).status).toBe(200)
  await saveSetting('shop', { secondFactorFrom: '2026-01-31' })
  expect((await fetchPage(browser, path)).status).toBe(404)
  expect((await fetchPage(browser, '/admin/orders')).location).toBe('/account/second_factor')
  expect((await fetchPage(browser, '/account/second_factor')).status).toBe(200)
  expect((await fetchPage(browser, '/account')).text).toContain('Confirmação em duas etapas')
  const token = await new ApiClient().post('/api/token/', { username: person.email, password })
  expect([token.status, JSON.stringify(token.body).includes('confirmação em duas etapas')]).toEqual([
    400,
    true,
  ])
  await makeSecondFactor(person.userId)
  expect((await fetchPage(await loginAs(person), path)).status).toBe(200)
})

test('lockouts for wrong codes count the attempts of all sessions, and after three of them one wrong code locks out', async () => {
  const person = await makeStaffMember()
  await makeSecondFactor(person.userId)
  const guessCode = async () => {
    const browser = await loginAs(person)
    return (await fetchPage(browser, '/account/proof', { code: '000000' })).status
  }
  for (let round = 0; round < 3; round++) {
    for (let count = 0; count < 10; count++) expect(await guessCode()).toBe(400)
    expect(await guessCode()).toBe(429)
    // Moves the attempts back, so that the limit of this round no longer applies.
    const hoursAgo = 4 - round
    const attemptTime = new Date(Date.now() - hoursAgo * 3_600_000)
    const tenMinutesAgo = new Date(Date.now() - 600_000)
    await db
      .updateTable('login_attempts')
      .set({ created_at: attemptTime })
      .where('created_at', '>', tenMinutesAgo)
      .execute()
  }
  expect(await guessCode()).toBe(400)
  expect(await guessCode()).toBe(429)
})
