import { beforeEach, expect, test } from 'vitest'
import { changePhone } from '#app/models/accounts/account.server.ts'
import { findOpenDeletion } from '#app/models/accounts/deletion-request.server.ts'
import {
  findLinkState,
  findOpenLinkExpiry,
  requestPasswordLink,
  revealPasswordLink,
} from '#app/models/accounts/password-reset.server.ts'
import { findViewer, startSession } from '#app/models/accounts/session.server.ts'
import { EmailTaken, verifyCredentials } from '#app/models/accounts/user.server.ts'
import {
  changeUser,
  createUser,
  findUserForStaff,
  RoleRefused,
  type UserForm,
} from '#app/models/accounts/user-edit.server.ts'
import { anonymiseAccount, requestDeletion } from '#app/models/backoffice/deletion.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { removedAccountName } from '#app/text/accounts/account-labels.ts'
import {
  address,
  changeEmail,
  company,
  makeCustomer,
  newEmail,
  password,
  person,
} from '#tests/factories/people.ts'
import { openShop } from '#tests/factories/shop.ts'

type ActingAccount = { userId: number; isSuperuser: boolean }
let staff: ActingAccount
let superuser: ActingAccount

beforeEach(async () => {
  await openShop()
  staff = await makeStaff(false)
  superuser = await makeStaff(true)
})

async function makeStaff(isSuperuser: boolean) {
  const { userId, profileId } = await makeCustomer()
  await db
    .updateTable('users')
    .set({ is_staff: true, is_superuser: isSuperuser })
    .where('id', '=', userId)
    .execute()
  return { userId, profileId, isSuperuser }
}

function makeUserForm(changes: Partial<UserForm> = {}): UserForm {
  const flags = { isActive: true, isPartner: false, isStaff: false, isSuperuser: false }
  return { identity: person, email: newEmail(), billing: address, shipping: null, ...flags, ...changes }
}

async function saveUserForm(profileId: number, form: UserForm, actor = staff, seenVersion?: number) {
  const lock_version = seenVersion ?? (await findUserForStaff(profileId))?.lock_version ?? 0
  return changeUser(profileId, { form, seenVersion: lock_version, actor })
}

test('changes identity, address and partnership of a user and records old and new values', async () => {
  const { userId, profileId, email } = await makeCustomer()
  const shipping = { ...address, number: '200' }
  await saveUserForm(profileId, makeUserForm({ identity: company, email, shipping, isPartner: true }))
  expect(await findUserForStaff(profileId)).toMatchObject({
    isCompany: true,
    shownName: company.companyName,
    cnpj: company.cnpj,
    cpf: null,
    isPartner: true,
    shipping: { number: '200' },
    lock_version: 1,
  })
  const [entry] = await listHistoryForStaff('user', userId)
  expect(entry?.action).toBe('changed')
  expect(entry?.changes).toEqual(
    expect.arrayContaining([
      { field: 'person_or_company', from: 'false', to: 'true' },
      { field: 'is_partner', from: 'false', to: 'true' },
      { field: 'cpf', from: person.cpf, to: null },
    ]),
  )
  expect(entry?.changes.map(({ field }) => field)).not.toContain('email')
})

const listStaffLinkJobs = () =>
  db.selectFrom('outbox').select('job').where('job', '=', 'send-staff-link').execute()

test.each<[account: string, form: Partial<UserForm>, creator: 'superuser' | 'staff']>([
  ['a customer whom an administrator adds', {}, 'superuser'],
  ['inactive staff whom an administrator adds', { isStaff: true, isActive: false }, 'superuser'],
  ['an account for which staff requested the staff role', { isStaff: true }, 'staff'],
])('mails no password link to %s', async (_account, changes, creator) => {
  await createUser(makeUserForm(changes), creator === 'superuser' ? superuser : staff)
  expect(await listStaffLinkJobs()).toEqual([])
})

test('mails no password link to a customer with a password who becomes staff', async () => {
  const { profileId, email } = await makeCustomer()
  await saveUserForm(profileId, makeUserForm({ email, isStaff: true }), superuser)
  expect(await listStaffLinkJobs()).toEqual([])
})

test('mails a password link to active staff whom an administrator adds', async () => {
  await createUser(makeUserForm({ isStaff: true }), superuser)
  expect(await listStaffLinkJobs()).toHaveLength(1)
})

