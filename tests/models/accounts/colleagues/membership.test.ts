import { expect, test } from 'vitest'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { resolveAccount } from '#app/models/accounts/colleagues/acting.server.ts'
import {
  changeRole,
  endMember,
  findMember,
  leaveCompany,
  listActingMemberships,
  listMembers,
} from '#app/models/accounts/colleagues/membership.server.ts'
import {
  findTokenHolder,
  findViewer,
  startSession,
  switchAccount,
} from '#app/models/accounts/session.server.ts'
import { findLastActs, listColleagueActs } from '#app/models/backoffice/colleague-acts.server.ts'
import { findOwnRecords } from '#app/models/backoffice/data-export.server.ts'
import { anonymiseAccount, requestDeletion } from '#app/models/backoffice/deletion.server.ts'
import { findCart } from '#app/models/checkout/cart.server.ts'
import { placeOrder } from '#app/models/orders/order-placement.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { markFileReady } from '#app/models/platform/prepared-file.server.ts'
import { issueCertificate } from '#app/models/subscriptions/certificate.server.ts'
import { findCopy, logDownload, requestUnitCopy } from '#app/models/subscriptions/download.server.ts'
import { findOpenFile, findRequestedFile } from '#app/models/subscriptions/file-access.server.ts'
import { makeColleague } from '#tests/factories/colleagues.ts'
import { giveFile } from '#tests/factories/files.ts'
import { makeCart, makeOrderRequest } from '#tests/factories/orders.ts'
import { address, company, makeCustomer, newEmail } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'

const today = toCivilDate(new Date())

/** Creates a colleague who is logged in and acts for the company. */
async function joinColleague(owner: { userId: number; profileId: number }, role: 'mechanic' | 'buyer') {
  const colleague = await makeColleague(owner, role)
  const token = await startSession(colleague.userId)
  const loadViewer = async () => {
    const viewer = await findViewer(token)
    if (!viewer) throw new Error(`No session for user ${colleague.userId}`)
    return viewer
  }
  await switchAccount(await loadViewer(), colleague.memberId)
  return {
    ...colleague,
    token,
    loadViewer,
    loadAccount: async () => resolveAccount(await loadViewer()),
  }
}

async function makeCompany() {
  const owner = await makeCustomer({ identity: company })
  return { ...owner, owner }
}

