import { hash } from '@node-rs/argon2'
import { beforeEach, expect, test } from 'vitest'
import { createFirstAdmin } from '#app/models/accounts/first-admin.server.ts'
import { makePasswordLink } from '#app/models/accounts/password-reset.server.ts'
import { findViewer, startSession } from '#app/models/accounts/session.server.ts'
import { hashPassword, verifyCredentials } from '#app/models/accounts/user.server.ts'
import { changeUser, findUserForStaff } from '#app/models/accounts/user-edit.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { address, makeCustomer, password, person } from '#tests/factories/people.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

const sendPasswordLink = requireMailJob('send-password-link')

beforeEach(openShop)

const commonPasswordError = 'Esta senha é uma das mais usadas e fácil de adivinhar. Escolha outra'
const ownNameError = 'A senha não pode ser feita só do seu nome ou do seu e-mail. Escolha outra'

/** Returns weak passwords for an account with this e-mail, each with its error message. */
const listWeakPasswords = (email: string): [string, string][] => [
  ['12345678', commonPasswordError],
  ['password', commonPasswordError],
  ['11111111', commonPasswordError],
  ['qwertyui', commonPasswordError],
  ['senha123', commonPasswordError],
  ['brasil2026', commonPasswordError],
  ['demonstracao', commonPasswordError],
  ['aaaaaaaa1', commonPasswordError],
  ['mudar123', commonPasswordError],
  ['admin123', commonPasswordError],
  ['p@ssw0rd', commonPasswordError],
  ['teste123', commonPasswordError],
  ['gvt12345', commonPasswordError],
  ['aeropub1', 'A senha não pode ser só o nome da loja. Escolha outra'],
  ['        ', 'A senha não pode ter só espaços'],
  [email, ownNameError],
  ['Inventada-Silva', ownNameError],
]

async function storePassword(
  userId: number,
  typedPassword: string,
  role: { is_staff?: boolean; is_superuser?: boolean } = {},
) {
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(typedPassword), ...role })
    .where('id', '=', userId)
    .execute()
}

test('rejects all weak passwords by link and on the account page', async () => {
  const customer = await makeCustomer()
  const token = await withTransaction((trx) => makePasswordLink(trx, customer.userId))
  const visitor = await loginAs(customer)
  for (const [typedPassword, expectedError] of listWeakPasswords(customer.email)) {
    const newPasswordFields = { password: typedPassword, confirmation: typedPassword }
    const linkPage = await fetchPage(new Visitor(), `/change_pass/${token}`, newPasswordFields)
    expect([linkPage.status, linkPage.text.includes(expectedError)]).toEqual([400, true])
    const passwordPage = await fetchPage(visitor, '/account/password', {
      current: password,
      ...newPasswordFields,
    })
    expect([passwordPage.status, passwordPage.text.includes(expectedError)]).toEqual([400, true])
  }
  expect(await verifyCredentials(customer.email, password)).toBe(customer.userId)
})

test('customers with an older weak password still log in', async () => {
  const { email, userId } = await makeCustomer()
  await storePassword(userId, 'password')
  expect((await fetchPage(new Visitor(), '/login', { email, password: 'password' })).location).toBe('/')
})

/** Returns the link in the last queued mail; undefined if there is none. */
async function findMailedPath(): Promise<string | undefined> {
  const queuedMail = await db
    .selectFrom('outbox')
    .select(['id', 'subject'])
    .where('job', '=', 'send-password-link')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!queuedMail) return undefined
  await sendPasswordLink.run(queuedMail.subject, { id: queuedMail.id })
  return /\/change_pass\/[\w-]{43}/.exec((await readMail(queuedMail.id)).body)?.[0]
}

test.each([
  ['a staff member', { is_staff: true }, 'onze letras'],
  ['an administrator', { is_superuser: true }, 'password'],
])(
  '%s with a weak password receives no session, only a mailed link for a new password',
  async (_name, role, typedPassword) => {
    const { email, userId } = await makeCustomer()
    await storePassword(userId, typedPassword, role)
    const visitor = new Visitor()
    const answer = await fetchPage(visitor, '/login', { email, password: typedPassword })
    expect([answer.status, answer.location]).toEqual([303, '/login'])
    expect(visitor.cookies.get('session')).toBeUndefined()
    const loginPage = await fetchPage(visitor, '/login')
    expect(loginPage.text).toContain('Contas da equipe precisam de uma senha mais forte')
    expect(loginPage.html).not.toContain(email)
    expect(loginPage.html).not.toContain('change_pass')
    const path = (await findMailedPath()) ?? ''
    expect((await fetchPage(visitor, path)).text).toContain('Pelo menos 12 caracteres.')
    const shortPage = await fetchPage(visitor, path, { password: 'onze-letras', confirmation: 'onze-letras' })
    expect(shortPage.text).toContain('A senha precisa de pelo menos 12 caracteres')
    const newPassword = 'doze letras!'
    expect(
      (await fetchPage(visitor, path, { password: newPassword, confirmation: newPassword })).location,
    ).toBe('/login')
    expect((await fetchPage(visitor, '/login', { email, password: newPassword })).location).toBe('/')
    expect(visitor.cookies.get('session')).toBeDefined()
  },
)

