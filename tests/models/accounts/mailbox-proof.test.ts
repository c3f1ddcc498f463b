import { expect, test } from 'vitest'
import { createAccountWithoutOrder } from '#app/models/accounts/account.server.ts'
import {
  acceptInvitation,
  inviteColleague,
  sendInvitationAgain,
} from '#app/models/accounts/colleagues/invitation.server.ts'
import { findActingMembership } from '#app/models/accounts/colleagues/membership.server.ts'
import {
  changeEmailByLink,
  findEmailLinkState,
  proveMailboxByLink,
  requestEmailChange,
  requestMailboxProof,
} from '#app/models/accounts/email-request.server.ts'
import { isMailboxProved } from '#app/models/accounts/mailbox/mailbox-proof.server.ts'
import { findLastRecoveryEnd } from '#app/models/accounts/mailbox/recovered-account.server.ts'
import { findPasswordLink, setPasswordByLink } from '#app/models/accounts/password-reset.server.ts'
import { findViewer, startSession } from '#app/models/accounts/session.server.ts'
import { changeUser, findUserForStaff } from '#app/models/accounts/user-edit.server.ts'
import { createApiKey } from '#app/models/backoffice/api-key.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeSecondFactor } from '#tests/factories/accounts/second-factor.ts'
import { findInvitationToken, makeColleague, makeInvitation } from '#tests/factories/colleagues.ts'
import {
  askForPasswordLink,
  company,
  findEmailToken,
  makeCustomer,
  newEmail,
  passwordHash,
} from '#tests/factories/people.ts'

const newPassword = 'outra senha bem comprida'
const unprovedMailbox = { flags: { email_proved_at: null } }
const clientAddress = '192.0.2.9'

const removeProof = (userId: number) =>
  db.updateTable('users').set({ email_proved_at: null }).where('id', '=', userId).execute()

async function recoverPassword(email: string, password = newPassword) {
  const link = await findPasswordLink(await askForPasswordLink(email))
  return setPasswordByLink(link?.token ?? '', password)
}

test('a new account is unverified, and only a verified mailbox can invite colleagues', async () => {
  const email = newEmail()
  const account = {
    email,
    passwordHash: await passwordHash,
    identity: company,
    billing: null,
    shipping: null,
  }
  const owner = { ...(await createAccountWithoutOrder(account)), email }
  const invitation = { email: newEmail(), role: 'mechanic' as const, address: clientAddress }
  expect(await inviteColleague(owner, invitation)).toBe('unproved')
  expect(await db.selectFrom('company_members').select('id').execute()).toEqual([])
  expect(await db.selectFrom('outbox').select('job').execute()).toEqual([])
  expect(await requestMailboxProof(owner, clientAddress)).toBe('sent')
  expect(await proveMailboxByLink(await findEmailToken(owner.userId), owner.userId)).toBe(email)
  expect(await inviteColleague(owner, invitation)).toBe('sent')
  const { id } = await db.selectFrom('company_members').select('id').executeTakeFirstOrThrow()
  await removeProof(owner.userId)
  expect(await sendInvitationAgain(id, owner, clientAddress)).toBe('unproved')
})

test('a link verifies the mailbox once and only for its own account', async () => {
  const { userId, email } = await makeCustomer(unprovedMailbox)
  const stranger = await makeCustomer()
  await requestMailboxProof({ userId, email }, clientAddress)
  const token = await findEmailToken(userId)
  expect(await findEmailLinkState(token)).toEqual({ state: 'live', userId, email, isProof: true })
  expect(await proveMailboxByLink(token, stranger.userId)).toBeUndefined()
  expect(await changeEmailByLink(token, userId)).toBeUndefined()
  expect(await isMailboxProved(userId)).toBe(false)
  expect(await proveMailboxByLink(token, userId)).toBe(email)
  expect(await isMailboxProved(userId)).toBe(true)
  expect(await proveMailboxByLink(token, userId, new Date(Date.now() + 60_000))).toBeUndefined()
  expect(await requestMailboxProof({ userId, email }, clientAddress)).toBe('proved')
})

