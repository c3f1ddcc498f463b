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

const page = '/account/second_factor'
const challenges = '/account/passkey_challenge'
const passkeyError = 'A chave de acesso não foi aceita'

beforeEach(openShop)

async function makeMember({ isSuperuser = false, hasFactor = true } = {}) {
  const person = await makeCustomer()
  const roles = { is_staff: true, is_superuser: isSuperuser }
  await db.updateTable('users').set(roles).where('id', '=', person.userId).execute()
  const factor = hasFactor ? await makeSecondFactor(person.userId) : { secret: '', codes: [] }
  return { ...person, ...factor }
}

/** Sends the correct password, so that the second factor is requested. */
async function logInHalfway(person: { email: string }, redirectTo = '/admin/orders') {
  const browser = new Visitor()
  const { location } = await fetchPage(browser, '/login', { email: person.email, password, redirectTo })
  return { browser, target: location ?? '' }
}

async function readWanted(browser: Visitor, purpose: 'login' | 'proof' | 'register') {
  const { status, html, location } = await fetchPage(browser, challenges, { purpose })
  expect([status, location]).toEqual([200, null])
  return JSON.parse(html)
}

const makeField = (answer: object) => ({ credential: JSON.stringify(answer) })
const ageProofs = () =>
  db
    .updateTable('sessions')
    .set({ proved_at: new Date(Date.now() - 10 * 60_000) })
    .execute()

async function listEvents() {
  const rows = await db.selectFrom('security_events').select(['kind', 'account_id']).orderBy('id').execute()
  return rows.map(({ kind }) => kind)
}

test('staff create, name, list, use and remove a passkey', async () => {
  const person = await makeMember()
  const browser = await loginAs(person)
  const emptyPage = await fetchPage(browser, page)
  expect(emptyPage.html).toMatch(/<section class="stack" hidden="" data-passkey-part="">/)
  const device = new SoftwareAuthenticator()
  Object.assign(device, { transports: ['internal', 'of-tomorrow'] })
  const credential = device.create(await readWanted(browser, 'register'))
  const addedPage = await fetchPage(browser, page, {
    intent: 'passkey',
    name: ' Notebook  da loja ',
    ...makeField(credential),
  })
  expect([addedPage.status, addedPage.location]).toEqual([303, page])
  const list = await fetchPage(browser, page)
  expect(list.text).toContain('A chave de acesso foi criada')
  expect(list.text).toMatch(/Notebook da loja .*Nunca/)
  expect(list.html).not.toContain('data-passkey-part')
  expect(await db.selectFrom('passkeys').select('transports').execute()).toEqual([{ transports: 'internal' }])

  const { browser: other, target } = await logInHalfway(person)
  const step = await fetchPage(other, target)
  expect(step.html).toMatch(/<form [^>]*hidden=""[^>]*data-passkey="use"[^>]*data-purpose="login"/)
  expect(step.html).toMatch(/<script src="[^"]*passkey[^"]*"/)
  const signed = device.get(await readWanted(other, 'login'))
  const entered = await fetchPage(other, target, makeField(signed))
  expect([entered.status, entered.location]).toEqual([303, '/admin/orders'])
  expect((await fetchPage(other, '/admin/orders')).status).toBe(200)
  expect(await db.selectFrom('login_challenges').selectAll().execute()).toEqual([])

  const [key] = await listPasskeys(person.userId)
  expect((await fetchPage(browser, page)).text).not.toContain('Nunca')
  const removed = await fetchPage(browser, page, { intent: 'remove', passkey: key?.id })
  expect([removed.status, removed.location]).toEqual([303, page])
  expect((await fetchPage(browser, page, { intent: 'remove', passkey: key?.id })).status).toBe(404)
  const late = await logInHalfway(person)
  expect((await fetchPage(late.browser, late.target)).html).not.toContain('data-passkey="use"')
  expect((await fetchPage(late.browser, challenges, { purpose: 'login' })).status).toBe(409)
  expect(await listEvents()).toEqual([
    'passkey-added',
    'code-asked',
    'passkey-used',
    'login',
    'passkey-removed',
    'code-asked',
  ])
  const mails = await db.selectFrom('outbox').select('id').where('job', '=', 'mail-second-factor').execute()
  expect(mails).toHaveLength(3)
})

test('codes work in browsers without passkeys or scripts', async () => {
  const person = await makeMember()
  await makePasskey(person.userId)
  const { browser, target } = await logInHalfway(person)
  expect((await fetchPage(browser, target, { code: generateCode(person.secret) })).location).toBe(
    '/admin/orders',
  )
  const other = await logInHalfway(person)
  expect((await fetchPage(other.browser, other.target, { code: person.codes[0] })).location).toBe(
    '/admin/orders',
  )
})

