import { beforeEach, expect, test } from 'vitest'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { listFleet } from '#app/models/accounts/aircraft.server.ts'
import { receiveContactMessage } from '#app/models/accounts/contact-message.server.ts'
import { requestEmailChange } from '#app/models/accounts/email-request.server.ts'
import { findViewer, startSession } from '#app/models/accounts/session.server.ts'
import { findCheckoutProfile, verifyCredentials } from '#app/models/accounts/user.server.ts'
import { requestDeletion } from '#app/models/backoffice/deletion.server.ts'
import { findOrCreateDraft, saveDraft } from '#app/models/checkout/checkout-draft.server.ts'
import { storePhoto } from '#app/models/checkout/photo.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { cachePostalCode } from '#app/models/platform/postal-code.server.ts'
import { createShipment } from '#app/models/shipments/shipment.server.ts'
import { action as addressesAction } from '#app/routes/account/addresses.tsx'
import { action as deletionAction } from '#app/routes/account/deletion.tsx'
import { action as emailAction } from '#app/routes/account/email.tsx'
import { action as exportAction } from '#app/routes/account/export-json.ts'
import { action as changeAction } from '#app/routes/account/fleet/aircraft.tsx'
import { action as removalAction } from '#app/routes/account/fleet/aircraft-removal.tsx'
import { action as fleetAction } from '#app/routes/account/fleet/fleet.tsx'
import { action as passwordAction } from '#app/routes/account/password.tsx'
import { action as profileAction } from '#app/routes/account/profile.tsx'
import { action as sessionsAction, loader as sessionsLoader } from '#app/routes/account/sessions.tsx'
import { makeCart, makeOrder } from '#tests/factories/orders.ts'
import {
  address,
  company,
  findEmailToken,
  makeCustomer,
  newEmail,
  password,
  person,
} from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { billing, shippingElsewhere } from '#tests/support/checkout-form.ts'
import { readSeenVersion } from '#tests/support/pages/forms-in.ts'
import { type Fields, loginAs, Visitor } from '#tests/support/request.ts'

beforeEach(openShop)

const newPassword = 'outra senha bem comprida'
const requiredMessage = 'Campo obrigatório'
const aircraft = { prefix: 'ptabc', serial: '200512', fuel: '2', nickname: 'Ipanema' }
const pages = [
  '',
  '/profile',
  '/email',
  '/addresses',
  '/fleet',
  '/sessions',
  '/password',
  '/export',
  '/deletion',
]
const pagesWithoutForm = ['', '/export']

async function makeLoggedInCustomer(identity = person) {
  const customer = await makeCustomer({ identity })
  return { ...customer, visitor: await loginAs(customer) }
}

