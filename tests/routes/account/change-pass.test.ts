import { expect, test, vi } from 'vitest'
import { handleError } from '#app/entry.server.tsx'
import { describeError, log } from '#app/log.server.ts'
import { createFirstAdmin } from '#app/models/accounts/first-admin.server.ts'
import { findPasswordLink } from '#app/models/accounts/password-reset.server.ts'
import { countAttempt } from '#app/models/accounts/rate-limit.server.ts'
import { findViewer, startSession } from '#app/models/accounts/session.server.ts'
import { verifyCredentials } from '#app/models/accounts/user.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { action } from '#app/routes/account/new-password.tsx'
import { askForPasswordLink, makeCustomer, password } from '#tests/factories/people.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { type Fields, loginAs, Visitor } from '#tests/support/request.ts'

const passwordsDifferError = 'As senhas precisam ser iguais'
const newPassword = 'outra senha bem comprida'
const newPasswordFields = { password: newPassword, confirmation: newPassword }

async function requestLinkHash(email: string): Promise<string> {
  const id = await askForPasswordLink(email)
  return (await findPasswordLink(id))?.token ?? ''
}

const sendNewPassword = (hash: string, fields: Fields, visitor = new Visitor()) =>
  visitor.post(action, `/change_pass/${hash}`, fields, { hash })

