import { beforeEach, expect, test } from 'vitest'
import { verifySecondFactor } from '#app/models/accounts/second-factor/second-factor.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { makeSecondFactor } from '#tests/factories/accounts/second-factor.ts'
import { generateCode } from '#tests/factories/accounts/totp.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer, password } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { readFormFields } from '#tests/support/pages/form-of.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

const wrongCodeError = 'Código incorreto ou já usado'

beforeEach(openShop)

async function makeStaffMember({ isSuperuser = false } = {}) {
  const person = await makeCustomer()
  const roles = { is_staff: true, is_superuser: isSuperuser }
  await db.updateTable('users').set(roles).where('id', '=', person.userId).execute()
  return person
}

/** Sends the correct password of a staff member, after which the shop asks for the code. */
async function logInWithPassword(redirectTo = '/admin/') {
  const person = await makeStaffMember()
  const factor = await makeSecondFactor(person.userId)
  const browser = new Visitor()
  const answer = await fetchPage(browser, '/login', { email: person.email, password, redirectTo })
  return { ...person, ...factor, browser, codePath: answer.location ?? '', answer }
}

const listSessions = () => db.selectFrom('sessions').select(['user_id', 'proved_at']).execute()
/** Makes each verification ten minutes old, so that it no longer counts. */
const expireProofs = () =>
  db
    .updateTable('sessions')
    .set({ proved_at: new Date(Date.now() - 10 * 60_000) })
    .execute()

test('the password alone opens no session; the code opens one and follows redirectTo', async () => {
  const { browser, codePath, secret, userId } = await logInWithPassword('/admin/orders')
  expect(codePath).toBe('/login/code?redirectTo=%2Fadmin%2Forders')
  expect(await listSessions()).toEqual([])
  expect((await fetchPage(browser, '/admin/orders')).location).toContain('/login')
  const page = await fetchPage(browser, codePath)
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Código de confirmação')])
  const codeAnswer = await fetchPage(browser, codePath, { code: generateCode(secret) })
  expect([codeAnswer.status, codeAnswer.location]).toEqual([303, '/admin/orders'])
  expect(await listSessions()).toEqual([{ user_id: userId, proved_at: expect.any(Date) }])
  expect((await fetchPage(browser, '/admin/orders')).status).toBe(200)
  expect(await db.selectFrom('login_challenges').selectAll().execute()).toEqual([])
})

test('rejects a wrong code at its field, and locks out after ten wrong codes', async () => {
  const { browser, codePath } = await logInWithPassword()
  const answer = await fetchPage(browser, codePath, { code: '000000' })
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(wrongCodeError)])
  expect(answer.html).not.toContain('value="000000"')
  expect((await fetchPage(browser, codePath, {})).text).toContain('Campo obrigatório')
  for (let count = 1; count < 10; count++) await fetchPage(browser, codePath, { code: 'ABCDE-12345' })
  const limitedAnswer = await fetchPage(browser, codePath, { code: '000000' })
  expect([limitedAnswer.status, limitedAnswer.text]).toEqual([
    429,
    expect.stringContaining('Muitas tentativas com o código errado'),
  ])
  expect(await listSessions()).toEqual([])
})

test('a recovery code logs in only once', async () => {
  const { browser, codePath, codes, email } = await logInWithPassword()
  const code = codes[3] ?? ''
  expect((await fetchPage(browser, codePath, { code })).status).toBe(303)
  const otherVisitor = new Visitor()
  await fetchPage(otherVisitor, '/login', { email, password })
  expect((await fetchPage(otherVisitor, codePath, { code })).status).toBe(400)
})

test('a challenge opens only one session', async () => {
  const { browser, codePath, secret, codes } = await logInWithPassword()
  const cookies = browser.cookies.header
  await fetchPage(browser, codePath, { code: generateCode(secret) })
  const copiedBrowser = new Visitor()
  for (const cookie of cookies.split('; '))
    copiedBrowser.cookies.keep(new Headers([['Set-Cookie', `${cookie}; Path=/`]]))
  const secondPage = await fetchPage(copiedBrowser, codePath, { code: codes[0] })
  expect([secondPage.status, secondPage.location]).toEqual([303, '/login?redirectTo=%2Fadmin%2F'])
  expect(await listSessions()).toHaveLength(1)
})