test('mails a password link to a customer without a password who becomes an administrator', async () => {
  const form = makeUserForm({ email: 'balcao@exemplo.test' })
  const profileId = await createUser(form, staff)
  expect(await listStaffLinkJobs()).toEqual([])
  await saveUserForm(profileId, { ...form, isSuperuser: true }, superuser)
  expect(await listStaffLinkJobs()).toHaveLength(1)
})

test('removing the billing address leaves the shipping address', async () => {
  const { profileId, email } = await makeCustomer()
  const shipping = { ...address, number: '200' }
  await saveUserForm(profileId, makeUserForm({ email, billing: null, shipping }))
  const user = await findUserForStaff(profileId)
  expect(user).toMatchObject({ billing: undefined, shipping: { number: '200' } })
})

test('rejects a save by staff with a version from before the customer’s own save', async () => {
  const { userId, profileId, email } = await makeCustomer()
  await changePhone({ userId, profileId }, '11999990000')
  await expect(saveUserForm(profileId, makeUserForm({ email }), staff, 0)).rejects.toThrow(StaleRecordError)
  expect(await findUserForStaff(profileId)).toMatchObject({ phone: '11999990000' })
})

test('deactivation ends sessions, password links and logins at once', async () => {
  const { profileId, email } = await makeCustomer()
  const { userId } = (await findUserForStaff(profileId)) ?? { userId: 0 }
  const token = await startSession(userId)
  await requestPasswordLink({ email, address: '127.0.0.1' })
  await saveUserForm(profileId, makeUserForm({ email, isActive: false }))
  expect(await findViewer(token)).toBeUndefined()
  expect(await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).toEqual([])
  expect(await findOpenLinkExpiry(userId)).toBeUndefined()
  expect(await verifyCredentials(email, password)).toBeNull()
})

test('rejects an e-mail of another account and saves nothing', async () => {
  const { profileId, email } = await makeCustomer()
  const otherCustomer = await makeCustomer()
  await expect(
    saveUserForm(profileId, makeUserForm({ email: otherCustomer.email, isPartner: true })),
  ).rejects.toThrow(EmailTaken)
  expect(await findUserForStaff(profileId)).toMatchObject({ email, isPartner: false, lock_version: 0 })
})

test('changing an e-mail records the old e-mail and queues a notice and the order mails', async () => {
  const { userId, profileId, email } = await makeCustomer()
  const requestedEmail = newEmail()
  await saveUserForm(profileId, makeUserForm({ email: requestedEmail }))
  expect(await findUserForStaff(profileId)).toMatchObject({ email: requestedEmail })
  const emailChanges = await db.selectFrom('email_changes').select(['user_id', 'old_email']).execute()
  expect(emailChanges).toEqual([{ user_id: userId, old_email: email }])
  expect(await db.selectFrom('outbox').select('job').execute()).toEqual([
    { job: 'mail-email-changed' },
    { job: 'resend-order-mail' },
  ])
})

test('ignores roles sent by staff and assigns roles sent by an administrator', async () => {
  const { profileId, email } = await makeCustomer()
  const form = makeUserForm({ email, isStaff: true, isSuperuser: true })
  await saveUserForm(profileId, form)
  expect(await findUserForStaff(profileId)).toMatchObject({ isStaff: false, isSuperuser: false })
  await saveUserForm(profileId, form, superuser)
  expect(await findUserForStaff(profileId)).toMatchObject({ isStaff: true, isSuperuser: true })
})

test('staff can change the partnership of an administrator, but neither e-mail nor state', async () => {
  const { profileId } = await makeStaff(true)
  const userBefore = await findUserForStaff(profileId)
  await saveUserForm(profileId, makeUserForm({ isActive: false, isPartner: true }))
  expect(await findUserForStaff(profileId)).toMatchObject({
    email: userBefore?.email,
    isActive: true,
    isSuperuser: true,
    isPartner: true,
  })
})

test('rejects an administrator’s form that deactivates or demotes the administrator’s own account', async () => {
  const admin = await makeStaff(true)
  const flags = { isStaff: true, isSuperuser: true }
  for (const change of [{ isActive: false }, { isStaff: false }, { isSuperuser: false }])
    await expect(
      saveUserForm(admin.profileId, makeUserForm({ ...flags, ...change }), admin),
    ).rejects.toMatchObject({
      name: 'RoleRefused',
      reason: 'own-account',
    })
  expect(await saveUserForm(admin.profileId, makeUserForm(flags), admin)).toBe(true)
})

