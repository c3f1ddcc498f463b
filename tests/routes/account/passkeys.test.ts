import { beforeEach, expect, test } from 'vitest'
import { listPasskeys } from '#app/models/accounts/second-factor/passkey.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makePasskey } from '#tests/factories/accounts/passkey.ts'
import { makeSecondFactor } from '#tests/factories/accounts/second-factor.ts'
import { SoftwareAuthenticator } from '#tests/factories/accounts/software-authenticator.ts'
import { generateCode } from '#tests/factories/accounts/totp.ts'
import { makeCustomer, password } from '#tests/factories/people.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

const secondFactorPath = '/account/second_factor'
const challengePath = '/account/passkey_challenge'
const passkeyError = 'A chave de acesso não foi aceita'

beforeEach(openShop)

async function makeStaffMember({ isSuperuser = false, hasFactor = true } = {}) {
  const person = await makeCustomer()
  const roles = { is_staff: true, is_superuser: isSuperuser }
  await db.updateTable('users').set(roles).where('id', '=', person.userId).execute()
  const factor = hasFactor ? await makeSecondFactor(person.userId) : { secret: '', codes: [] }
  return { ...person, ...factor }
}

/** Sends the correct password, after which the shop asks for the second factor. */
async function logInWithPassword(person: { email: string }, redirectTo = '/admin/orders') {
  const browser = new Visitor()
  const { location } = await fetchPage(browser, '/login', { email: person.email, password, redirectTo })
  return { browser, target: location ?? '' }
}

async function requestChallenge(browser: Visitor, purpose: 'login' | 'proof' | 'register') {
  const { status, html, location } = await fetchPage(browser, challengePath, { purpose })
  expect([status, location]).toEqual([200, null])
  return JSON.parse(html)
}

const makeField = (answer: object) => ({ credential: JSON.stringify(answer) })
/** Makes each verification ten minutes old, so that it no longer counts. */
const expireProofs = () =>
  db
    .updateTable('sessions')
    .set({ proved_at: new Date(Date.now() - 10 * 60_000) })
    .execute()

async function listEventKinds() {
  const rows = await db.selectFrom('security_events').select(['kind', 'account_id']).orderBy('id').execute()
  return rows.map(({ kind }) => kind)
}

test('staff create, name, list, use and remove a passkey', async () => {
  const person = await makeStaffMember()
  const browser = await loginAs(person)
  const emptyPage = await fetchPage(browser, secondFactorPath)
  expect(emptyPage.html).toMatch(/<section class="stack" hidden="" data-passkey-part="">/)
  const device = new SoftwareAuthenticator()
  Object.assign(device, { transports: ['internal', 'of-tomorrow'] })
  const credential = device.create(await requestChallenge(browser, 'register'))
  const addedPage = await fetchPage(browser, secondFactorPath, {
    intent: 'passkey',
    name: ' Notebook  da loja ',
    ...makeField(credential),
  })
  expect([addedPage.status, addedPage.location]).toEqual([303, secondFactorPath])
  const listPage = await fetchPage(browser, secondFactorPath)
  expect(listPage.text).toContain('A chave de acesso foi criada')
  expect(listPage.text).toMatch(/Notebook da loja .*Nunca/)
  expect(listPage.html).not.toContain('data-passkey-part')
  expect(await db.selectFrom('passkeys').select('transports').execute()).toEqual([{ transports: 'internal' }])

  const { browser: secondBrowser, target } = await logInWithPassword(person)
  const codePage = await fetchPage(secondBrowser, target)
  expect(codePage.html).toMatch(/<form [^>]*hidden=""[^>]*data-passkey="use"[^>]*data-purpose="login"/)
  expect(codePage.html).toMatch(/<script src="[^"]*passkey[^"]*"/)
  const assertion = device.get(await requestChallenge(secondBrowser, 'login'))
  const loginAnswer = await fetchPage(secondBrowser, target, makeField(assertion))
  expect([loginAnswer.status, loginAnswer.location]).toEqual([303, '/admin/orders'])
  expect((await fetchPage(secondBrowser, '/admin/orders')).status).toBe(200)
  expect(await db.selectFrom('login_challenges').selectAll().execute()).toEqual([])

  const [passkey] = await listPasskeys(person.userId)
  expect((await fetchPage(browser, secondFactorPath)).text).not.toContain('Nunca')
  const removalAnswer = await fetchPage(browser, secondFactorPath, { intent: 'remove', passkey: passkey?.id })
  expect([removalAnswer.status, removalAnswer.location]).toEqual([303, secondFactorPath])
  expect(
    (await fetchPage(browser, secondFactorPath, { intent: 'remove', passkey: passkey?.id })).status,
  ).toBe(404)
  const lateLogin = await logInWithPassword(person)
  expect((await fetchPage(lateLogin.browser, lateLogin.target)).html).not.toContain('data-passkey="use"')
  expect((await fetchPage(lateLogin.browser, challengePath, { purpose: 'login' })).status).toBe(409)
  expect(await listEventKinds()).toEqual([
    'passkey-added',
    'code-asked',
    'passkey-used',
    'login',
    'passkey-removed',
    'code-asked',
  ])
  const mails = await db.selectFrom('outbox').select('id').where('job', '=', 'mail-second-factor').execute()
  // The second factor was enabled, and the passkey added and removed.
  expect(mails).toHaveLength(3)
})