test.each<[event: string, invalidate: (userId: number) => Promise<unknown>]>([
  ['it expired', () => db.updateTable('login_challenges').set({ expires_at: new Date() }).execute()],
  [
    'its account was deactivated',
    (userId) => db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute(),
  ],
])('a challenge opens no session after %s', async (_event, invalidate) => {
  const { browser, codePath, codes, userId } = await logInWithPassword()
  await invalidate(userId)
  expect((await fetchPage(browser, codePath)).location).toContain('/login?')
  const { location } = await fetchPage(browser, codePath, { code: codes[0] })
  expect(location).toContain('/login?')
  expect(await listSessions()).toEqual([])
})

test('the code page redirects a visitor to the login and a logged-in person to the shop', async () => {
  expect((await fetchPage(new Visitor(), '/login/code')).location).toBe('/login?redirectTo=%2F')
  const staff = await loginAs(await makeStaffMember())
  expect((await fetchPage(staff, '/login/code?redirectTo=//evil.test')).location).toBe('/')
})

test('merges the visitor’s cart after the code', async () => {
  const person = await makeStaffMember()
  const { secret } = await makeSecondFactor(person.userId)
  const browser = new Visitor()
  const id = await makePublication()
  await fetchPage(browser, '/cart', { publication_id: id, add: 1 })
  const { location } = await fetchPage(browser, '/login', { email: person.email, password })
  await fetchPage(browser, location ?? '', { code: generateCode(secret) })
  expect(await db.selectFrom('carts').select('user_id').execute()).toEqual([{ user_id: person.userId }])
})

test('staff enable and disable the second factor and see ten recovery codes once', async () => {
  const person = await makeStaffMember()
  const browser = await loginAs(person)
  expect((await fetchPage(browser, '/account')).text).toContain('Confirmação em duas etapas Desligada')
  await fetchPage(browser, '/account/second_factor', { intent: 'begin' })
  const page = await fetchPage(browser, '/account/second_factor')
  expect(page.html).toMatch(/<svg role="img" aria-label="Desenho que o aplicativo/)
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.html)?.[1]?.replace(/ /g, '') ?? ''
  expect(secret).toHaveLength(32) // 20 bytes in Base32
  const rejectedPage = await fetchPage(browser, '/account/second_factor', {
    intent: 'confirm',
    code: '000000',
  })
  expect([rejectedPage.status, rejectedPage.text]).toEqual([
    400,
    expect.stringContaining('relógio do telefone'),
  ])
  // Confirms with the previous code, so that the current code is still unused.
  const previousCodeTime = new Date(Date.now() - 30_000)
  const confirmedPage = await fetchPage(browser, '/account/second_factor', {
    intent: 'confirm',
    code: generateCode(secret, previousCodeTime),
  })
  const codes = confirmedPage.html.match(/<code>[0-9A-Z]{5}-[0-9A-Z]{5}<\/code>/g) ?? []
  expect([confirmedPage.status, codes.length]).toEqual([200, 10])
  const pageAfter = await fetchPage(browser, '/account/second_factor')
  expect(pageAfter.text).toContain('10 códigos de recuperação')
  expect(pageAfter.html).not.toContain(secret)
  for (const code of codes) expect(pageAfter.html).not.toContain(code)
  expect(await verifySecondFactor(person.userId, generateCode(secret))).toBe('timed')

  const renewedPage = await fetchPage(browser, '/account/second_factor', { intent: 'codes' })
  expect(renewedPage.html.match(/<code>[0-9A-Z]{5}-[0-9A-Z]{5}<\/code>/g)).toHaveLength(10)
  const disabledPage = await fetchPage(browser, '/account/second_factor', { intent: 'off' })
  expect([disabledPage.status, disabledPage.location]).toEqual([303, '/account/second_factor'])
  expect((await fetchPage(browser, '/account/second_factor')).text).toContain('foi desligada')
})

test('customers have no page for a second factor', async () => {
  const customer = await loginAs(await makeCustomer())
  expect((await fetchPage(customer, '/account/second_factor')).status).toBe(404)
  expect((await fetchPage(customer, '/account')).text).not.toContain('duas etapas')
})

