import { expect, test } from 'vitest'
import { sessionCookie } from '#app/http/cookies.server.ts'
import { findViewer } from '#app/models/accounts/session.server.ts'
import { requestDeletion } from '#app/models/backoffice/deletion.server.ts'
import { findCart } from '#app/models/checkout/cart.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { action, loader } from '#app/routes/account/login.tsx'
import { action as cartAction } from '#app/routes/checkout/cart.tsx'
import { makeCart } from '#tests/factories/orders.ts'
import { makeCustomer, password } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { type Fields, loginAs, Visitor } from '#tests/support/request.ts'

const requiredMessage = 'Esse campo precisa ser preenchido'
const loginError = 'Usuário ou senha inválidos'

const logIn = (visitor: Visitor, fields: Fields) => visitor.post(action, '/login', fields)

/** Returns the session token of the browser, as the server parses it. */
async function readSessionToken(visitor: Visitor): Promise<string> {
  return String(await sessionCookie.parse(visitor.cookies.header))
}

test('logs in with a 30-day cookie that scripts cannot read', async () => {
  const { email, userId } = await makeCustomer()
  const visitor = new Visitor()
  const answer = await logIn(visitor, { email, password })
  expect([answer.status, answer.location]).toEqual([303, '/'])
  expect(answer.setCookie('session')).toMatch(
    /^session=[\w%-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(await findViewer(await readSessionToken(visitor))).toMatchObject({ userId, email })
})

test.each<[name: string, fields: Fields, errors: Record<string, string[]>]>([
  ['an empty form', {}, { email: [requiredMessage], password: [requiredMessage] }],
  ['empty fields', { email: '', password: '' }, { email: [requiredMessage], password: [requiredMessage] }],
  ['no e-mail', { password: 'x' }, { email: [requiredMessage] }],
  ['no password', { email: 'a@exemplo.test' }, { password: [requiredMessage] }],
])('%s: shows an error at each empty field', async (_name, fields, errors) => {
  const answer = await logIn(new Visitor(), fields)
  expect([answer.status, answer.data.error]).toEqual([400, errors])
  expect(answer.setCookies).toEqual([])
})

test.each<[string, (email: string) => Promise<Fields> | Fields]>([
  ['a wrong password', (email) => ({ email, password: 'senha-errada' })],
  ['the password in capitals', (email) => ({ email, password: password.toUpperCase() })],
  ['the password with a space after it', (email) => ({ email, password: `${password} ` })],
  ['an e-mail without an account', () => ({ email: 'ninguem@exemplo.test', password })],
  [
    'a deactivated user',
    async (email) => {
      await db.updateTable('users').set({ is_active: false }).where('email', '=', email).execute()
      return { email, password }
    },
  ],
  [
    'an account without a password',
    async (email) => {
      await db.updateTable('users').set({ password_hash: null }).where('email', '=', email).execute()
      return { email, password }
    },
  ],
  ['an invalid e-mail', () => ({ email: 'abc', password })],
  ['an e-mail with a NUL', (email) => ({ email: `${email}\0`, password })],
  ['an e-mail with an accent', (email) => ({ email: email.replace('pessoa', 'péssoa'), password })],
  ['a quote', () => ({ email: "' or 1=1 -- ", password })],
  ['an emoji', () => ({ email: '😀', password: '😀' })],
])('%s: shows the general login error and opens no session', async (_name, makeLoginFields) => {
  const { email } = await makeCustomer()
  const answer = await logIn(new Visitor(), await makeLoginFields(email))
  expect([answer.status, answer.data.error]).toEqual([400, { '': [loginError] }])
  expect(answer.setCookie('session')).toBeUndefined()
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

test.each<[name: string, fields: Fields, errors: Record<string, string[]>]>([
  [
    'an e-mail of 300 characters',
    { email: `${'a'.repeat(300)}@exemplo.test`, password },
    { email: [loginError] },
  ],
  [
    'a password of 5,000 characters',
    { email: 'a@exemplo.test', password: 'x'.repeat(5000) },
    { password: [loginError] },
  ],
  [
    'each field twice',
    { email: ['a@exemplo.test', 'b@x'], password: ['x', 'y'] },
    { email: [requiredMessage], password: [requiredMessage] },
  ],
])('rejects %s with an error at the field', async (_name, fields, errors) => {
  const answer = await logIn(new Visitor(), fields)
  expect([answer.status, answer.data.error]).toEqual([400, errors])
})

test.each([
  '__intent__',
  '__state__',
  '__proto__',
  'email.__proto__.x',
  'email[99999999]',
  '[',
  'constructor',
])('returns 400 for a login form with a field named %s', async (name) => {
  const page = await fetchPage(new Visitor(), '/login', {
    [name]: 'x',
    email: 'a@exemplo.test',
    password: 'x',
  })
  expect(page.status).toBe(400)
})

test('accepts the e-mail in capitals and with surrounding spaces', async () => {
  const { email } = await makeCustomer()
  const answer = await logIn(new Visitor(), { email: `  ${email.toUpperCase()} `, password })
  expect(answer.status).toBe(303)
})

test('a rejected login shows the e-mail again, never the password', async () => {
  const page = await fetchPage(new Visitor(), '/login', {
    email: 'ana@exemplo.test',
    password: 'minha-senha-123',
  })
  expect(page.status).toBe(400)
  expect(page.text).toContain(loginError)
  expect(page.html).toContain('value="ana@exemplo.test"')
  expect(page.html).not.toContain('minha-senha-123')
  expect(page.html).toContain('<title>Erro: Entrar · Aeropub</title>')
})

test('the data of a rejected login does not contain the typed password', async () => {
  const { email } = await makeCustomer()
  for (const fields of [
    { email, password: 'senha-errada' },
    { email: '', password: 'senha-errada' },
  ]) {
    const answer = await logIn(new Visitor(), fields)
    expect(JSON.stringify(answer.data)).not.toContain('senha-errada')
  }
})

test('each login creates a new session key, and a key chosen beforehand opens no session', async () => {
  const { email } = await makeCustomer()
  const visitor = new Visitor()
  const chosenKey = 'chosen-by-somebody-else'
  visitor.cookies.keep(new Headers([['Set-Cookie', await sessionCookie.serialize(chosenKey)]]))
  await logIn(visitor, { email, password })
  const firstToken = await readSessionToken(visitor)
  await logIn(visitor, { email, password })
  const secondToken = await readSessionToken(visitor)
  expect(firstToken).toMatch(/^[\w-]{43}$/)
  expect(new Set([chosenKey, firstToken, secondToken]).size).toBe(3)
  expect(await findViewer(chosenKey)).toBeUndefined()
})

test('the row of a session does not contain the session key', async () => {
  const visitor = await loginAs(await makeCustomer())
  const sessions = await db.selectFrom('sessions').selectAll().execute()
  expect(sessions).toHaveLength(1)
  expect(JSON.stringify(sessions)).not.toContain(await readSessionToken(visitor))
})

test('merges the visitor’s cart into the saved one and clears the cart cookie', async () => {
  const customer = await makeCustomer()
  const [manual, bulletin] = [await makePublication(), await makeDownload()]
  await makeCart({ [manual]: 2 }, { userId: customer.userId })
  const visitor = new Visitor()
  for (const id of [manual, bulletin])
    await visitor.post(cartAction, '/cart', { publication_id: id, add: '1' })
  const answer = await logIn(visitor, { email: customer.email, password })
  expect(answer.setCookie('cart')).toMatch(/Max-Age=0/)
  expect(visitor.cookies.get('cart')).toBeUndefined()
  const cart = await findCart({ userId: customer.userId })
  expect(cart?.items.map((item) => [item.publicationId, item.quantity])).toEqual([
    [manual, 3],
    [bulletin, 1],
  ])
})

test('a rejected login does not change the visitor’s cart', async () => {
  const { email } = await makeCustomer()
  const visitor = new Visitor()
  await visitor.post(cartAction, '/cart', { publication_id: await makePublication(), add: '1' })
  const cartCookieBefore = visitor.cookies.get('cart')
  await logIn(visitor, { email, password: 'senha-errada' })
  expect(visitor.cookies.get('cart')).toBe(cartCookieBefore)
  expect(await db.selectFrom('carts').select('user_id').execute()).toEqual([{ user_id: null }])
})

const redirectTargets: [string | undefined, string][] = [
  ['/checkout', '/checkout'],
  ['/payment/7?x=1#boleto', '/payment/7?x=1#boleto'],
  ['https://evil.test', '/'],
  ['//evil.test', '/'],
  ['/\\evil.test', '/'],
  ['/%2f%2fevil.test', '/'],
  ['/\t/evil.test', '/'],
  ['https:evil.test', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
  [undefined, '/'],
]

test.each(redirectTargets)(
  'a login with redirectTo %s redirects to %s',
  async (redirectTo, expectedTarget) => {
    const { email } = await makeCustomer()
    expect((await logIn(new Visitor(), { email, password, redirectTo })).location).toBe(expectedTarget)
  },
)

test.each(redirectTargets)(
  'the loader passes redirectTo %s to the form as %s',
  async (redirectTo, expectedTarget) => {
    const query = redirectTo === undefined ? '' : `?${new URLSearchParams({ redirectTo })}`
    expect((await new Visitor().get(loader, `/login${query}`)).data).toMatchObject({
      redirectTo: expectedTarget,
    })
  },
)

test('the form preserves redirectTo', async () => {
  const page = await fetchPage(new Visitor(), '/login?redirectTo=%2Fcheckout')
  expect(page.html).toContain('name="redirectTo" value="/checkout"')
})

test('redirects a logged-in user from the login page, never to another host', async () => {
  const visitor = await loginAs(await makeCustomer())
  const answer = await visitor.get(loader, '/login?redirectTo=%2Forders')
  expect([answer.status, answer.location]).toEqual([303, '/orders'])
  expect((await visitor.get(loader, '/login?redirectTo=%2F%2Fevil.test')).location).toBe('/')
})

test('ten logins at once by one browser all succeed and merge the cart once', async () => {
  const customer = await makeCustomer()
  const visitor = new Visitor()
  const id = await makePublication()
  await visitor.post(cartAction, '/cart', { publication_id: id, add: '1' })
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => logIn(visitor.duplicate(), { email: customer.email, password })),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(303))
  expect((await findCart({ userId: customer.userId }))?.items).toMatchObject([
    { publicationId: id, quantity: 1 },
  ])
})

test('rejects the correct password after ten wrong passwords and shows the waiting time', async () => {
  const { email } = await makeCustomer()
  const wrongCredentials = { email, password: 'senha-errada' }
  for (let attempts = 0; attempts < 10; attempts++)
    expect((await logIn(new Visitor(), wrongCredentials)).status).toBe(400)
  const answer = await logIn(new Visitor(), { email, password })
  expect(answer.status).toBe(429)
  expect(answer.data.error).toEqual({ '': ['Muitas tentativas de entrar. Tente de novo em 15 minutos.'] })
  expect(answer.setCookie('session')).toBeUndefined()
  const page = await fetchPage(new Visitor(), '/login', { email, password })
  expect([page.status, Math.ceil(Number(page.headers.get('Retry-After')) / 60)]).toEqual([429, 15])
})

test('a new login ends the browser’s previous session on the server', async () => {
  const { email } = await makeCustomer()
  const visitor = new Visitor()
  await logIn(visitor, { email, password })
  const previousToken = await readSessionToken(visitor)
  await logIn(visitor, { email, password })
  expect(await findViewer(previousToken)).toBeUndefined()
})

test('shows the deadline for cancelling the deletion of an account only for the correct password', async () => {
  await openShop()
  const customer = await makeCustomer()
  const now = new Date('2026-11-20T15:00:00Z')
  await requestDeletion(customer, { areLossesAccepted: true, today: '2026-11-20', now })
  const visitor = new Visitor()
  const answer = await fetchPage(visitor, '/login', { email: customer.email, password })
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('Esta conta está desativada a seu pedido, e em 27/11/2026 às 12:00')
  expect(answer.text).toContain('atendimento@aeropub.test')
  expect(visitor.cookies.get('session')).toBeUndefined()
  const wrongPage = await fetchPage(visitor, '/login', { email: customer.email, password: 'senha-errada' })
  expect(wrongPage.text).toContain(loginError)
  expect(wrongPage.text).not.toContain('desativada')
})