test('the link opens an uncached page with two fields for the new password', async () => {
  const { email } = await makeCustomer()
  const hash = await requestLinkHash(email)
  const page = await fetchPage(new Visitor(), `/change_pass/${hash}`)
  expect([page.status, page.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  expect(page.html).toContain('<title>Criar nova senha · Aeropub</title>')
  expect(page.html.match(/<h1[ >]/g)).toHaveLength(1)
  expect(page.html.match(/<input[^>]*type="password"[^>]*>/g)).toHaveLength(2)
  expect(page.html.match(/autoComplete="new-password"/gi)).toHaveLength(2)
})

test('neither a link nor a field of the page contains the token', async () => {
  const { email } = await makeCustomer()
  const hash = await requestLinkHash(email)
  for (const fields of [undefined, { password: 'x' }])
    expect((await fetchPage(new Visitor(), `/change_pass/${hash}`, fields)).html).not.toContain(`"/${hash}`)
  const { html } = await fetchPage(new Visitor(), `/change_pass/${hash}`)
  const [, bodyHtml = ''] = /<body>(.*)<\/body>/s.exec(html.replace(/<script\b.*?<\/script>/gs, '')) ?? []
  expect(bodyHtml).toContain('href="/login"')
  expect(bodyHtml).not.toContain(hash)
})

test('a link still works after three visits', async () => {
  const { email } = await makeCustomer()
  const hash = await requestLinkHash(email)
  for (let looks = 0; looks < 3; looks++) await fetchPage(new Visitor(), `/change_pass/${hash}`)
  expect((await sendNewPassword(hash, newPasswordFields)).status).toBe(303)
})

test.each([
  ['/admin/settings/first_steps', '/login?redirectTo=%2Fadmin%2Fsettings%2Ffirst_steps'],
  ['//evil.test/x', '/login?redirectTo=%2Faccount'],
])('the link of the first administrator with %s leads to %s', async (redirectTo, location) => {
  const firstAdmin = await createFirstAdmin('dona@exemplo.test')
  if (typeof firstAdmin === 'string') throw new Error(firstAdmin)
  const path = `/change_pass/${firstAdmin.token}?redirectTo=${encodeURIComponent(redirectTo)}`
  const strongPasswordFields = { password: `${newPassword} 12`, confirmation: `${newPassword} 12` }
  const answer = await new Visitor().post(action, path, strongPasswordFields, { hash: firstAdmin.token })
  expect([answer.status, answer.location]).toEqual([303, location])
  // Without company data no mail can be sent, so a queued mail would fail and appear among the tasks of staff
  // on the first day.
  expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
})

test('a new password redirects to the login with a message and logs every device out', async () => {
  const { email, userId } = await makeCustomer()
  const otherSession = await startSession(userId)
  const visitor = new Visitor()
  const hash = await requestLinkHash(email)
  const answer = await sendNewPassword(hash, newPasswordFields, visitor)
  expect([answer.status, answer.location]).toEqual([303, '/login'])
  expect((await fetchPage(visitor, '/login')).text).toContain('Senha alterada com sucesso')
  expect(await findViewer(otherSession)).toBeUndefined()
  expect(await verifyCredentials(email, newPassword)).toBe(userId)
  expect(await verifyCredentials(email, password)).toBeNull()
})

test('a logged-in browser that sets a new password by link has to log in again', async () => {
  const customer = await makeCustomer()
  const visitor = await loginAs(customer)
  await sendNewPassword(await requestLinkHash(customer.email), newPasswordFields, visitor)
  const page = await fetchPage(visitor, '/login')
  expect(page.status).toBe(200)
  expect(page.text).not.toContain(customer.email)
})

test('a new password ends the lockout of its account', async () => {
  const { email } = await makeCustomer()
  for (let attempts = 0; attempts < 11; attempts++) await countAttempt('login', { address: '', email })
  expect(await countAttempt('login', { address: '', email })).toHaveProperty('retryAt')
  await sendNewPassword(await requestLinkHash(email), newPasswordFields)
  expect(await countAttempt('login', { address: '', email })).toBeUndefined()
})

test.each<[name: string, fields: Fields, errors: Record<string, string[]>]>([
  ['an empty form', {}, { password: [passwordsDifferError] }],
  ['empty fields', { password: '', confirmation: '' }, { password: [passwordsDifferError] }],
  ['no confirmation', { password: newPassword }, { confirmation: [passwordsDifferError] }],
  ['no password', { confirmation: newPassword }, { password: [passwordsDifferError] }],
  [
    'two different passwords',
    { password: newPassword, confirmation: `${newPassword} ` },
    { confirmation: [passwordsDifferError] },
  ],
  [
    'seven characters',
    { password: '1234567', confirmation: '1234567' },
    { password: ['A senha precisa de pelo menos 8 caracteres'] },
  ],
  [
    'seven characters with a shorter confirmation',
    { password: '1234567', confirmation: '123456' },
    { password: ['A senha precisa de pelo menos 8 caracteres'], confirmation: [passwordsDifferError] },
  ],
  [
    '201 characters',
    { password: 'x'.repeat(201), confirmation: 'x'.repeat(201) },
    { password: ['Use no máximo 200 caracteres'] },
  ],
])('%s: shows the form again and does not consume the link', async (_name, fields, errors) => {
  const { email, userId } = await makeCustomer()
  const hash = await requestLinkHash(email)
  const answer = await sendNewPassword(hash, fields)
  expect([answer.status, answer.data?.error]).toEqual([400, errors])
  expect(await verifyCredentials(email, password)).toBe(userId)
  expect((await sendNewPassword(hash, newPasswordFields)).status).toBe(303)
})

test('accepts a long password with spaces, accents and an emoji', async () => {
  const { email, userId } = await makeCustomer()
  const longPassword = ` açaí 😀 ${'x'.repeat(60)} `
  await sendNewPassword(await requestLinkHash(email), { password: longPassword, confirmation: longPassword })
  expect(await verifyCredentials(email, longPassword)).toBe(userId)
})

test('a rejected form does not return the typed passwords', async () => {
  const { email } = await makeCustomer()
  const page = await fetchPage(new Visitor(), `/change_pass/${await requestLinkHash(email)}`, {
    password: 'minha-senha-123',
    confirmation: 'minha-senha-124',
  })
  expect(page.status).toBe(400)
  expect(page.html).toContain('<title>Erro: Criar nova senha · Aeropub</title>')
  expect(page.html).toContain(
    `<a href="#campo-confirmation">Confirme a nova senha: ${passwordsDifferError}</a>`,
  )
  expect(page.html).not.toContain('minha-senha')
})

test('rejects a used, replaced or expired link and explains how to get a new one', async () => {
  const { email } = await makeCustomer()
  const replacedHash = await requestLinkHash(email)
  const usedHash = await requestLinkHash(email)
  await sendNewPassword(usedHash, newPasswordFields)
  // A used link still accepts the same form for 15 seconds.
  const longAgo = new Date(0)
  await db.updateTable('password_resets').set({ used_at: longAgo }).where('used_at', 'is not', null).execute()
  const expiredHash = await requestLinkHash(email)
  await db.updateTable('password_resets').set({ expires_at: longAgo }).execute()
  for (const hash of [replacedHash, usedHash, expiredHash]) {
    const page = await fetchPage(new Visitor(), `/change_pass/${hash}`)
    expect([page.status, page.headers.get('Cache-Control')]).toEqual([410, 'no-store'])
    expect(page.html).toContain('<title>Este link venceu · Aeropub</title>')
    expect(page.html).toMatch(/href="\/recover"[^>]*>Pedir um novo link/)
    const answer = await fetchPage(new Visitor(), `/change_pass/${hash}`, newPasswordFields)
    expect([answer.status, answer.text.includes('Pedir um novo link')]).toEqual([410, true])
  }
})

test.each(['abc', 'x'.repeat(43), 'a%2Fb', '__proto__'])('returns 404 for the link %s', async (hash) => {
  const page = await fetchPage(new Visitor(), `/change_pass/${hash}`)
  expect(page.status).toBe(404)
  expect(page.text).toContain('Este link não existe')
  expect((await fetchPage(new Visitor(), `/change_pass/${hash}`, newPasswordFields)).status).toBe(404)
})

test('returns 404 for a link without its hash', async () => {
  expect((await fetchPage(new Visitor(), '/change_pass')).status).toBe(404)
})

test('logs the route but not the token when the page fails', async () => {
  const logError = vi.spyOn(log, 'error').mockImplementation(() => undefined)
  const request = new Visitor().request('/change_pass/a-token')
  handleError(new Error('no /change_pass/a-token'), { request, params: {}, context: {} })
  const [loggedFields] = logError.mock.calls[0] ?? []
  expect(loggedFields).toMatchObject({ pathname: '/change_pass/***' })
  expect(JSON.stringify(describeError(Reflect.get(Object(loggedFields), 'err')))).not.toContain('a-token')
  logError.mockRestore()
})

test('a double click redirects both requests to the login', async () => {
  const { email } = await makeCustomer()
  const hash = await requestLinkHash(email)
  const answers = await Promise.all([
    sendNewPassword(hash, newPasswordFields),
    sendNewPassword(hash, newPasswordFields),
  ])
  expect(answers.map((answer) => [answer.status, answer.location])).toEqual([
    [303, '/login'],
    [303, '/login'],
  ])
})