test('codes and recovery codes also log in a person with a passkey', async () => {
  const person = await makeStaffMember()
  await makePasskey(person.userId)
  const { browser, target } = await logInWithPassword(person)
  expect((await fetchPage(browser, target, { code: generateCode(person.secret) })).location).toBe(
    '/admin/orders',
  )
  const secondLogin = await logInWithPassword(person)
  expect((await fetchPage(secondLogin.browser, secondLogin.target, { code: person.codes[0] })).location).toBe(
    '/admin/orders',
  )
})

test('a passkey verifies the user for the bank settings, once and in one session only', async () => {
  const person = await makeStaffMember({ isSuperuser: true })
  const device = await makePasskey(person.userId)
  const [browser, otherSession] = [await loginAs(person), await loginAs(person)]
  await expireProofs()
  const { location = '' } = await fetchPage(browser, '/admin/settings/bank')
  const proofPath = location ?? ''
  expect((await fetchPage(browser, proofPath)).html).toContain('data-purpose="proof"')
  const assertion = device.get(await requestChallenge(browser, 'proof'))
  const otherPage = await fetchPage(otherSession, proofPath, makeField(assertion))
  expect([otherPage.status, otherPage.text]).toEqual([400, expect.stringContaining(passkeyError)])
  const proofAnswer = await fetchPage(browser, proofPath, makeField(assertion))
  expect([proofAnswer.status, proofAnswer.location]).toEqual([303, '/admin/settings/bank'])
  expect((await fetchPage(browser, '/admin/settings/bank')).status).toBe(200)
  expect((await fetchPage(otherSession, '/admin/settings/bank')).location).toContain('/account/proof')
  expect((await fetchPage(browser, proofPath, makeField(assertion))).status).toBe(400)
})

test('rejects and logs a signature of another account, login or shop', async () => {
  const [person, thief] = [await makeStaffMember(), await makeStaffMember()]
  const device = await makePasskey(person.userId)
  const foreignPasskey = await makePasskey(thief.userId)
  const [firstLogin, secondLogin] = [await logInWithPassword(person), await logInWithPassword(person)]
  const firstAssertion = device.get(await requestChallenge(firstLogin.browser, 'login'))
  await requestChallenge(secondLogin.browser, 'login')
  for (const wrongAssertion of [
    firstAssertion, // of another login
    foreignPasskey.get(await requestChallenge(secondLogin.browser, 'login')), // of another account
    device.get(await requestChallenge(secondLogin.browser, 'login'), { origin: 'https://aeropub.example' }),
    foreignPasskey.get(await requestChallenge(secondLogin.browser, 'login'), { credentialId: device.id }),
  ]) {
    const { status, text } = await fetchPage(
      secondLogin.browser,
      secondLogin.target,
      makeField(wrongAssertion),
    )
    expect([status, text]).toEqual([400, expect.stringContaining(passkeyError)])
  }
  expect((await listEventKinds()).filter((kind) => kind === 'passkey-failed')).toHaveLength(4)
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])
  expect((await fetchPage(firstLogin.browser, firstLogin.target, makeField(firstAssertion))).status).toBe(303)
})