/** Buys a download subscription for the account and marks it as paid. Returns the order and its unit. */
async function placeOrderFor(account: ReturnType<typeof resolveAccount>) {
  const publication = await makeDownload({ is_signature: true, name: 'Manual Inventado' })
  await giveFile(publication)
  const cart = await makeCart({ [publication]: 1 }, { userId: account.userId })
  const { userId, profileId, actorUserId } = account
  const buyer = { userId, profileId, actorUserId, phone: '11911112222' }
  const billing = { ...address, street: 'Rua do Comprador' }
  const order = await placeOrder(await makeOrderRequest(cart, { buyer, billing }))
  await confirmPayment(order.orderId, { actorUserId: null, source: 'test' }, today)
  const unit = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('profile_id', '=', profileId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return { ...order, unitId: unit.id }
}

test('a session acts for the selected company or its own account, but not for a company without membership', async () => {
  const { owner } = await makeCompany()
  const buyer = await joinColleague(owner, 'buyer')
  expect(await buyer.loadAccount()).toMatchObject({
    userId: owner.userId,
    profileId: owner.profileId,
    actorUserId: buyer.userId,
    role: 'buyer',
  })
  const otherCompany = await makeCompany()
  const foreignColleague = await makeColleague(otherCompany.owner, 'buyer')
  expect(await switchAccount(await buyer.loadViewer(), foreignColleague.memberId)).toBe(false)
  expect(await switchAccount(await buyer.loadViewer(), null)).toBe(true)
  expect(await buyer.loadAccount()).toMatchObject({ profileId: buyer.profileId, role: 'owner' })
})

test.each(['revoked', 'left', 'deactivated', 'not a company'] as const)(
  'ends access to a company at once when the membership or company is %s',
  async (reason) => {
    const { owner } = await makeCompany()
    const mechanic = await joinColleague(owner, 'mechanic')
    if (reason === 'revoked') expect(await endMember({ memberId: mechanic.memberId, owner })).toBe(true)
    if (reason === 'left') expect(await leaveCompany(mechanic.memberId, mechanic.userId)).toBe(true)
    if (reason === 'deactivated')
      await db.updateTable('users').set({ is_active: false }).where('id', '=', owner.userId).execute()
    if (reason === 'not a company')
      await db.updateTable('profiles').set({ is_company: false }).where('id', '=', owner.profileId).execute()
    expect((await mechanic.loadViewer()).actingFor).toBe('ended')
    expect(await mechanic.loadAccount()).toMatchObject({ profileId: mechanic.profileId, role: 'owner' })
    expect(await listActingMemberships(mechanic.userId)).toEqual([])
  },
)

test('another company can neither end a membership nor change its role, and only the colleague can leave', async () => {
  const { owner } = await makeCompany()
  const otherOwner = (await makeCompany()).owner
  const mechanic = await joinColleague(owner, 'mechanic')
  const { memberId } = mechanic
  expect(await endMember({ memberId, owner: otherOwner })).toBe(false)
  expect(await changeRole({ memberId, owner: otherOwner }, 'buyer')).toBe('over')
  expect(await leaveCompany(memberId, owner.userId)).toBe(false)
  expect(await changeRole({ memberId, owner }, 'buyer')).toBe('changed')
  expect((await mechanic.loadAccount()).role).toBe('buyer')
  expect(await leaveCompany(memberId, mechanic.userId)).toBe(true)
  expect(await leaveCompany(memberId, mechanic.userId)).toBe(false)
  const actions = (await listHistory('user', owner.userId)).map(({ action }) => action)
  expect(actions).toEqual([
    'colleague-invited',
    'colleague-joined',
    'colleague-role-changed',
    'colleague-left',
  ])
  expect(await makeColleague(owner, 'buyer')).toHaveProperty('memberId')
})

test('an API token acts for its own account, despite the company selected in the browser', async () => {
  const { owner } = await makeCompany()
  const buyer = await makeColleague(owner, 'buyer')
  const token = await startSession(buyer.userId, null, 'api')
  await db
    .updateTable('sessions')
    .set({ acting_member_id: buyer.memberId })
    .where('user_id', '=', buyer.userId)
    .execute()
  const tokenHolder = await findTokenHolder(token)
  expect(tokenHolder).toMatchObject({ profileId: buyer.profileId, actingFor: null })
})

test('a buyer orders for the company under their own name, and cannot change its data', async () => {
  const { owner } = await makeCompany()
  const buyer = await joinColleague(owner, 'buyer')
  const { orderId } = await placeOrderFor(await buyer.loadAccount())
  const order = await db
    .selectFrom('orders')
    .select('profile_id')
    .where('id', '=', orderId)
    .executeTakeFirst()
  expect(order?.profile_id).toBe(owner.profileId)
  const [placedEntry] = await listHistory('order', orderId)
  expect(placedEntry).toMatchObject({ action: 'placed', actor_user_id: buyer.userId })
  const profile = await db
    .selectFrom('profiles')
    .innerJoin('addresses', 'addresses.id', 'billing_address_id')
    .select(['phone', 'street'])
    .where('profiles.id', '=', owner.profileId)
    .executeTakeFirst()
  expect(profile).toEqual({ phone: company.phone, street: address.street })
  expect(await findCart({ userId: buyer.userId })).toBeUndefined()
})

test('stamps a mechanic’s copy with both names, opens it to that person only and logs downloads', async () => {
  const { owner } = await makeCompany()
  const { unitId } = await placeOrderFor(await (await joinColleague(owner, 'buyer')).loadAccount())
  const mechanic = await joinColleague(owner, 'mechanic')
  const secondMechanic = await joinColleague(owner, 'mechanic')
  const account = await mechanic.loadAccount()
  const fileId = (await requestUnitCopy(unitId, account, today)) ?? 0
  expect(await requestUnitCopy(unitId, account, today)).toBe(fileId)
  expect(await requestUnitCopy(unitId, await secondMechanic.loadAccount(), today)).not.toBe(fileId)
  expect(await requestUnitCopy(unitId, owner, today)).not.toBe(fileId)
  const copy = await findCopy(fileId)
  expect(copy?.stamp).toMatchObject({
    name: company.companyName,
    document: company.cnpj,
    person: mechanic.name,
  })
  await markFileReady(fileId, { file: `prepared/${fileId}`, bytes: 3 })
  expect(await findOpenFile(fileId, await mechanic.loadViewer(), today)).toMatchObject({ id: fileId })
  expect(await findOpenFile(fileId, await secondMechanic.loadViewer(), today)).toBeUndefined()
  await logDownload({
    copyId: copy?.id ?? 0,
    userId: mechanic.userId,
    bytes: 3,
    isStamped: true,
    isFromStart: true,
  })
  await issueCertificate({ ...account, subscriptionId: undefined, fileName: 'Certificate.pdf', today })
  const acts = await listColleagueActs(owner, { limit: 10, userId: mechanic.userId })
  expect(acts.map(({ kind, person }) => [kind, person]).toSorted()).toEqual([
    ['account', mechanic.name],
    ['account', mechanic.name],
    ['download', mechanic.name],
  ])
  await changeRole({ memberId: mechanic.memberId, owner }, 'buyer')
  expect(await findRequestedFile(fileId, await mechanic.loadViewer())).toBeUndefined()
  await changeRole({ memberId: mechanic.memberId, owner }, 'mechanic')
  await endMember({ memberId: mechanic.memberId, owner })
  expect(await findRequestedFile(fileId, await mechanic.loadViewer())).toBeUndefined()
  expect(await listColleagueActs(owner, { limit: 10, userId: mechanic.userId })).toHaveLength(3)
})

test('returns each colleague’s last action, even if others acted later', async () => {
  const { owner } = await makeCompany()
  const buyer = await joinColleague(owner, 'buyer')
  const { unitId } = await placeOrderFor(await buyer.loadAccount())
  const mechanic = await joinColleague(owner, 'mechanic')
  const earlyTime = new Date('2026-01-02T03:04:05.678Z')
  await db.updateTable('history').set({ created_at: earlyTime }).execute()
  const id = (await requestUnitCopy(unitId, await mechanic.loadAccount(), today)) ?? 0
  const copyId = (await findCopy(id))?.id ?? 0
  for (const _download of [1, 2, 3])
    await logDownload({ copyId, userId: mechanic.userId, bytes: 3, isStamped: true, isFromStart: true })
  expect((await listColleagueActs(owner, { limit: 3 })).map(({ kind }) => kind)).not.toContain('order')
  const lastActs = await findLastActs(owner)
  expect(lastActs.get(buyer.userId)).toEqual(earlyTime)
  expect(lastActs.get(mechanic.userId)?.getTime()).toBeGreaterThan(earlyTime.getTime())
  expect(await findLastActs((await makeCompany()).owner)).toEqual(new Map())
})

test('a company sees a colleague’s changed e-mail, but not one changed after leaving', async () => {
  const { owner } = await makeCompany()
  const { userId, memberId, email: emailAtInvitation } = await makeColleague(owner, 'buyer')
  const changeEmail = async (email: string) => {
    await db.updateTable('users').set({ email }).where('id', '=', userId).execute()
    return (await findMember(memberId, owner.profileId))?.email
  }
  const [emailAsMember, emailAfterLeaving] = [newEmail(), newEmail()]
  expect(await changeEmail(emailAsMember)).toBe(emailAsMember)
  await leaveCompany(memberId, userId)
  expect(await changeEmail(emailAfterLeaving)).toBe(emailAtInvitation)
})

/** Erases an account without the seven days of waiting. */
async function anonymiseNow(account: { userId: number; profileId: number }) {
  await requestDeletion(account, { areLossesAccepted: true, today })
  const { id } = await db
    .selectFrom('deletion_requests')
    .select('id')
    .where('user_id', '=', account.userId)
    .executeTakeFirstOrThrow()
  await anonymiseAccount(id, 'Pessoa removida')
}

test('erasing a person ends memberships and erases name and e-mail from stamps and rows', async () => {
  const { owner } = await makeCompany()
  const { unitId } = await placeOrderFor(await (await joinColleague(owner, 'buyer')).loadAccount())
  const mechanic = await joinColleague(owner, 'mechanic')
  const fileId = (await requestUnitCopy(unitId, await mechanic.loadAccount(), today)) ?? 0
  await anonymiseNow(mechanic)
  expect((await findCopy(fileId))?.stamp).toMatchObject({
    name: company.companyName,
    person: 'Pessoa removida',
  })
  const rows = JSON.stringify(await db.selectFrom('company_members').selectAll().execute())
  expect(rows).not.toContain(mechanic.email)
  const [removedMember] = (await listMembers(owner.profileId)).filter(
    ({ id: member }) => member === mechanic.memberId,
  )
  expect(removedMember).toMatchObject({ state: 'removed', name: 'Pessoa removida' })
})

test('erasing a company ends its memberships', async () => {
  const { owner } = await makeCompany()
  const mechanic = await joinColleague(owner, 'mechanic')
  await anonymiseNow(owner)
  expect((await mechanic.loadViewer()).actingFor).toBe('ended')
  expect(await listMembers(owner.profileId)).toMatchObject([{ state: 'removed' }])
})

test('the data export lists the colleagues of a company and the companies of a person', async () => {
  const { owner } = await makeCompany()
  const buyer = await makeColleague(owner, 'buyer')
  expect(await findOwnRecords(owner)).toMatchObject({
    colleagues: [{ email: buyer.email, role: 'buyer' }],
    companies: [],
  })
  expect(await findOwnRecords(buyer)).toMatchObject({
    colleagues: [],
    companies: [{ company: company.companyName, role: 'buyer' }],
  })
})
