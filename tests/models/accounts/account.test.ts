import { expect, test } from 'vitest'
import {
  changeAddresses,
  changePassword,
  changePhone,
  changePhoneAndAddresses,
  countAircraftAndSessions,
  deleteOldEmailChanges,
  findEmailChange,
  findPasswordChange,
} from '#app/models/accounts/account.server.ts'
import { formatAddressLine } from '#app/models/accounts/address.server.ts'
import { requestPasswordLink } from '#app/models/accounts/password-reset.server.ts'
import { findChallenge, startChallenge } from '#app/models/accounts/second-factor/login-challenge.server.ts'
import {
  endOtherSessions,
  endUserSession,
  findViewer,
  listSessions,
  startSession,
} from '#app/models/accounts/session.server.ts'
import { findCheckoutProfile, verifyCredentials } from '#app/models/accounts/user.server.ts'
import { findOrderDetail } from '#app/models/orders/order.server.ts'
import { placeOrder } from '#app/models/orders/order-placement.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory, listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { makeCart, makeOrderRequest, placeNewOrder } from '#tests/factories/orders.ts'
import { address, changeEmail, makeCustomer, newEmail, password, person } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'

const otherAddress = { ...address, street: 'Avenida das Asas', number: '7' }
const thirdAddress = { ...address, street: 'Travessa do Leme', number: '3' }
const listActions = async (userId: number) => (await listHistory('user', userId)).map(({ action }) => action)
const listStreets = async () =>
  (await db.selectFrom('addresses').select('street').orderBy('street').execute()).map(({ street }) => street)
const listQueuedJobs = () => db.selectFrom('outbox').select(['job', 'subject']).orderBy('id').execute()

test('a customer changes only the phone number', async () => {
  const customer = await makeCustomer()
  await changePhone(customer, '1433330000')
  expect(await findCheckoutProfile(customer.profileId)).toMatchObject({ ...person, phone: '1433330000' })
  expect(await listActions(customer.userId)).toEqual(['phone-changed'])
  const [entry] = await listHistoryForStaff('user', customer.userId)
  expect(entry?.changes).toEqual([{ field: 'phone', from: person.phone, to: '1433330000' }])
})

test('changes phone and addresses in one transaction, each with a history entry', async () => {
  const customer = await makeCustomer()
  const tooLongAddress = { ...otherAddress, street: 'a'.repeat(1_000) }
  const failingChanges = { phone: '1433330000', addresses: { billing: tooLongAddress, shipping: null } }
  await expect(changePhoneAndAddresses(customer, failingChanges)).rejects.toThrow(/too long/)
  expect(await findCheckoutProfile(customer.profileId)).toMatchObject({ ...person, billing: address })
  expect(await listActions(customer.userId)).toEqual([])
  const addresses = { billing: otherAddress, shipping: null }
  await changePhoneAndAddresses(customer, { phone: '1433330000', addresses })
  expect(await findCheckoutProfile(customer.profileId)).toMatchObject({
    phone: '1433330000',
    billing: otherAddress,
  })
  expect((await listActions(customer.userId)).toSorted()).toEqual(['addresses-changed', 'phone-changed'])
})

test('an order that changes profile fields adds one history entry with the old and new values', async () => {
  const customer = await makeCustomer()
  const buyer = { ...customer, phone: '1433330000' }
  const cart = await makeCart({ [await makeDownload()]: 1 }, { userId: customer.userId })
  await placeOrder(await makeOrderRequest(cart, { buyer, billing: otherAddress }))
  const entries = await listHistoryForStaff('user', customer.userId)
  expect(entries.map(({ action }) => action)).toEqual(['contact-changed'])
  expect(entries[0]?.changes).toEqual([
    { field: 'phone', from: person.phone, to: '1433330000' },
    { field: 'billing', from: formatAddressLine(address), to: formatAddressLine(otherAddress) },
  ])
  const secondCart = await makeCart({ [await makeDownload()]: 1 }, { userId: customer.userId })
  await placeOrder(await makeOrderRequest(secondCart, { buyer, billing: otherAddress }))
  expect(await listActions(customer.userId)).toHaveLength(1)
})

test('replaces addresses and stores no old ones', async () => {
  const customer = await makeCustomer()
  await changeAddresses(customer, { billing: otherAddress, shipping: thirdAddress })
  expect(await findCheckoutProfile(customer.profileId)).toMatchObject({
    billing: otherAddress,
    shipping: thirdAddress,
  })
  expect(await listStreets()).toEqual([otherAddress.street, thirdAddress.street])
  await changeAddresses(customer, { billing: otherAddress, shipping: null })
  expect((await findCheckoutProfile(customer.profileId)).shipping).toBeUndefined()
  expect(await listStreets()).toEqual([otherAddress.street])
})

test('an order retains the addresses with which it was placed', async () => {
  const { orderId, userId } = await placeNewOrder({ [await makeDownload()]: 1 }, { shipping: otherAddress })
  const { id: profileId } = await db
    .selectFrom('profiles')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  await changeAddresses({ userId, profileId }, { billing: thirdAddress, shipping: null })
  expect(await findOrderDetail(orderId, profileId)).toMatchObject({
    billing: address,
    shipping: otherAddress,
  })
})