test('a passkey verifies the user before changes of bank and roles, in its own session only', async () => {
  const person = await makeMember({ isSuperuser: true })
  const device = await makePasskey(person.userId)
  const [browser, other] = [await loginAs(person), await loginAs(person)]
  await ageProofs()
  const { location = '' } = await fetchPage(browser, '/admin/settings/bank')
  const proof = location ?? ''
  expect((await fetchPage(browser, proof)).html).toContain('data-purpose="proof"')
  const signed = device.get(await readWanted(browser, 'proof'))
  const otherPage = await fetchPage(other, proof, makeField(signed))
  expect([otherPage.status, otherPage.text]).toEqual([400, expect.stringContaining(passkeyError)])
  const proved = await fetchPage(browser, proof, makeField(signed))
  expect([proved.status, proved.location]).toEqual([303, '/admin/settings/bank'])
  expect((await fetchPage(browser, '/admin/settings/bank')).status).toBe(200)
  expect((await fetchPage(other, '/admin/settings/bank')).location).toContain('/account/proof')
  expect((await fetchPage(browser, proof, makeField(signed))).status).toBe(400)
})

test('rejects and logs a signature of another account, login or shop', async () => {
  const [person, thief] = [await makeMember(), await makeMember()]
  const device = await makePasskey(person.userId)
  const foreignPasskey = await makePasskey(thief.userId)
  const [first, second] = [await logInHalfway(person), await logInHalfway(person)]
  const answerToFirst = device.get(await readWanted(first.browser, 'login'))
  await readWanted(second.browser, 'login')
  for (const answer of [
    answerToFirst,
    foreignPasskey.get(await readWanted(second.browser, 'login')),
    device.get(await readWanted(second.browser, 'login'), { origin: 'https://aeropub.example' }),
    foreignPasskey.get(await readWanted(second.browser, 'login'), { credentialId: device.id }),
  ]) {
    const { status, text } = await fetchPage(second.browser, second.target, makeField(answer))
    expect([status, text]).toEqual([400, expect.stringContaining(passkeyError)])
  }
  expect((await listEvents()).filter((kind) => kind === 'passkey-failed')).toHaveLength(4)
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])
  expect((await fetchPage(first.browser, first.target, makeField(answerToFirst))).status).toBe(303)
})

test('two concurrent logins with one signature open one session', async () => {
  const person = await makeMember()
  const device = await makePasskey(person.userId)
  const { browser, target } = await logInHalfway(person)
  const copy = new Visitor()
  for (const cookie of browser.cookies.header.split('; '))
    copy.cookies.keep(new Headers([['Set-Cookie', `${cookie}; Path=/`]]))
  const signed = makeField(device.get(await readWanted(browser, 'login')))
  const answers = await Promise.all([fetchPage(browser, target, signed), fetchPage(copy, target, signed)])
  expect(answers.filter(({ location }) => location === '/admin/orders')).toHaveLength(1)
  expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
})

test('rejects malformed device responses with a message and blocks the device after ten', async () => {
  const person = await makeMember()
  const device = await makePasskey(person.userId)
  const { browser, target } = await logInHalfway(person)
  const signed = device.get(await readWanted(browser, 'login'))
  const texts = ['', '{', 'null', '[]', '{"id":1}', JSON.stringify({ ...signed, response: {} })]
  for (const text of [...texts, JSON.stringify({ ...signed, id: 'á' }), 'x'.repeat(20_000)]) {
    const { status, text: words } = await fetchPage(browser, target, { credential: text })
    expect([status, words], text.slice(0, 20)).toEqual([400, expect.stringContaining(passkeyError)])
  }
  await fetchPage(browser, target, { credential: '{}' })
  await fetchPage(browser, target, { credential: '{}' })
  const limited = await fetchPage(browser, target, makeField(device.get(await readWanted(browser, 'login'))))
  expect([limited.status, limited.text]).toEqual([
    429,
    expect.stringContaining('Muitas tentativas com o código errado'),
  ])
})

test('rejects a possibly cloned device, logs it and sends a mail', async () => {
  const person = await makeMember()
  const device = await makePasskey(person.userId)
  const browser = await loginAs(person)
  const signWithPasskey = async (counter: number) =>
    fetchPage(
      browser,
      '/account/proof',
      makeField(device.get(await readWanted(browser, 'proof'), { counter })),
    )
  expect((await signWithPasskey(9)).status).toBe(303)
  expect((await signWithPasskey(3)).status).toBe(400)
  expect((await listEvents()).filter((kind) => kind.startsWith('passkey'))).toEqual([
    'passkey-used',
    'passkey-copied',
  ])
  expect(
    await db.selectFrom('history').select('id').where('action', '=', 'passkey-copied').execute(),
  ).toHaveLength(1)
})