test('two concurrent logins with one signature open one session', async () => {
  const person = await makeStaffMember()
  const device = await makePasskey(person.userId)
  const { browser, target } = await logInWithPassword(person)
  const copiedBrowser = new Visitor()
  for (const cookie of browser.cookies.header.split('; '))
    copiedBrowser.cookies.keep(new Headers([['Set-Cookie', `${cookie}; Path=/`]]))
  const assertion = makeField(device.get(await requestChallenge(browser, 'login')))
  const answers = await Promise.all([
    fetchPage(browser, target, assertion),
    fetchPage(copiedBrowser, target, assertion),
  ])
  expect(answers.filter(({ location }) => location === '/admin/orders')).toHaveLength(1)
  expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
})

test('rejects malformed device responses with a message and blocks the login after ten', async () => {
  const person = await makeStaffMember()
  const device = await makePasskey(person.userId)
  const { browser, target } = await logInWithPassword(person)
  const assertion = device.get(await requestChallenge(browser, 'login'))
  const malformedCredentials = [
    '',
    '{',
    'null',
    '[]',
    '{"id":1}',
    JSON.stringify({ ...assertion, response: {} }),
  ]
  for (const text of [
    ...malformedCredentials,
    JSON.stringify({ ...assertion, id: 'á' }),
    'x'.repeat(20_000),
  ]) {
    const { status, text: pageText } = await fetchPage(browser, target, { credential: text })
    expect([status, pageText], text.slice(0, 20)).toEqual([400, expect.stringContaining(passkeyError)])
  }
  for (const _attempt of [9, 10]) await fetchPage(browser, target, { credential: '{}' })
  const limitedAnswer = await fetchPage(
    browser,
    target,
    makeField(device.get(await requestChallenge(browser, 'login'))),
  )
  expect([limitedAnswer.status, limitedAnswer.text]).toEqual([
    429,
    expect.stringContaining('Muitas tentativas com o código errado'),
  ])
})

test('rejects a possibly copied passkey, with an entry in security log and history', async () => {
  const person = await makeStaffMember()
  const device = await makePasskey(person.userId)
  const browser = await loginAs(person)
  const signWithPasskey = async (counter: number) =>
    fetchPage(
      browser,
      '/account/proof',
      makeField(device.get(await requestChallenge(browser, 'proof'), { counter })),
    )
  expect((await signWithPasskey(9)).status).toBe(303)
  // A counter lower than the last one means that the passkey may have been copied.
  expect((await signWithPasskey(3)).status).toBe(400)
  expect((await listEventKinds()).filter((kind) => kind.startsWith('passkey'))).toEqual([
    'passkey-used',
    'passkey-copied',
  ])
  expect(
    await db.selectFrom('history').select('id').where('action', '=', 'passkey-copied').execute(),
  ).toHaveLength(1)
})