async function logInOwner(orderCreation: Promise<{ orderId: number; userId: number }>) {
  const { orderId, userId } = await orderCreation
  const profile = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['profiles.id as profileId', 'email'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { orderId, userId, ...profile, visitor: await loginAs({ userId }) }
}

test.each([...pages, '/fleet/1', '/fleet/1/removal', '/export.json'])(
  'redirects a visitor from GET and POST of /account%s to the login, with the address to return to',
  async (page) => {
    const loginAddress = `/login?redirectTo=${encodeURIComponent(`/account${page}`)}`
    expect((await fetchPage(new Visitor(), `/account${page}`)).location).toBe(loginAddress)
    if (pagesWithoutForm.includes(page)) return
    expect((await fetchPage(new Visitor(), `/account${page}`, { phone: 'x' })).location).toBe(
      `${loginAddress}&lost=1`,
    )
  },
)

test.each(pages)('/account%s has a title and one heading and is never cached', async (page) => {
  const { visitor } = await makeLoggedInCustomer()
  const { status, html, headers } = await fetchPage(visitor, `/account${page}`)
  expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  expect(html.match(/<h1[ >]/g)).toHaveLength(1)
  expect(html).toMatch(/<title>[^<]+ · Aeropub<\/title>/)
})

test('the overview shows the stored data with a masked document, and the header links to the account', async () => {
  const { visitor, email } = await makeLoggedInCustomer(company)
  const { text } = await fetchPage(visitor, '/account')
  for (const expectedText of [
    company.companyName,
    'CNPJ terminado em 35',
    '(14) 3221-0000',
    email,
    'Rua das Hélices, 100, Centro, Botucatu – SP, CEP 18600-000',
  ])
    expect(text).toContain(expectedText)
  expect(text).toContain('Nenhuma aeronave')
  expect(text).toContain('1 sessão aberta')
  expect(text).not.toContain('12.ABC.345')
  expect((await fetchPage(visitor, '/contact')).html).toContain('href="/account"')
})

test('saves a valid phone, ignores all other sent fields and shows the CPF as disabled', async () => {
  const { visitor, profileId, userId, email } = await makeLoggedInCustomer()
  const { html } = await fetchPage(visitor, '/account/profile')
  expect(html).toMatch(
    /<input[^>]*disabled=""[^>]*name="cpf"[^>]*value="529.982.247-25"|name="cpf"[^>]*disabled/,
  )
  const profileFields = {
    phone: '(14) 3333-0000',
    name: 'X',
    cpf: '11144477735',
    is_company: '1',
    is_partner: '1',
  }
  const protectedFields = {
    is_staff: '1',
    is_superuser: '1',
    email: 'x@exemplo.test',
    profile_id: '1',
    user_id: '1',
  }
  expect(
    (
      await visitor.post(profileAction, '/account/profile', {
        ...readSeenVersion(html),
        ...profileFields,
        ...protectedFields,
      })
    ).status,
  ).toBe(303)
  expect(await findCheckoutProfile(profileId)).toMatchObject({ ...person, phone: '1433330000', email })
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  expect(user).toMatchObject({ is_staff: false, is_superuser: false })
  const rejectedAnswer = await visitor.post(profileAction, '/account/profile', { phone: '123' })
  expect([rejectedAnswer.status, Object.keys(rejectedAnswer.data.result?.error ?? {})]).toEqual([
    400,
    ['phone'],
  ])
})

test('saves both addresses and deletes the shipping address when its box is not ticked', async () => {
  const { visitor, profileId } = await makeLoggedInCustomer()
  const readVersionField = async () => readSeenVersion((await fetchPage(visitor, '/account/addresses')).html)
  const fields = { ...billing, ...shippingElsewhere, ...(await readVersionField()) }
  expect((await visitor.post(addressesAction, '/account/addresses', fields)).status).toBe(303)
  const profileWithBoth = await findCheckoutProfile(profileId)
  expect(profileWithBoth.billing).toMatchObject({ street: 'Rua das Hélices', complement: 'sala 2' })
  expect(profileWithBoth.shipping).toMatchObject({
    street: 'Avenida das Asas',
    state: 'SP',
    zip_code: '01310100',
  })
  await visitor.post(addressesAction, '/account/addresses', {
    ...fields,
    ...(await readVersionField()),
    ship_elsewhere: 'off',
  })
  expect((await findCheckoutProfile(profileId)).shipping).toBeUndefined()
})

test('returns an invalid address as typed, with an error at each field', async () => {
  const { visitor, profileId } = await makeLoggedInCustomer()
  const page = await fetchPage(visitor, '/account/addresses', {
    ...billing,
    'billing.zip_code': '12',
    'billing.street': '',
  })
  expect(page.status).toBe(400)
  expect(page.text).toContain('CEP da cobrança: CEP incorreto')
  expect(page.text).toContain(`Rua da cobrança: ${requiredMessage}`)
  expect(page.html).toContain('value="sala 2"')
  expect((await findCheckoutProfile(profileId)).billing).toEqual(address)
})

test('a postal code fills in street and city at each lookup, but no typed field, and saves nothing', async () => {
  const postalAddress = {
    cep: '01001000',
    street: 'Praça da Sé',
    province: 'Sé',
    city: 'São Paulo',
    state: 'SP',
  } as const
  await cachePostalCode('01001000', postalAddress, new Date())
  await cachePostalCode(
    '18690000',
    { ...postalAddress, cep: '18690000', street: '', province: '', city: 'Itatinga' },
    new Date(),
  )
  const { visitor, profileId } = await makeLoggedInCustomer()
  const { html } = await fetchPage(visitor, '/account/addresses')
  const lookUpPostalCode = (page: string, changes: Fields) =>
    fetchPage(visitor, '/account/addresses', { ...readFields(page), ...changes, intent: 'cep.billing' })
  const lookedUpPage = await lookUpPostalCode(html, {
    'billing.zip_code': '01001-000',
    'billing.province': 'Meu bairro',
  })
  expect(lookedUpPage.status).toBe(200)
  expect(readFields(lookedUpPage.html)).toMatchObject({
    'billing.street': 'Praça da Sé',
    'billing.province': 'Meu bairro',
  })
  const lookedUpAgainPage = await lookUpPostalCode(lookedUpPage.html, { 'billing.zip_code': '18690-000' })
  expect(readFields(lookedUpAgainPage.html)).toMatchObject({
    'billing.street': '',
    'billing.city': 'Itatinga',
    'billing.province': 'Meu bairro',
  })
  expect((await findCheckoutProfile(profileId)).billing).toEqual(address)
})

/** Returns the text fields of a page's form with their values. */
function readFields(html: string): Fields {
  const inputs = [...html.matchAll(/<input[^>]*>/g)].map(([tag]) => tag)
  const readAttribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
  const texts = inputs.filter(
    (tag) => /type="(text|hidden)"/.test(tag) && / name="(billing|filled)/.test(tag),
  )
  return Object.fromEntries(
    texts.map((tag) => [readAttribute(tag, 'name') ?? '', readAttribute(tag, 'value') ?? '']),
  )
}

test('an e-mail change requires password, repetition and the link sent to the new address', async () => {
  const { visitor, userId, email } = await makeLoggedInCustomer()
  const requestedEmail = newEmail()
  const sendEmailForm = (fields: Fields) => visitor.post(emailAction, '/account/email', fields)
  const repeatedEmail = { email: requestedEmail, again: ` ${requestedEmail.toUpperCase()}` }
  expect((await sendEmailForm({ ...repeatedEmail, current: 'wrong' })).data?.error).toEqual({
    current: ['Senha atual incorreta'],
  })
  expect((await sendEmailForm(repeatedEmail)).data?.error).toEqual({ current: [requiredMessage] })
  expect(
    (await sendEmailForm({ ...repeatedEmail, again: newEmail(), current: password })).data?.error,
  ).toEqual({
    again: ['Os e-mails precisam ser iguais'],
  })
  expect((await sendEmailForm({ email: requestedEmail, current: password })).data?.error).toEqual({
    again: [requiredMessage],
  })
  expect((await sendEmailForm({ email, again: email, current: password })).data?.error).toEqual({
    email: ['Este já é o e-mail da sua conta'],
  })
  expect((await sendEmailForm({ ...repeatedEmail, current: password })).location).toBe('/account/email')
  expect((await fetchPage(visitor, '/account/email')).text).toContain(
    `${requestedEmail} espera a sua confirmação.`,
  )
  expect(await verifyCredentials(email, password)).toBe(userId)
  expect(await verifyCredentials(requestedEmail, password)).toBeNull()
})

test('the link shows the new e-mail, and its form changes the account once, on any device', async () => {
  const { visitor, userId } = await makeLoggedInCustomer()
  const requestedEmail = newEmail()
  const fields = { email: requestedEmail, again: requestedEmail, current: password }
  await visitor.post(emailAction, '/account/email', fields)
  const link = `/change_email/${await findEmailToken(userId)}`
  const page = await fetchPage(new Visitor(), link)
  expect([page.status, page.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  expect(page.text).toContain(`Sua conta passa a usar ${requestedEmail}.`)
  expect(await verifyCredentials(requestedEmail, password)).toBeNull()
  const otherDevice = new Visitor()
  expect((await fetchPage(otherDevice, link, {})).location).toBe('/login')
  expect((await fetchPage(otherDevice, '/login')).text).toContain(`Você entra com ${requestedEmail}.`)
  expect(await verifyCredentials(requestedEmail, password)).toBe(userId)
  const usedPage = await fetchPage(visitor, link)
  expect([usedPage.status, usedPage.text.includes('Este link venceu')]).toEqual([410, true])
  expect((await fetchPage(visitor, '/change_email/nothing')).status).toBe(404)
})

test('rejects another account’s e-mail at its field and never returns the password', async () => {
  const { visitor } = await makeLoggedInCustomer()
  const { email } = await makeCustomer()
  const page = await fetchPage(visitor, '/account/email', { email, again: email, current: password })
  expect(page.status).toBe(400)
  expect(page.text).toContain('Já existe uma conta com este e-mail')
  expect(page.html).not.toContain(password)
})

test('changes the password with the current one and logs out every other browser', async () => {
  const { visitor, userId, email } = await makeLoggedInCustomer()
  const otherSession = await startSession(userId)
  const sessionBefore = visitor.cookies.get('session')
  const answer = await visitor.post(passwordAction, '/account/password', {
    current: password,
    password: newPassword,
    confirmation: newPassword,
  })
  expect([answer.status, answer.location]).toEqual([303, '/account'])
  expect(await findViewer(otherSession)).toBeUndefined()
  expect(visitor.cookies.get('session')).not.toBe(sessionBefore)
  expect((await fetchPage(visitor, '/account')).text).toContain('Senha alterada com sucesso')
  expect(await verifyCredentials(email, newPassword)).toBe(userId)
})

test.each<[string, Fields, Record<string, string[]>]>([
  ['an empty form', {}, { current: [requiredMessage], password: ['As senhas precisam ser iguais'] }],
  [
    'a wrong password',
    { current: 'x', password: newPassword, confirmation: newPassword },
    { current: ['Senha atual incorreta'] },
  ],
  [
    'two different new passwords',
    { current: password, password: newPassword, confirmation: `${newPassword}x` },
    { confirmation: ['As senhas precisam ser iguais'] },
  ],
  [
    'a short password',
    { current: password, password: '1234567', confirmation: '1234567' },
    { password: ['A senha precisa de pelo menos 8 caracteres'] },
  ],
])('%s: shows errors at the fields and leaves the password unchanged', async (_name, fields, errors) => {
  const { visitor, userId, email } = await makeLoggedInCustomer()
  const answer = await visitor.post(passwordAction, '/account/password', fields)
  expect([answer.status, answer.data?.error]).toEqual([400, errors])
  expect(JSON.stringify(answer.data)).not.toContain(newPassword)
  expect(await verifyCredentials(email, password)).toBe(userId)
})

test('after ten wrong passwords, e-mail change and deletion reject even the correct password', async () => {
  const { visitor } = await makeLoggedInCustomer()
  const sendEmail = (current: string) => {
    const email = newEmail()
    return visitor.post(emailAction, '/account/email', { email, again: email, current })
  }
  for (let attempts = 0; attempts < 10; attempts++) expect((await sendEmail('wrong')).status).toBe(400)
  expect((await sendEmail(password)).status).toBe(429)
  const deletion = { agreed: 'on', current: password }
  expect((await visitor.post(deletionAction, '/account/deletion', deletion)).status).toBe(429)
})

test('adds, changes and removes an aircraft, and shows errors at their fields', async () => {
  const { visitor, profileId } = await makeLoggedInCustomer()
  const addAircraft = (fields: Fields) => visitor.post(fleetAction, '/account/fleet', fields)
  const emptyAnswer = await addAircraft({})
  expect(emptyAnswer.data?.error).toEqual({
    prefix: [requiredMessage],
    serial: [requiredMessage],
    fuel: [requiredMessage],
  })
  expect((await addAircraft({ ...aircraft, prefix: 'N123' })).data?.error).toEqual({
    prefix: ['Prefixo incorreto'],
  })
  const tooLongNickname = 'x'.repeat(61)
  expect((await addAircraft({ ...aircraft, nickname: tooLongNickname })).status).toBe(400)
  expect((await addAircraft({ ...aircraft, profile_id: '1', id: '1' })).status).toBe(303)
  expect((await addAircraft({ ...aircraft, fuel: '1' })).data?.error).toEqual({
    prefix: ['Esta aeronave já está na sua frota'],
  })
  expect((await addAircraft({ ...aircraft, prefix: 'N123AB', foreign: 'on', nickname: '' })).status).toBe(303)
  const [foreignAircraft, brazilianAircraft] = await listFleet(profileId)
  expect(foreignAircraft).toMatchObject({ registration: 'N123AB', isForeign: true, nickname: null })
  expect(brazilianAircraft).toMatchObject({
    registration: 'PT-ABC',
    serialNumber: '200512',
    fuel: 2,
    nickname: 'Ipanema',
  })

  const [foreignRow, brazilianRow] = (await fetchPage(visitor, '/account/fleet')).html
    .split('<tr')
    .filter((row) => /N123AB|PT-ABC/.test(row))
  expect(foreignRow).toContain('Matrícula estrangeira')
  expect(brazilianRow).not.toContain('Matrícula estrangeira')

  const page = await fetchPage(visitor, `/account/fleet/${foreignAircraft?.id}`)
  expect(page.html).toMatch(/checked=""[^>]*name="foreign"|name="foreign"[^>]*checked=""/)
  const params = { id: String(brazilianAircraft?.id) }
  const readVersionField = async () =>
    readSeenVersion((await fetchPage(visitor, `/account/fleet/${brazilianAircraft?.id}`)).html)
  const changeAircraft = async (fields: Fields) =>
    visitor.post(changeAction, '/account/fleet/x', { ...fields, ...(await readVersionField()) }, params)
  const removeAircraft = async () =>
    visitor.post(removalAction, '/account/fleet/x/removal', await readVersionField(), params)
  expect((await changeAircraft({ ...aircraft, serial: '7' })).status).toBe(303)
  expect((await changeAircraft({ ...aircraft, prefix: 'N123AB', foreign: 'on' })).status).toBe(400)
  expect((await removeAircraft()).status).toBe(303)
  expect((await listFleet(profileId)).map(({ registration }) => registration)).toEqual(['N123AB'])
  expect((await removeAircraft()).status).toBe(404)
})

test('returns 404 for another customer’s aircraft, in GET and POST', async () => {
  const [customer, owner] = [await makeLoggedInCustomer(), await makeLoggedInCustomer()]
  await owner.visitor.post(fleetAction, '/account/fleet', aircraft)
  const [{ id } = { id: 0 }] = await listFleet(owner.profileId)
  for (const path of [`/account/fleet/${id}`, `/account/fleet/${id}/removal`, '/account/fleet/abc']) {
    expect((await fetchPage(customer.visitor, path)).status, path).toBe(404)
    expect((await fetchPage(customer.visitor, path, aircraft)).status, path).toBe(404)
  }
  expect(await listFleet(owner.profileId)).toHaveLength(1)
})

test('offers aircraft of earlier orders and adds them with one click', async () => {
  const publication = await makePublication({ has_airplane_info: true })
  const aircraftUnit = { registration: 'PT-ZZZ', isForeign: false, serialNumber: '7', fuel: 1, photo: null }
  const order = makeOrder({ [publication]: 1 }, { units: { [`${publication}-1`]: aircraftUnit } })
  const { visitor, profileId } = await logInOwner(order)
  expect((await fetchPage(visitor, '/account/fleet')).html).toContain('value="PT-ZZZ"')
  const saveAircraft = (registration: string) =>
    visitor.post(fleetAction, '/account/fleet', { ordered: registration })
  expect((await saveAircraft('PT-ZZZ')).status).toBe(303)
  expect((await saveAircraft('PT-AAA')).status).toBe(404)
  expect(await listFleet(profileId)).toMatchObject([{ registration: 'PT-ZZZ', serialNumber: '7', fuel: 1 }])
  expect((await fetchPage(visitor, '/account/fleet')).text).not.toContain('Aeronaves dos seus pedidos')
})

test('lists the sessions, marks the current one and ends them one by one', async () => {
  const { visitor, userId } = await makeLoggedInCustomer()
  const otherSession = await startSession(
    userId,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36',
  )
  const rows = (await visitor.get(sessionsLoader, '/account/sessions')).data
  expect(rows.map(({ device, isCurrent }) => [device, isCurrent]).toSorted()).toEqual([
    ['Aparelho desconhecido', true],
    ['Chrome no Windows', false],
  ])
  const id = rows.find(({ isCurrent }) => !isCurrent)?.id ?? 0
  const stranger = await makeLoggedInCustomer()
  const endSession = (sender: Visitor) => sender.post(sessionsAction, '/account/sessions', { session: id })
  expect((await endSession(stranger.visitor)).status).toBe(404)
  expect(await findViewer(otherSession)).toBeDefined()
  expect((await endSession(visitor)).status).toBe(303)
  expect(await findViewer(otherSession)).toBeUndefined()
  expect((await endSession(visitor)).status).toBe(404)
})

test('ends all other sessions of the account, or all with the cookie, and none of another account', async () => {
  const { visitor, userId } = await makeLoggedInCustomer()
  const [earlierSession, stranger] = [await startSession(userId), await makeLoggedInCustomer()]
  await visitor.post(sessionsAction, '/account/sessions', { which: 'others' })
  expect(await findViewer(earlierSession)).toBeUndefined()
  expect((await fetchPage(visitor, '/account')).status).toBe(200)
  const laterSession = await startSession(userId)
  const answer = await visitor.post(sessionsAction, '/account/sessions', { which: 'all' })
  expect([answer.status, answer.location]).toEqual([303, '/login'])
  expect(await findViewer(laterSession)).toBeUndefined()
  expect(visitor.cookies.get('session')).toBeUndefined()
  expect((await fetchPage(stranger.visitor, '/account')).status).toBe(200)
})

test('the data export contains all data of the customer, and neither secrets nor data of others', async () => {
  const publication = await makePublication({ has_airplane_info: true, name: 'Manual exportado' })
  const aircraftUnit = { registration: 'PT-ZZZ', isForeign: false, serialNumber: '7', fuel: 1, photo: null }
  const order = makeOrder({ [publication]: 1 }, { units: { [`${publication}-1`]: aircraftUnit } })
  const { visitor, userId, profileId, email, orderId } = await logInOwner(order)
  await visitor.post(fleetAction, '/account/fleet', aircraft)
  const message = { name: 'Ana', email, phone: null, text: 'Olá, sou eu' }
  await receiveContactMessage(message, { token: 'form', address: '192.0.2.1', userId })
  await receiveContactMessage({ ...message, text: 'Não sou eu' }, { token: 'other', address: '192.0.2.1' })
  await makeFurtherRecords({ userId, profileId, orderId })
  const stranger = await logInOwner(makeOrder({ [await makeDownload({ name: 'Boletim alheio' })]: 1 }))
  const answer = await visitor.post(exportAction, '/account/export.json')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="meus-dados-aeropub.json"',
    'cache-control': 'no-store',
  })
  const text = (await answer.response?.text()) ?? ''
  expect(JSON.parse(text)).toMatchObject({
    person: { email, name: person.name, cpf: person.cpf },
    billingAddress: { street: address.street },
    aircraft: [{ prefix: 'PT-ABC' }],
    messages: [{ text: 'Olá, sou eu' }],
    sessions: [{ expires_at: expect.any(String) }],
    cart: [{ name: 'Boletim no carrinho', quantity: 1 }],
    checkoutDraft: { fields: { 'billing.street': 'Rua do Rascunho' } },
    photosWithoutOrder: [{ type: 'image/jpeg' }],
    formerEmails: [{ email: 'antes@exemplo.test' }],
    emailRequests: [{ email: 'depois@exemplo.test' }],
    deletionRequests: [{ undone_at: expect.any(String) }],
    reminders: [{ step: 30 }],
    renewals: [{ due_before: '2026-12-01', due_after: '2027-12-01' }],
    shipments: [{ street: 'Travessa do Leme', note: 'Brinde' }],
    orders: [
      {
        id: orderId,
        payer_document: person.cpf,
        status_text: 'Pagamento pendente',
        billingAddress: { city: 'Botucatu' },
        lines: [{ name: 'Manual exportado', airplane_prefix: 'PT-ZZZ' }],
        history: [{ action: 'placed' }],
      },
    ],
  })
  expect(text).not.toMatch(/hash|token|argon2/)
  for (const foreignText of ['Boletim alheio', 'Não sou eu', stranger.email])
    expect(text).not.toContain(foreignText)
  const actions = (await listHistory('user', userId)).map(({ action }) => action)
  expect(actions.at(-1)).toBe('data-exported')
})

/** Creates one record of each further kind that the shop stores about a customer. */
async function makeFurtherRecords(owner: { userId: number; profileId: number; orderId: number }) {
  const { userId, profileId, orderId } = owner
  const cart = await makeCart({ [await makeDownload({ name: 'Boletim no carrinho' })]: 1 }, { userId })
  await findOrCreateDraft(cart.id)
  await saveDraft(cart.id, { 'billing.street': 'Rua do Rascunho' })
  await storePhoto({ cartId: cart.id }, { type: 'image/jpeg', bytes: 1, width: 1, height: 1 })
  await db.insertInto('email_changes').values({ user_id: userId, old_email: 'antes@exemplo.test' }).execute()
  await requestEmailChange(userId, { email: 'depois@exemplo.test', address: '192.0.2.1' })
  const deletion = { user_id: userId, due_at: new Date(), undone_at: new Date() }
  await db.insertInto('deletion_requests').values(deletion).execute()
  const { id: order_line_id, publication_id } = await db
    .selectFrom('order_lines')
    .select(['id', 'publication_id'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const unit = {
    order_line_id,
    profile_id: profileId,
    publication_id,
    status: subscriptionStatus.downloadReleased,
    starts_on: '2026-01-01',
  }
  const insertedUnit = await db.insertInto('subscriptions').values(unit).executeTakeFirstOrThrow()
  const subscription_id = Number(insertedUnit.insertId)
  const renewedYear = { due_before: '2026-12-01', due_after: '2027-12-01', applied_at: new Date() }
  await db
    .insertInto('renewals')
    .values({ order_line_id, subscription_id, ...renewedYear })
    .execute()
  const reminder = { subscription_id, due: '2026-12-01', step: 30, notified_on: '2026-11-01' }
  await db.insertInto('expiry_reminders').values(reminder).execute()
  const gift = { type: 'PAC' as const, value: null, note: 'Brinde', creationDate: '2026-11-04' }
  const contents = { address: { ...address, street: 'Travessa do Leme' } }
  const ownerUserId = await makeStaff()
  await createShipment({ profileId, ownerUserId, ...gift, contents }, { actorUserId: null, source: 'test' })
}

test('exports 121 orders completely and rejects the sixth export in 15 minutes', {
  meta: { slow: 'copies an account of many orders' },
}, async () => {
  const customer = await logInOwner(makeOrder({ [await makeDownload()]: 1 }))
  const { id: _id, ...orderColumns } = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  const furtherOrders = Array.from({ length: 120 }, (_, index) => ({
    ...orderColumns,
    checkout_token: String(index).padStart(32, '0'),
  }))
  await db.insertInto('orders').values(furtherOrders).execute()
  const exportData = () => customer.visitor.post(exportAction, '/account/export.json')
  expect(JSON.parse((await (await exportData()).response?.text()) ?? '').orders).toHaveLength(121)
  for (let exportCount = 2; exportCount <= 5; exportCount++) await (await exportData()).response?.text()
  expect((await exportData()).location).toBe('/account/export')
})

test('GET of the export address redirects without data and without a history entry', async () => {
  const { visitor, userId } = await makeLoggedInCustomer()
  expect((await fetchPage(visitor, '/account/export.json')).location).toBe('/account/export')
  expect(await listHistory('user', userId)).toEqual([])
})

test('deletion requires consent and the password, then deactivates the account and logs out', async () => {
  const { visitor, email } = await makeLoggedInCustomer()
  const sendDeletion = (fields: Fields) => visitor.post(deletionAction, '/account/deletion', fields)
  expect((await sendDeletion({})).data?.error).toEqual({
    agreed: ['Marque que você entende o que acontece com a conta'],
    current: [requiredMessage],
  })
  expect((await sendDeletion({ agreed: 'on', current: 'wrong' })).data?.error).toEqual({
    current: ['Senha atual incorreta'],
  })
  const answer = await sendDeletion({ agreed: 'on', current: password })
  expect([answer.status, answer.location]).toEqual([303, '/'])
  expect(visitor.cookies.get('session')).toBeUndefined()
  expect((await fetchPage(visitor, '/')).text).toContain('Sua conta está desativada')
  expect(await verifyCredentials(email, password)).toBeNull()
})

test('deletion lists the customer’s losses and requires consent to them', async () => {
  const { visitor } = await logInOwner(makeOrder({ [await makeDownload()]: 1 }))
  const { text } = await fetchPage(visitor, '/account/deletion')
  expect(text).toContain('Você ainda tem 1 pedido em aberto.')
  expect(text).not.toMatch(/nenhum|assinatura em vigor/i)
  const sendDeletion = (fields: Fields) =>
    visitor.post(deletionAction, '/account/deletion', { agreed: 'on', current: password, ...fields })
  expect((await sendDeletion({})).data?.error).toEqual({
    losses: ['Marque que você aceita perder o que está em aberto ou em vigor'],
  })
  expect((await sendDeletion({ losses: 'on' })).status).toBe(303)
})

test('staff accounts offer and accept no deletion', async () => {
  const { visitor, userId } = await makeLoggedInCustomer()
  await db.updateTable('users').set({ is_staff: true }).where('id', '=', userId).execute()
  const page = await fetchPage(visitor, '/account/deletion')
  expect(page.text).toContain('Contas da equipe são encerradas por um administrador.')
  expect(page.html).not.toContain('name="agreed"')
  const answer = await visitor.post(deletionAction, '/account/deletion', { agreed: 'on', current: password })
  expect(answer.status).toBe(400)
})

test('an account with a deletion request gives access neither to an open nor to a new session', async () => {
  const customer = await makeCustomer()
  const visitor = await loginAs(customer)
  await requestDeletion(customer, { areLossesAccepted: true, today: '2026-11-21' })
  expect((await fetchPage(visitor, '/account')).location).toContain('/login')
  const lateVisitor = await loginAs(customer)
  expect((await fetchPage(lateVisitor, '/account')).location).toContain('/login')
})
