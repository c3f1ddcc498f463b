import { expect, test } from 'vitest'
import { findPasswordLink } from '#app/models/accounts/password-reset.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { action as login } from '#app/routes/account/login.tsx'
import { action as changePassword } from '#app/routes/account/new-password.tsx'
import { action, loader } from '#app/routes/account/recover.tsx'
import { askForPasswordLink, makeCustomer } from '#tests/factories/people.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { type Fields, loginAs, Visitor } from '#tests/support/request.ts'

const sentMessage = 'Enviamos um e-mail para recuperação da senha.'
const unknownEmailError = 'Não foi encontrada uma conta cadastrada com esse e-mail'
const requiredMessage = 'O e-mail precisa ser preenchido'

const requestRecovery = (fields: Fields, visitor = new Visitor()) => visitor.post(action, '/recover', fields)

test('the login links to the recovery with redirectTo', async () => {
  expect((await fetchPage(new Visitor(), '/login')).html).toContain(
    'href="/recover" data-dialog="">Esqueci a senha</a>',
  )
  expect((await fetchPage(new Visitor(), '/login?redirectTo=%2Fcheckout')).html).toContain(
    'href="/recover?redirectTo=%2Fcheckout" data-dialog="">Esqueci a senha</a>',
  )
})

test('the page is uncached and has an e-mail field and one heading', async () => {
  const page = await fetchPage(new Visitor(), '/recover')
  expect([page.status, page.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  expect(page.html).toContain('<title>Recuperar senha · Aeropub</title>')
  expect(page.html.match(/<h1[ >]/g)).toHaveLength(1)
  expect(page.html).toMatch(
    /<input[^>]*autoComplete="username"[^>]*name="email"|<input[^>]*name="email"[^>]*autoComplete="username"/i,
  )
})

test('redirects the account owner to the login, which announces a mail', async () => {
  const { email } = await makeCustomer()
  const visitor = new Visitor()
  const answer = await requestRecovery({ email, redirectTo: '/checkout' }, visitor)
  expect([answer.status, answer.location]).toEqual([303, '/login?redirectTo=%2Fcheckout'])
  expect((await fetchPage(visitor, '/login')).text).toContain(sentMessage)
  expect(await db.selectFrom('outbox').select('job').execute()).toEqual([{ job: 'send-password-link' }])
})

test.each<[string, Fields]>([
  ['an empty form', {}],
  ['an empty field', { email: '' }],
  ['spaces', { email: '   ' }],
])('%s: requires the e-mail', async (_name, fields) => {
  const answer = await requestRecovery(fields)
  expect([answer.status, answer.data?.error]).toEqual([400, { email: [requiredMessage] }])
  expect(await db.selectFrom('password_resets').select('id').execute()).toEqual([])
})

test.each(['ninguem@exemplo.test', 'abc', "' or 1=1 -- ", '😀', `${'a'.repeat(300)}@exemplo.test`])(
  'reports that «%.40s» has no account',
  async (email) => {
    const answer = await requestRecovery({ email })
    expect([answer.status, answer.data?.error]).toEqual([400, { email: [unknownEmailError] }])
    expect(answer.setCookies).toEqual([])
  },
)

test('shows the error at the field and in the summary, with the typed value', async () => {
  const page = await fetchPage(new Visitor(), '/recover', { email: 'ninguem@exemplo.test' })
  expect(page.status).toBe(400)
  expect(page.html).toContain('<title>Erro: Recuperar senha · Aeropub</title>')
  expect(page.html).toContain(`<a href="#campo-email">E-mail: ${unknownEmailError}</a>`)
  expect(page.html).toContain('value="ninguem@exemplo.test"')
})

test('responds to an unknown e-mail like to a known one when the setting hides accounts', async () => {
  await saveSetting('shop', { revealsUnknownEmail: false })
  const { email } = await makeCustomer()
  const [knownAnswer, unknownAnswer] = [
    await requestRecovery({ email }),
    await requestRecovery({ email: 'ninguem@exemplo.test' }),
  ]
  expect([unknownAnswer.status, unknownAnswer.location]).toEqual([knownAnswer.status, knownAnswer.location])
  expect(unknownAnswer.setCookie('flash')).toBe(knownAnswer.setCookie('flash'))
})

test('rejects the sixth recovery request and shows the waiting time', async () => {
  const { email } = await makeCustomer()
  for (let attempts = 0; attempts < 5; attempts++) expect((await requestRecovery({ email })).status).toBe(303)
  const answer = await requestRecovery({ email })
  expect(answer.status).toBe(429)
  expect(answer.data?.error).toEqual({
    '': ['Muitas tentativas de recuperar a senha. Tente de novo em 15 minutos.'],
  })
  const page = await fetchPage(new Visitor(), '/recover', { email })
  expect([page.status, Math.ceil(Number(page.headers.get('Retry-After')) / 60)]).toEqual([429, 15])
  expect(page.text).toContain('Tente de novo em 15 minutos.')
  expect(page.html).toContain(`value="${email}"`)
})

test('recovery requests do not count as login attempts', async () => {
  const { email } = await makeCustomer()
  for (let attempts = 0; attempts < 6; attempts++) await requestRecovery({ email })
  const page = await fetchPage(new Visitor(), '/login', { email, password: 'senha-errada' })
  expect(page.status).toBe(400)
})

test.each(['https://evil.test', '//evil.test', '/\\evil.test', 'javascript:alert(1)'])(
  'the recovery ignores redirectTo %s',
  async (redirectTo) => {
    const { email } = await makeCustomer()
    expect((await requestRecovery({ email, redirectTo })).location).toBe('/login')
    const query = new URLSearchParams({ redirectTo })
    expect((await new Visitor().get(loader, `/recover?${query}`)).data).toEqual({
      redirectTo: '/',
      email: '',
    })
  },
)

test('a logged-in customer can request a new password', async () => {
  const customer = await makeCustomer()
  const visitor = await loginAs(customer)
  expect((await fetchPage(visitor, '/recover')).status).toBe(200)
  expect((await requestRecovery({ email: customer.email }, visitor)).status).toBe(303)
})

test('carries a typed e-mail from a rejected login to the recovery page and the next login', async () => {
  const { email } = await makeCustomer()
  const visitor = new Visitor()
  await visitor.post(login, '/login', { email, password: 'senha-errada', redirectTo: '/orders/7' })
  expect((await fetchPage(visitor, '/recover?redirectTo=/orders/7')).html).toContain(`value="${email}"`)
  await requestRecovery({ email, redirectTo: '/orders/7' }, visitor)

  const id = await askForPasswordLink(email)
  const hash = (await findPasswordLink(id))?.token ?? ''
  const newPassword = 'outra senha bem comprida'
  const changeAnswer = await visitor.post(
    changePassword,
    `/change_pass/${hash}`,
    { password: newPassword, confirmation: newPassword },
    { hash },
  )
  expect(changeAnswer.location).toBe('/login?redirectTo=%2Forders%2F7')
  expect((await fetchPage(visitor, '/login')).html).toContain(`value="${email}"`)
  await visitor.post(login, '/login', { email, password: newPassword })
  expect((await fetchPage(visitor, '/recover')).html).not.toContain(`value="${email}"`)
})

test('uses no return address for another account or in another browser', async () => {
  const [{ email }, otherCustomer] = [await makeCustomer(), await makeCustomer()]
  const visitor = new Visitor()
  await requestRecovery({ email, redirectTo: '/orders/7' }, visitor)
  for (const [linkEmail, browser] of [
    [otherCustomer.email, visitor],
    [email, new Visitor()],
  ] as const) {
    const hash = (await findPasswordLink(await askForPasswordLink(linkEmail)))?.token ?? ''
    const newPasswordFields = {
      password: 'outra senha bem comprida',
      confirmation: 'outra senha bem comprida',
    }
    const changeAnswer = await browser.post(changePassword, `/change_pass/${hash}`, newPasswordFields, {
      hash,
    })
    expect(changeAnswer.location).toBe('/login')
  }
})