test('creation requires a second factor and a recent verification, and a stored form contains no signature', async () => {
  const person = await makeStaffMember()
  const browser = await loginAs(person)
  const credential = new SoftwareAuthenticator().create(await requestChallenge(browser, 'register'))
  await expireProofs()
  const resultPage = await fetchPage(browser, challengePath, { purpose: 'register' })
  expect([resultPage.status, resultPage.location]).toEqual([
    303,
    '/account/proof?redirectTo=%2Faccount%2Fsecond_factor',
  ])
  const latePage = await fetchPage(browser, secondFactorPath, {
    intent: 'passkey',
    name: 'Notebook',
    ...makeField(credential),
  })
  expect(latePage.location).toMatch(/^\/account\/proof\?redirectTo=%2Faccount%2Funsent_forms/)
  const unsentForms = JSON.stringify(await db.selectFrom('unsent_forms').select('data').execute())
  expect(unsentForms).toContain('Notebook')
  expect(unsentForms).not.toContain(credential.response.clientDataJSON)
  expect(await listPasskeys(person.userId)).toEqual([])

  const memberWithoutFactor = await loginAs(await makeStaffMember({ hasFactor: false }))
  expect((await fetchPage(memberWithoutFactor, challengePath, { purpose: 'register' })).status).toBe(409)
  expect((await fetchPage(memberWithoutFactor, secondFactorPath)).html).not.toContain('data-passkey=')
  const customer = await loginAs(await makeCustomer())
  expect((await fetchPage(customer, challengePath, { purpose: 'register' })).status).toBe(404)
  expect((await fetchPage(customer, challengePath, { purpose: 'proof' })).status).toBe(409)
  expect((await fetchPage(new Visitor(), challengePath, { purpose: 'login' })).location).toBe('/login')
  expect((await fetchPage(new Visitor(), challengePath, { purpose: 'proof' })).location).toContain('/login?')
  expect((await fetchPage(browser, challengePath, { purpose: 'other' })).status).toBe(400)
})

test('requires a name, rejects a known device and hides the form at ten passkeys', async () => {
  const person = await makeStaffMember()
  const browser = await loginAs(person)
  const device = new SoftwareAuthenticator()
  const sendPasskey = async (name: string, answer?: object) =>
    fetchPage(browser, secondFactorPath, { intent: 'passkey', name, ...(answer ? makeField(answer) : {}) })
  const unnamedAnswer = await sendPasskey(' ', device.create(await requestChallenge(browser, 'register')))
  expect([unnamedAnswer.status, unnamedAnswer.text]).toEqual([
    400,
    expect.stringContaining('Campo obrigatório'),
  ])
  const namedAnswer = await sendPasskey('Notebook')
  expect([namedAnswer.status, namedAnswer.text]).toEqual([400, expect.stringContaining('não foi criada')])
  expect(namedAnswer.html).toContain('value="Notebook"')
  expect(
    (await sendPasskey('Notebook', device.create(await requestChallenge(browser, 'register')))).status,
  ).toBe(303)
  const secondPage = await sendPasskey('De novo', device.create(await requestChallenge(browser, 'register')))
  expect([secondPage.status, secondPage.text]).toEqual([400, expect.stringContaining('já está em uso')])
  for (let count = 1; count < 10; count++) await makePasskey(person.userId, { sessionId: count })
  const fullPage = await fetchPage(browser, secondFactorPath)
  expect(fullPage.text).toContain('São no máximo 10 chaves de acesso')
  expect(fullPage.html).not.toContain('data-passkey="create"')
  expect((await fetchPage(browser, challengePath, { purpose: 'register' })).status).toBe(409)
})

test('resetting the second factor of another person or turning off one’s own removes the passkeys', async () => {
  const admin = await loginAs(await makeStaffMember({ isSuperuser: true }))
  const person = await makeStaffMember()
  await makePasskey(person.userId)
  const waitingLogin = await logInWithPassword(person)
  await fetchPage(admin, `/admin/user/${person.profileId}/second_factor`, { reason: 'Telefone perdido' })
  expect(await listPasskeys(person.userId)).toEqual([])
  expect((await fetchPage(waitingLogin.browser, challengePath, { purpose: 'login' })).location).toBe('/login')
  const otherMember = await makeStaffMember()
  await makePasskey(otherMember.userId)
  await fetchPage(await loginAs(otherMember), secondFactorPath, { intent: 'off' })
  expect(await listPasskeys(otherMember.userId)).toEqual([])
})
