import { afterEach, expect, test, vi } from 'vitest'
import { invitationDays } from '#app/domain/accounts/colleagues.ts'
import { changePassword } from '#app/models/accounts/account.server.ts'
import {
  acceptInvitation,
  declineInvitation,
  deleteOldInvitations,
  findInvitation,
  findInvitationMail,
  inviteColleague,
  sendInvitationAgain,
} from '#app/models/accounts/colleagues/invitation.server.ts'
import {
  endMember,
  findJoinedColleague,
  findMember,
  listActingMemberships,
} from '#app/models/accounts/colleagues/membership.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { findInvitationToken, makeColleague, makeInvitation } from '#tests/factories/colleagues.ts'
import { company, makeCustomer, newEmail } from '#tests/factories/people.ts'

const dayMs = 24 * 3_600_000

afterEach(() => vi.restoreAllMocks())

/** Creates a company that has invited a customer. Returns the invitation's id and token, too. */
async function inviteCustomer(role: 'mechanic' | 'buyer' = 'mechanic') {
  const owner = await makeCustomer({ identity: company })
  const customer = await makeCustomer()
  const invitationId = await makeInvitation(owner, customer.email, role)
  return { owner, customer, id: invitationId, token: await findInvitationToken(invitationId) }
}

const listJobs = async () => db.selectFrom('outbox').select(['job', 'subject']).orderBy('id').execute()

test('an invitation sends one mail and grants nothing until it is accepted', async () => {
  const { owner, customer, id, token } = await inviteCustomer()
  expect(await listJobs()).toEqual([{ job: 'send-invitation', subject: `${id}/1` }])
  expect(await findInvitation(token)).toMatchObject({
    state: 'live',
    email: customer.email,
    role: 'mechanic',
    companyName: company.companyName,
    cnpj: company.cnpj,
  })
  expect(await listActingMemberships(customer.userId)).toEqual([])
  expect(await findMember(id, owner.profileId)).toMatchObject({ state: 'invited', userId: null })
})

test('accepting twice adds the colleague once and mails the company once', async () => {
  const { owner, customer, id, token } = await inviteCustomer('buyer')
  const attempts = [acceptInvitation(token, customer, 'buyer'), acceptInvitation(token, customer, 'buyer')]
  expect(await Promise.all(attempts)).toEqual([{ memberId: id }, { memberId: id }])
  expect(await listActingMemberships(customer.userId)).toEqual([
    {
      memberId: id,
      userId: owner.userId,
      profileId: owner.profileId,
      role: 'buyer',
      companyName: company.companyName,
    },
  ])
  expect((await listJobs()).map(({ job }) => job)).toEqual(['send-invitation', 'mail-colleague-joined'])
  expect(await findJoinedColleague(id)).toMatchObject({ companyEmail: owner.email, email: customer.email })
  const history = await listHistory('user', owner.userId)
  expect(history.map(({ action, actor_user_id: actor }) => [action, actor])).toEqual([
    ['colleague-invited', owner.userId],
    ['colleague-joined', customer.userId],
  ])
})

test('the link is valid only for the invited e-mail and the role shown', async () => {
  const { customer, token } = await inviteCustomer()
  const otherCustomer = await makeCustomer()
  expect(await acceptInvitation(token, otherCustomer, 'mechanic')).toBe('other-account')
  expect(await acceptInvitation(token, customer, 'buyer')).toBe('role-changed')
  expect(await acceptInvitation('guessed', customer, 'mechanic')).toBe('over')
  expect(await acceptInvitation(token, customer, 'mechanic')).toHaveProperty('memberId')
})

test.each(['declined', 'withdrawn', 'expired'] as const)(
  'a %s invitation cannot be accepted',
  async (reason) => {
    const { owner, customer, id, token } = await inviteCustomer()
    if (reason === 'declined') expect(await declineInvitation(token)).toBe(true)
    if (reason === 'withdrawn') expect(await endMember({ memberId: id, owner })).toBe(true)
    if (reason === 'expired')
      await db.updateTable('company_members').set({ expires_at: new Date() }).where('id', '=', id).execute()
    expect(await findInvitation(token)).toEqual({ state: 'over' })
    expect(await acceptInvitation(token, customer, 'mechanic')).toBe('over')
    expect(await declineInvitation(token)).toBe(false)
    expect(await findMember(id, owner.profileId)).toMatchObject({ state: reason })
    expect(await findInvitationMail(id, 1)).toBeUndefined()
  },
)

test('a password change of the company ends its pending invitations', async () => {
  const { owner, customer, id, token } = await inviteCustomer()
  const colleague = await makeColleague(owner, 'buyer')
  await changePassword(owner.userId, 'outra senha longa inventada')
  expect(await acceptInvitation(token, customer, 'mechanic')).toBe('over')
  expect(await findMember(id, owner.profileId)).toMatchObject({ state: 'expired' })
  expect(await listActingMemberships(colleague.userId)).toHaveLength(1)
})