test('leaves an address shared by two profiles unchanged for the other profile', async () => {
  const [customer, otherCustomer] = [await makeCustomer(), await makeCustomer()]
  const { billing_address_id } = await db
    .selectFrom('profiles')
    .select('billing_address_id')
    .where('id', '=', customer.profileId)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('profiles')
    .set({ billing_address_id })
    .where('id', '=', otherCustomer.profileId)
    .execute()
  await changeAddresses(customer, { billing: otherAddress, shipping: null })
  expect((await findCheckoutProfile(otherCustomer.profileId)).billing).toEqual(address)
})

test('changing the e-mail changes the login, mails the old address and ends the password link', async () => {
  const { userId, email } = await makeCustomer()
  const requestedEmail = newEmail()
  await requestPasswordLink({ address: '192.0.2.1', email })
  await changeEmail(userId, ` ${requestedEmail.toUpperCase()} `)
  expect(await verifyCredentials(requestedEmail, password)).toBe(userId)
  expect(await verifyCredentials(email, password)).toBeNull()
  const mail = (await listQueuedJobs()).find(({ job }) => job === 'mail-email-changed')
  const change = await findEmailChange(Number(mail?.subject))
  expect(change).toEqual({ oldEmail: email, changedAt: expect.any(Date) })
  const link = await db.selectFrom('password_resets').select('expires_at').executeTakeFirstOrThrow()
  expect(link.expires_at.getTime()).toBeLessThanOrEqual(Date.now())
  expect(JSON.stringify(await listHistory('user', userId))).not.toContain('exemplo.test')
})

test('deletes old e-mails of changes before a given time', async () => {
  const { userId } = await makeCustomer()
  await changeEmail(userId, newEmail())
  expect(await deleteOldEmailChanges(new Date(Date.now() - 1000), 10)).toBe(0)
  expect(await deleteOldEmailChanges(new Date(Date.now() + 1000), 10)).toBe(1)
})

test('a password change ends all sessions, replaces the password and is mailed each time', async () => {
  const { userId, email } = await makeCustomer()
  const token = await startSession(userId)
  await changePassword(userId, 'outra senha bem comprida')
  await changePassword(userId, 'mais uma senha comprida')
  expect(await findViewer(token)).toBeUndefined()
  expect(await verifyCredentials(email, 'mais uma senha comprida')).toBe(userId)
  expect(await verifyCredentials(email, password)).toBeNull()
  const mails = await listQueuedJobs()
  expect(mails.map(({ job }) => job)).toEqual(['mail-password-changed', 'mail-password-changed'])
  expect(await findPasswordChange(Number(mails[0]?.subject))).toMatchObject({
    email,
    contactName: person.name,
  })
  expect(await listActions(userId)).toEqual(['password-changed', 'password-changed'])
})

test('lists sessions with at most 200 characters of the device, and only their owner can end them', async () => {
  const [customer, stranger] = [await makeCustomer(), await makeCustomer()]
  const tooLongUserAgent = `Firefox ${'x'.repeat(300)}`
  const ownToken = await startSession(customer.userId, tooLongUserAgent)
  const otherToken = await startSession(customer.userId)
  const sessions = await listSessions(customer.userId)
  expect(sessions.map(({ userAgent }) => userAgent?.length ?? null).toSorted()).toEqual([200, null])
  expect(JSON.stringify(sessions)).not.toContain('token')
  const id = (await findViewer(otherToken))?.sessionId ?? 0
  expect(await endUserSession(stranger.userId, id)).toBe(false)
  expect(await endUserSession(customer.userId, id)).toBe(true)
  expect([await findViewer(otherToken), (await findViewer(ownToken))?.userId]).toEqual([
    undefined,
    customer.userId,
  ])
})

test('ends all sessions except the current one, or all sessions', async () => {
  const { userId, profileId } = await makeCustomer()
  const tokens = [await startSession(userId), await startSession(userId), await startSession(userId)]
  const currentSessionId = (await findViewer(tokens[0] ?? ''))?.sessionId ?? 0
  expect(await endOtherSessions(userId, currentSessionId)).toBe(2)
  expect(await countAircraftAndSessions({ userId, profileId })).toEqual({ aircraft: 0, sessions: 1 })
  expect(await endOtherSessions(userId, null)).toBe(1)
  expect(await findViewer(tokens[0] ?? '')).toBeUndefined()
})

test('ends pending second-factor logins of the same user with the other sessions', async () => {
  const [customer, otherCustomer] = [await makeCustomer(), await makeCustomer()]
  const currentSessionId = (await findViewer(await startSession(customer.userId)))?.sessionId ?? 0
  const [ownChallenge, otherChallenge] = [
    await startChallenge(customer.userId),
    await startChallenge(otherCustomer.userId),
  ]
  expect(await endOtherSessions(customer.userId, currentSessionId)).toBe(0)
  expect(await findChallenge(ownChallenge)).toBeUndefined()
  expect(await findChallenge(otherChallenge)).toMatchObject({ userId: otherCustomer.userId })
})