test('leaves one administrator when the only two remove each other at once', async () => {
  const [firstAdmin, secondAdmin] = [await makeStaff(true), await makeStaff(true)]
  // Leaves these two as the only administrators.
  await db.updateTable('users').set({ is_superuser: false }).where('id', '=', superuser.userId).execute()
  const outcomes = await Promise.allSettled([
    saveUserForm(firstAdmin.profileId, makeUserForm({ isStaff: true }), secondAdmin),
    saveUserForm(secondAdmin.profileId, makeUserForm({ isStaff: true }), firstAdmin),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const rejection = outcomes.find(({ status }) => status === 'rejected')
  expect(rejection?.status === 'rejected' && rejection.reason).toBeInstanceOf(RoleRefused)
  const administrators = await db.selectFrom('users').select('id').where('is_superuser', '=', true).execute()
  expect(administrators).toHaveLength(1)
})

test('rejects changes to an account with an open deletion request', async () => {
  const customer = await makeCustomer()
  await requestDeletion(customer, { areLossesAccepted: true, today: '2026-11-21' })
  expect(await findOpenDeletion(customer.userId)).toEqual({ dueAt: expect.any(Date) })
  await expect(
    saveUserForm(customer.profileId, makeUserForm({ email: customer.email })),
  ).rejects.toMatchObject({
    reason: 'deletion-open',
  })
})

test('removing an account deletes the values in its history, and its form no longer saves', async () => {
  const customer = await makeCustomer()
  await saveUserForm(customer.profileId, makeUserForm({ email: customer.email, identity: company }))
  await requestDeletion(customer, { areLossesAccepted: true, today: '2026-11-21' })
  const { id } = await db.selectFrom('deletion_requests').select('id').executeTakeFirstOrThrow()
  await anonymiseAccount(id, removedAccountName)
  const details = await db.selectFrom('history').select('details').where('entity', '=', 'user').execute()
  expect(details.every((row) => row.details === null)).toBe(true)
  expect(await saveUserForm(customer.profileId, makeUserForm())).toBe(false)
})

test('a client created by staff has no role and no password, and can request a link', async () => {
  const form = makeUserForm({ isStaff: true })
  const profileId = await createUser(form, staff)
  const user = await findUserForStaff(profileId)
  expect(user).toMatchObject({ email: form.email, isActive: true, isStaff: false })
  expect(await verifyCredentials(form.email, '')).toBeNull()
  expect(await requestPasswordLink({ email: form.email, address: '127.0.0.1' })).toBe('sent')
  await expect(createUser(form, staff)).rejects.toThrow(EmailTaken)
  expect(await listHistoryForStaff('user', user?.userId ?? 0)).toMatchObject([
    {
      action: 'created',
      changes: expect.arrayContaining([
        { field: 'email', from: null, to: form.email },
        { field: 'name', from: null, to: person.name },
        { field: 'is_active', from: null, to: 'true' },
        { field: 'is_staff', from: null, to: 'false' },
      ]),
    },
  ])
})

test('shows staff the password link from the customer’s mail and records the view in the history', async () => {
  const { userId, email } = await makeCustomer()
  expect(await findOpenLinkExpiry(userId)).toBeUndefined()
  expect(await revealPasswordLink(userId, staff.userId)).toBeUndefined()
  await requestPasswordLink({ email, address: '127.0.0.1' })
  expect(await findOpenLinkExpiry(userId)).toBeInstanceOf(Date)
  const link = await revealPasswordLink(userId, staff.userId)
  expect(await findLinkState(link?.token ?? '')).toBe('live')
  expect(await listHistoryForStaff('user', userId)).toMatchObject([{ action: 'reset-link-seen' }])
})

test('a form opened before the owner’s e-mail change does not restore the old e-mail', async () => {
  const { userId, profileId, email } = await makeCustomer()
  const newEmailOfOwner = newEmail()
  await changeEmail(userId, newEmailOfOwner)
  await expect(saveUserForm(profileId, makeUserForm({ email }), staff, 0)).rejects.toThrow(StaleRecordError)
  expect(await findUserForStaff(profileId)).toMatchObject({ email: newEmailOfOwner })
})