test('resending ends the earlier link and mail and restarts the seven days', async () => {
  const { owner, customer, id, token } = await inviteCustomer()
  await db
    .updateTable('company_members')
    .set({ expires_at: new Date(0) })
    .where('id', '=', id)
    .execute()
  expect(await sendInvitationAgain(id, owner, 'network')).toBe('sent')
  expect(await listJobs()).toMatchObject([{ subject: `${id}/1` }, { subject: `${id}/2` }])
  expect(await findInvitationMail(id, 1)).toBeUndefined()
  expect(await findInvitation(token)).toEqual({ state: 'unknown' })
  const renewedInvitation = await findInvitation(await findInvitationToken(id))
  if (renewedInvitation.state !== 'live') throw new Error('the new link is over')
  expect(renewedInvitation.expiresAt.getTime()).toBeGreaterThan(Date.now() + (invitationDays - 1) * dayMs)
  expect(await acceptInvitation(await findInvitationToken(id), customer, 'mechanic')).toHaveProperty(
    'memberId',
  )
  expect(await sendInvitationAgain(id, owner, 'network')).toBe('over')
})

const inviteBuyer = (owner: Awaited<ReturnType<typeof makeCustomer>>, email: string, network: string) =>
  inviteColleague(owner, { email, role: 'buyer', address: network })

test('does not reveal whether an invited e-mail has an account', async () => {
  const owner = await makeCustomer({ identity: company })
  const customer = await makeCustomer()
  expect(await inviteBuyer(owner, customer.email, 'a')).toBe('sent')
  expect(await inviteBuyer(owner, newEmail(), 'b')).toBe('sent')
})

test('rejects the owner’s own e-mail and that of a colleague', async () => {
  const owner = await makeCustomer({ identity: company })
  const colleague = await makeColleague(owner, 'mechanic')
  expect(await inviteBuyer(owner, owner.email.toUpperCase(), 'a')).toBe('same')
  expect(await inviteBuyer(owner, colleague.email, 'b')).toBe('known')
})

test('sends one mail if the same invitation is repeated within seconds', async () => {
  const owner = await makeCustomer({ identity: company })
  const email = newEmail()
  expect(await inviteBuyer(owner, email, 'a')).toBe('sent')
  expect(await inviteBuyer(owner, email, 'b')).toBe('sent')
  expect(await listJobs()).toHaveLength(1)
})

test('a second invitation within seconds replaces the role and the mail of the first', async () => {
  const { owner, customer, id, token } = await inviteCustomer('mechanic')
  const inviteAgain = () => inviteBuyer(owner, customer.email, 'another network')
  expect(await inviteAgain()).toBe('sent')
  expect(await inviteAgain()).toBe('sent')
  expect(await listJobs()).toMatchObject([{ subject: `${id}/1` }, { subject: `${id}/2` }])
  expect(await findInvitationMail(id, 1)).toBeUndefined()
  expect(await findInvitationMail(id, 2)).toMatchObject({ role: 'buyer' })
  expect(await acceptInvitation(token, customer, 'mechanic')).toBe('over')
  expect(await findMember(id, owner.profileId)).toMatchObject({ role: 'buyer', state: 'invited' })
})

test('rejects another role for an e-mail that was invited earlier', async () => {
  const { owner, customer, id } = await inviteCustomer('mechanic')
  await db
    .updateTable('company_members')
    .set({ invited_at: new Date(0) })
    .where('id', '=', id)
    .execute()
  expect(await inviteBuyer(owner, customer.email, 'another network')).toBe('known')
  expect(await findMember(id, owner.profileId)).toMatchObject({ role: 'mechanic' })
})

test('limits a company to five invitations from one network, and to twenty from all networks', async () => {
  const owner = await makeCustomer({ identity: company })
  const outcomesFromOneNetwork = []
  for (let count = 0; count < 6; count += 1)
    outcomesFromOneNetwork.push(await inviteBuyer(owner, newEmail(), 'one network'))
  expect(outcomesFromOneNetwork.slice(0, 5)).toEqual(['sent', 'sent', 'sent', 'sent', 'sent'])
  expect(outcomesFromOneNetwork[5]).toHaveProperty('retryAt')
  const otherOwner = await makeCustomer({ identity: company })
  const outcomesFromManyNetworks = []
  for (let count = 0; count < 21; count += 1)
    outcomesFromManyNetworks.push(await inviteBuyer(otherOwner, newEmail(), `network ${count}`))
  expect(outcomesFromManyNetworks.filter((outcome) => outcome === 'sent')).toHaveLength(20)
})

test('deletes invitations after their expiry, but no colleagues', async () => {
  const { owner, id } = await inviteCustomer()
  const colleague = await makeColleague(owner, 'buyer')
  const afterExpiry = new Date(Date.now() + (invitationDays + 1) * dayMs)
  expect(await deleteOldInvitations(new Date(), 10)).toBe(0)
  expect(await deleteOldInvitations(afterExpiry, 10)).toBe(1)
  expect(await findMember(id, owner.profileId)).toBeUndefined()
  expect(await findMember(colleague.memberId, owner.profileId)).toMatchObject({ state: 'active' })
})