test('shows a banner before the required day; from then on, the back-office redirects to the set-up page', async () => {
  const person = await makeStaffMember()
  const browser = await loginAs(person)
  await saveSetting('shop', { secondFactorFrom: '2999-01-31' })
  const earlyPage = await fetchPage(browser, '/admin/orders')
  expect([earlyPage.status, earlyPage.text]).toEqual([200, expect.stringContaining('A partir de 31/01/2999')])
  await saveSetting('shop', { secondFactorFrom: '2026-01-31' })
  for (const path of ['/admin/', '/admin/orders', '/admin/orders.csv', '/admin/settings/shop'])
    expect((await fetchPage(browser, path)).location, path).toBe('/account/second_factor')
  expect((await fetchPage(browser, '/account/second_factor')).text).toContain('Ligue a sua para continuar')
  expect((await fetchPage(browser, '/account')).status).toBe(200)
  await makeSecondFactor(person.userId)
  const pageWithFactor = await fetchPage(browser, '/admin/orders')
  expect([pageWithFactor.status, pageWithFactor.text]).toEqual([
    200,
    expect.not.stringContaining('duas etapas'),
  ])
  await fetchPage(browser, '/account/second_factor', { intent: 'off' })
  expect((await fetchPage(browser, '/account/second_factor')).text).not.toContain('Desligar')
  expect(await db.selectFrom('second_factors').select('user_id').execute()).toHaveLength(1)
  expect((await fetchPage(await loginAs(await makeCustomer()), '/account')).status).toBe(200)
})

test('the settings of bank and issuer require password or code again after ten minutes', async () => {
  const person = await makeStaffMember({ isSuperuser: true })
  const browser = await loginAs(person)
  for (const path of ['/admin/settings/bank', '/admin/settings/issuer'])
    expect((await fetchPage(browser, path)).status, path).toBe(200)
  await expireProofs()
  const { location = '' } = await fetchPage(browser, '/admin/settings/bank')
  expect(location).toBe('/account/proof?redirectTo=%2Fadmin%2Fsettings%2Fbank')
  expect((await fetchPage(browser, '/admin/settings/issuer')).location).toContain('/account/proof')
  expect((await fetchPage(browser, '/admin/orders')).status).toBe(200)
  const proofPage = await fetchPage(browser, location ?? '')
  expect(proofPage.text).toContain('Sua senha')
  expect(proofPage.html).toMatch(/href="\/admin\/"[^>]*>Voltar ao painel</)
  const customerPage = await fetchPage(await loginAs(await makeCustomer()), '/account/proof')
  expect(customerPage.html).toMatch(/href="\/account"[^>]*>Voltar a “Meus dados”</)
  expect(customerPage.text).not.toContain('Voltar ao painel')
  const rejectedPage = await fetchPage(browser, location ?? '', { current: 'outra' })
  expect([rejectedPage.status, rejectedPage.text]).toEqual([
    400,
    expect.stringContaining('Senha atual incorreta'),
  ])
  const proofAnswer = await fetchPage(browser, location ?? '', { current: password })
  expect([proofAnswer.status, proofAnswer.location]).toEqual([303, '/admin/settings/bank'])
  expect((await fetchPage(browser, '/admin/settings/bank')).status).toBe(200)

  const { secret } = await makeSecondFactor(person.userId)
  await expireProofs()
  expect((await fetchPage(browser, location ?? '')).text).toContain('Os seis números do aplicativo')
  expect((await fetchPage(browser, location ?? '', { current: password })).status).toBe(400)
  expect((await fetchPage(browser, location ?? '', { code: generateCode(secret) })).status).toBe(303)
})

test('a role change waits for the administrator’s verification and is then saved', async () => {
  const browser = await loginAs(await makeStaffMember({ isSuperuser: true }))
  const { profileId, userId } = await makeStaffMember()
  const page = await fetchPage(browser, `/admin/user/${profileId}`)
  const fields = { ...readFormFields(page.html), is_superuser: 'on' }
  await expireProofs()
  const resultPage = await fetchPage(browser, `/admin/user/${profileId}`, fields)
  expect(resultPage.location).toMatch(/^\/account\/proof\?redirectTo=%2Faccount%2Funsent_forms%2F\d+$/)
  const loadSuperuserFlag = () =>
    db.selectFrom('users').select('is_superuser').where('id', '=', userId).executeTakeFirstOrThrow()
  expect(await loadSuperuserFlag()).toEqual({ is_superuser: false })
  const proofAnswer = await fetchPage(browser, resultPage.location ?? '', { current: password })
  const proofLocation = proofAnswer.location ?? ''
  // The 307 makes the browser post the fields of the stored form again, now to its own page.
  const resentAnswer = await fetchPage(browser, `${proofLocation}?act=send`, fields)
  expect([resentAnswer.status, resentAnswer.location]).toEqual([307, `/admin/user/${profileId}`])
  expect((await fetchPage(browser, `/admin/user/${profileId}`, fields)).status).toBe(303)
  expect(await loadSuperuserFlag()).toEqual({ is_superuser: true })

  await expireProofs()
  const fieldsWithoutRoleChange = {
    ...readFormFields((await fetchPage(browser, `/admin/user/${profileId}`)).html),
    name: 'Outro Nome',
  }
  expect((await fetchPage(browser, `/admin/user/${profileId}`, fieldsWithoutRoleChange)).location).toBe(
    `/admin/user/${profileId}`,
  )
})