test('six logins with a weak staff password end no session and queue only five mails', async () => {
  const { email, userId } = await makeCustomer()
  await storePassword(userId, 'password', { is_staff: true })
  const token = await startSession(userId)
  const guessPassword = () => fetchPage(new Visitor(), '/login', { email, password: 'password' })
  const statuses: number[] = []
  for (let index = 0; index < 6; index++) statuses.push((await guessPassword()).status)
  expect(statuses).toEqual([303, 303, 303, 303, 303, 429])
  expect(await db.selectFrom('outbox').select('id').execute()).toHaveLength(5)
  expect(await findViewer(token)).toMatchObject({ userId })
})

test('a first administrator with a weak password receives a link, and another link by mail at the login', async () => {
  const { email, userId } = await makeCustomer()
  await storePassword(userId, 'password')
  const firstAdmin = await createFirstAdmin(email)
  expect(firstAdmin).toMatchObject({ token: expect.any(String) })
  const visitor = new Visitor()
  expect((await fetchPage(visitor, '/login', { email, password: 'password' })).location).toBe('/login')
  const path = (await findMailedPath()) ?? ''
  const newPassword = 'doze letras!'
  expect(
    (await fetchPage(visitor, path, { password: newPassword, confirmation: newPassword })).location,
  ).toBe('/login')
  expect((await fetchPage(visitor, '/login', { email, password: newPassword })).location).toBe('/')
})

test('a wrong staff password does not lead to the page for weak passwords', async () => {
  const { email, userId } = await makeCustomer()
  await storePassword(userId, 'password', { is_staff: true })
  const answer = await fetchPage(new Visitor(), '/login', { email, password: 'passwore' })
  expect([answer.status, answer.location]).toEqual([400, null])
  expect(await db.selectFrom('password_resets').select('id').execute()).toEqual([])
})

test('a new staff password requires at least twelve characters', async () => {
  const customer = await makeCustomer()
  await storePassword(customer.userId, password, { is_staff: true })
  const visitor = await loginAs(customer)
  expect((await fetchPage(visitor, '/account/password')).text).toContain('Pelo menos 12 caracteres.')
  const makePasswordForm = (typedPassword: string) => ({
    current: password,
    password: typedPassword,
    confirmation: typedPassword,
  })
  const shortPage = await fetchPage(visitor, '/account/password', makePasswordForm('onze letras'))
  expect(shortPage.text).toContain('A senha precisa de pelo menos 12 caracteres')
  expect((await fetchPage(visitor, '/account/password', makePasswordForm('doze letras!'))).status).toBe(303)
})

test('promotion to staff ends all sessions, and a later save by an administrator does not', async () => {
  const [customer, admin] = [await makeCustomer(), await makeCustomer()]
  const token = await startSession(customer.userId)
  const roles = { isActive: true, isPartner: false, isStaff: true, isSuperuser: false }
  const form = { identity: person, email: customer.email, billing: address, shipping: null, ...roles }
  const actor = { userId: admin.userId, isSuperuser: true }
  const seenVersion = (await findUserForStaff(customer.profileId))?.lock_version ?? 0
  expect(await changeUser(customer.profileId, { form, seenVersion, actor })).toBe(true)
  expect(await findViewer(token)).toBeUndefined()
  const secondSession = await startSession(customer.userId)
  expect(await changeUser(customer.profileId, { form, seenVersion: seenVersion + 1, actor })).toBe(true)
  expect(await findViewer(secondSession)).toMatchObject({ isStaff: true })
})

const composedPassword = 'São-João-ação-2026'.normalize('NFC')
const decomposedPassword = composedPassword.normalize('NFD')

test('accepts accents in composed and decomposed form', async () => {
  const customer = await makeCustomer()
  const visitor = await loginAs(customer)
  const fields = { current: password, password: decomposedPassword, confirmation: composedPassword }
  expect((await fetchPage(visitor, '/account/password', fields)).status).toBe(303)
  for (const typedPassword of [composedPassword, decomposedPassword])
    expect(await verifyCredentials(customer.email, typedPassword)).toBe(customer.userId)
  const secondVisitor = await loginAs(customer)
  const fieldsForOldPassword = { current: decomposedPassword, password, confirmation: password }
  expect((await fetchPage(secondVisitor, '/account/password', fieldsForOldPassword)).status).toBe(303)
  expect(await verifyCredentials(customer.email, password)).toBe(customer.userId)
})

test('replaces a hash of an unnormalised password at the first login with that spelling', async () => {
  const { email, userId } = await makeCustomer()
  const password_hash = await hash(decomposedPassword)
  await db.updateTable('users').set({ password_hash }).where('id', '=', userId).execute()
  expect(await verifyCredentials(email, composedPassword)).toBeNull()
  expect(await verifyCredentials(email, decomposedPassword)).toBe(userId)
  expect(await verifyCredentials(email, composedPassword)).toBe(userId)
  expect(await verifyCredentials(email, 'Outra-senha-2026')).toBeNull()
})