test('a changed e-mail is verified only when the account itself confirms it', async () => {
  const { userId } = await makeCustomer()
  const changeAddress = async (viewerId: number | null) => {
    await requestEmailChange(userId, { email: newEmail(), address: clientAddress })
    await changeEmailByLink(await findEmailToken(userId), viewerId)
    return isMailboxProved(userId)
  }
  expect(await changeAddress(null)).toBe(false)
  expect(await changeAddress(userId)).toBe(true)
})

test('accepting an invitation verifies the invited mailbox', async () => {
  const invitedCustomer = await makeCustomer(unprovedMailbox)
  const owner = await makeCustomer({ identity: company })
  const memberId = await makeInvitation(owner, invitedCustomer.email)
  expect(await isMailboxProved(invitedCustomer.userId)).toBe(false)
  await acceptInvitation(await findInvitationToken(memberId), invitedCustomer, 'mechanic')
  expect(await isMailboxProved(invitedCustomer.userId)).toBe(true)
})

test('the first recovery by mail ends and lists all earlier access', async () => {
  const owner = await makeCustomer({ identity: company })
  const colleague = await makeColleague(owner, 'mechanic', 'Caio Inventado')
  const invitedEmail = newEmail()
  await makeInvitation(owner, invitedEmail, 'buyer')
  await makeSecondFactor(owner.userId)
  const token = await startSession(owner.userId)
  await createApiKey(owner.userId, { name: 'ERP', scopes: ['catalogue:read'] })
  await removeProof(owner.userId)
  expect(await findActingMembership(colleague.memberId, colleague.userId)).toBeDefined()

  expect(await recoverPassword(owner.email)).toBe(owner.email)
  expect(await isMailboxProved(owner.userId)).toBe(true)
  expect(await findActingMembership(colleague.memberId, colleague.userId)).toBeUndefined()
  expect(await findViewer(token)).toBeUndefined()
  const openKeys = await db.selectFrom('api_keys').select('id').where('revoked_at', 'is', null).execute()
  expect(openKeys).toEqual([])
  expect(await db.selectFrom('second_factors').selectAll().execute()).toEqual([])
  expect(await findLastRecoveryEnd(owner.userId)).toEqual({
    members: [
      { name: 'Caio Inventado', email: colleague.email, role: 'mechanic' },
      { name: null, email: invitedEmail, role: 'buyer' },
    ],
    sessions: 1,
    keys: 1,
    passkeys: 0,
    secondFactor: true,
  })
})

test('a later recovery leaves colleagues and second factor unchanged', async () => {
  const owner = await makeCustomer({ identity: company })
  const colleague = await makeColleague(owner, 'buyer')
  await makeSecondFactor(owner.userId)
  await recoverPassword(owner.email)
  expect(await findActingMembership(colleague.memberId, colleague.userId)).toBeDefined()
  expect(await db.selectFrom('second_factors').selectAll().execute()).toHaveLength(1)
  expect(await findLastRecoveryEnd(owner.userId)).toBeUndefined()
})

test('the password mail contains no name for an unverified mailbox', async () => {
  const { userId, email } = await makeCustomer()
  const findNameInMail = async () => (await findPasswordLink(await askForPasswordLink(email)))?.contactName
  expect(await findNameInMail()).toBe('Ana Inventada da Silva')
  await removeProof(userId)
  expect(await findNameInMail()).toBeNull()
})

test('an unverified account with a password cannot become staff', async () => {
  const admin = await makeCustomer({ flags: { is_staff: true, is_superuser: true } })
  const { userId, profileId, email } = await makeCustomer(unprovedMailbox)
  const promoteToStaff = async () => {
    const user = await findUserForStaff(profileId)
    if (!user) throw new Error('no user')
    const { isCompany, name, companyName, cpf, cnpj, ie, phone, billing = null, shipping = null } = user
    const identity = { isCompany, name, companyName, cpf, cnpj, ie, phone }
    const roles = { isActive: true, isStaff: true, isSuperuser: false, isPartner: false }
    const form = { identity, email: user.email, billing, shipping, contributor: null, ...roles }
    const actor = { userId: admin.userId, isSuperuser: true }
    return changeUser(profileId, { form, seenVersion: user.lock_version, actor })
  }
  await expect(promoteToStaff()).rejects.toThrow('email-unproved')
  await recoverPassword(email)
  expect(await promoteToStaff()).toBe(true)
  await db.updateTable('users').set({ is_staff: false }).where('id', '=', userId).execute()
})