test('creation requires a second factor and a recent verification, and no signature can be replayed', async () => {
  const person = await makeMember()
  const browser = await loginAs(person)
  const credential = new SoftwareAuthenticator().create(await readWanted(browser, 'register'))
  await ageProofs()
  const resultPage = await fetchPage(browser, challenges, { purpose: 'register' })
  expect([resultPage.status, resultPage.location]).toEqual([
    303,
    '/account/proof?redirectTo=%2Faccount%2Fsecond_factor',
  ])
  const latePage = await fetchPage(browser, page, {
    intent: 'passkey',
    name: 'Notebook',
    ...makeField(credential),
  })
  expect(latePage.location).toMatch(/^\/account\/proof\?redirectTo=%2Faccount%2Funsent_forms/)
  const unsentForms = JSON.stringify(await db.selectFrom('unsent_forms').select('data').execute())
  expect(unsentForms).toContain('Notebook')
  expect(unsentForms).not.toContain(credential.response.clientDataJSON)
  expect(await listPasskeys(person.userId)).toEqual([])

  const memberWithoutFactor = await loginAs(await makeMember({ hasFactor: false }))
  expect((await fetchPage(memberWithoutFactor, challenges, { purpose: 'register' })).status).toBe(409)
  expect((await fetchPage(memberWithoutFactor, page)).html).not.toContain('data-passkey=')
  const customer = await loginAs(await makeCustomer())
  expect((await fetchPage(customer, challenges, { purpose: 'register' })).status).toBe(404)
  expect((await fetchPage(customer, challenges, { purpose: 'proof' })).status).toBe(409)
  expect((await fetchPage(new Visitor(), challenges, { purpose: 'login' })).location).toBe('/login')
  expect((await fetchPage(new Visitor(), challenges, { purpose: 'proof' })).location).toContain('/login?')
  expect((await fetchPage(browser, challenges, { purpose: 'other' })).status).toBe(400)
})

test('requires a name, rejects a device twice and hides the form at ten passkeys', async () => {
  const person = await makeMember()
  const browser = await loginAs(person)
  const device = new SoftwareAuthenticator()
  const sendPasskey = async (name: string, answer?: object) =>
    fetchPage(browser, page, { intent: 'passkey', name, ...(answer ? makeField(answer) : {}) })
  const unnamed = await sendPasskey(' ', device.create(await readWanted(browser, 'register')))
  expect([unnamed.status, unnamed.text]).toEqual([400, expect.stringContaining('Campo obrigatório')])
  const namedAnswer = await sendPasskey('Notebook')
  expect([namedAnswer.status, namedAnswer.text]).toEqual([400, expect.stringContaining('não foi criada')])
  expect(namedAnswer.html).toContain('value="Notebook"')
  expect((await sendPasskey('Notebook', device.create(await readWanted(browser, 'register')))).status).toBe(
    303,
  )
  const secondPage = await sendPasskey('De novo', device.create(await readWanted(browser, 'register')))
  expect([secondPage.status, secondPage.text]).toEqual([400, expect.stringContaining('já está em uso')])
  for (let count = 1; count < 10; count++) await makePasskey(person.userId, { sessionId: count })
  const fullPage = await fetchPage(browser, page)
  expect(fullPage.text).toContain('São no máximo 10 chaves de acesso')
  expect(fullPage.html).not.toContain('data-passkey="create"')
  expect((await fetchPage(browser, challenges, { purpose: 'register' })).status).toBe(409)
})

test('removing or turning off the second factor removes the passkeys', async () => {
  const admin = await loginAs(await makeMember({ isSuperuser: true }))
  const person = await makeMember()
  await makePasskey(person.userId)
  const waiting = await logInHalfway(person)
  await fetchPage(admin, `/admin/user/${person.profileId}/second_factor`, { reason: 'Telefone perdido' })
  expect(await listPasskeys(person.userId)).toEqual([])
  expect((await fetchPage(waiting.browser, challenges, { purpose: 'login' })).location).toBe('/login')
  const otherMember = await makeMember()
  await makePasskey(otherMember.userId)
  await fetchPage(await loginAs(otherMember), page, { intent: 'off' })
  expect(await listPasskeys(otherMember.userId)).toEqual([])
})