test.each([
  {
    operation: 'cancelling an order',
    preparePath: async () =>
      `/admin/order/${(await makeOrder({ [await makePublication()]: 1 })).orderId}/status`,
    fields: { status: '3', from: '1' },
  },
  {
    operation: 'ending another person’s sessions',
    preparePath: async () => `/admin/user/${(await makeCustomer()).profileId}/sessions`,
    fields: { reason: 'Aparelho perdido' },
  },
  {
    operation: 'adding a webhook address',
    preparePath: async () => '/admin/settings/webhooks/0',
    fields: { description: 'ERP', address: 'https://erp.example.com/avisos' },
  },
])(
  '$operation requires verification and preserves the form, but the page opens without verification',
  async ({ preparePath, fields }) => {
    const browser = await loginAs(await makeStaffMember({ isSuperuser: true }))
    const path = await preparePath()
    await expireProofs()
    expect((await fetchPage(browser, path)).status).toBe(200)
    const resultPage = await fetchPage(browser, path, {
      ...readFormFields((await fetchPage(browser, path)).html),
      ...fields,
    })
    expect(resultPage.location).toMatch(/^\/account\/proof\?redirectTo=%2Faccount%2Funsent_forms%2F\d+$/)
  },
)

test('deactivating a staff account requires verification, and deactivating a customer account does not', async () => {
  const browser = await loginAs(await makeStaffMember({ isSuperuser: true }))
  const [member, customer] = [await makeStaffMember(), await makeCustomer()]
  await expireProofs()
  const deactivateAccount = async ({ profileId }: { profileId: number }) => {
    const { is_active: _, ...fields } = readFormFields(
      (await fetchPage(browser, `/admin/user/${profileId}`)).html,
    )
    return (await fetchPage(browser, `/admin/user/${profileId}`, fields)).location
  }
  expect(await deactivateAccount(member)).toMatch(/^\/account\/proof\?/)
  expect(await deactivateAccount(customer)).toBe(`/admin/user/${customer.profileId}`)
  const { is_active } = await db
    .selectFrom('users')
    .select('is_active')
    .where('id', '=', member.userId)
    .executeTakeFirstOrThrow()
  expect(is_active).toBe(true)
})

test('an administrator removes a person’s lost second factor with a reason, which ends the person’s sessions', async () => {
  const browser = await loginAs(await makeStaffMember({ isSuperuser: true }))
  const memberWithLostFactor = await makeStaffMember()
  const memberSession = await loginAs(memberWithLostFactor)
  const address = `/admin/user/${memberWithLostFactor.profileId}/second_factor`
  expect((await fetchPage(browser, address)).text).toContain('não tem a confirmação em duas etapas')
  await makeSecondFactor(memberWithLostFactor.userId)
  expect((await fetchPage(browser, `/admin/user/${memberWithLostFactor.profileId}`)).html).toContain(
    `href="${address}"`,
  )
  expect((await fetchPage(browser, address, { reason: ' ' })).status).toBe(400)
  expect((await fetchPage(memberSession, '/admin/')).status).toBe(200)
  expect((await fetchPage(memberSession, address)).status).toBe(403)
  const resultPage = await fetchPage(browser, address, { reason: 'Telefone perdido, falei com a pessoa' })
  expect(resultPage.location).toBe(`/admin/user/${memberWithLostFactor.profileId}`)
  expect((await fetchPage(memberSession, '/admin/')).location).toContain('/login')
  const { text } = await fetchPage(browser, `/admin/user/${memberWithLostFactor.profileId}`)
  expect(text).toContain('Confirmação em duas etapas retirada por um administrador')
  expect(text).toContain('Telefone perdido, falei com a pessoa')
  const newVisitor = new Visitor()
  expect(
    (
      await fetchPage(newVisitor, '/login', {
        email: memberWithLostFactor.email,
        password,
        redirectTo: '/admin/',
      })
    ).location,
  ).toBe('/admin/')
})
