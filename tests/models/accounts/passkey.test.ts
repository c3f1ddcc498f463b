import { expect, test } from 'vitest'
import {
  addPasskey,
  hasPasskeys,
  listPasskeys,
  removePasskey,
  startPasskeyRegistration,
  startPasskeyUse,
  verifyPasskey,
} from '#app/models/accounts/second-factor/passkey.server.ts'
import {
  deleteExpiredPasskeyChallenges,
  type PasskeyPlace,
} from '#app/models/accounts/second-factor/passkey-challenge.server.ts'
import {
  resetSecondFactor,
  verifySecondFactor,
} from '#app/models/accounts/second-factor/second-factor.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makePasskey } from '#tests/factories/accounts/passkey.ts'
import { makeSecondFactor } from '#tests/factories/accounts/second-factor.ts'
import { SoftwareAuthenticator } from '#tests/factories/accounts/software-authenticator.ts'
import { makeCustomer } from '#tests/factories/people.ts'

const userNames = { email: 'ana@aeropub.test', displayName: 'Ana' }
const makeProofPlace = (userId: number, sessionId = 7) => ({ purpose: 'proof' as const, userId, sessionId })
const makeRegistrationPlace = (userId: number, sessionId = 7) => ({
  purpose: 'register' as const,
  userId,
  sessionId,
})

/** Creates a customer with a second factor and a passkey. */
async function makePerson() {
  const { userId } = await makeCustomer()
  const { codes } = await makeSecondFactor(userId)
  return { userId, codes, device: await makePasskey(userId) }
}

async function startPasskeyCheck(place: PasskeyPlace, now?: Date) {
  const options = await startPasskeyUse(place, now)
  if (!options) throw new Error('no passkey')
  return options
}

async function startRegistration(place: PasskeyPlace & { purpose: 'register' }) {
  const options = await startPasskeyRegistration(place, userNames)
  if (!options) throw new Error('no key can be made')
  return options
}

test('accepts a signature once and records the use of its passkey', async () => {
  const { userId, device } = await makePerson()
  const place = makeProofPlace(userId)
  const options = await startPasskeyCheck(place)
  expect(options).toMatchObject({
    userVerification: 'preferred',
    allowCredentials: [{ id: device.id, transports: ['internal'] }],
  })
  const assertion = device.get(options)
  expect(await verifyPasskey(place, assertion)).toBe('right')
  expect(await verifyPasskey(place, assertion)).toBe('wrong')
  const [passkey] = await listPasskeys(userId)
  expect(passkey).toMatchObject({ name: 'Notebook', isForThisDomain: true, lastUsedAt: expect.any(Date) })
})

test('rejects a challenge of another session or purpose', async () => {
  const { userId, device } = await makePerson()
  const assertion = device.get(await startPasskeyCheck(makeProofPlace(userId)))
  const otherSession = makeProofPlace(userId, 8)
  const otherPurpose: PasskeyPlace = { purpose: 'login', userId, token: 'of a login' }
  expect(await verifyPasskey(otherSession, assertion)).toBe('wrong')
  expect(await verifyPasskey(otherPurpose, assertion)).toBe('wrong')
})

test('rejects a challenge of another person and deletes it, so that its owner cannot use it', async () => {
  const { userId, device } = await makePerson()
  const otherPerson = await makePerson()
  const assertion = device.get(await startPasskeyCheck(makeProofPlace(userId)))
  // Both places have the same session, whose challenge any attempt deletes.
  expect(await verifyPasskey(makeProofPlace(otherPerson.userId), assertion)).toBe('wrong')
  expect(await verifyPasskey(makeProofPlace(userId), assertion)).toBe('wrong')
})

test('accepts a challenge for five minutes', async () => {
  const { userId, device } = await makePerson()
  const startTime = new Date()
  const expiryTime = new Date(startTime.getTime() + 5 * 60_000)
  const timeBeforeExpiry = new Date(expiryTime.getTime() - 1)
  const place = { purpose: 'login' as const, userId, token: 'of a login' }
  const sign = async () => device.get(await startPasskeyCheck(place, startTime))
  expect(await verifyPasskey(place, await sign(), expiryTime)).toBe('wrong')
  expect(await verifyPasskey(place, await sign(), timeBeforeExpiry)).toBe('right')
})

test('a new challenge replaces the earlier one, and expired ones are deleted', async () => {
  const { userId, device } = await makePerson()
  const firstOptions = await startPasskeyCheck(makeProofPlace(userId))
  const secondOptions = await startPasskeyCheck(makeProofPlace(userId))
  expect(firstOptions.challenge).not.toBe(secondOptions.challenge)
  expect(await verifyPasskey(makeProofPlace(userId), device.get(firstOptions))).toBe('wrong')
  await startPasskeyCheck(makeProofPlace(userId))
  const timeBeforeExpiry = new Date(Date.now() + 4 * 60_000)
  expect(await deleteExpiredPasskeyChallenges(timeBeforeExpiry, 10)).toBe(0)
  expect(await deleteExpiredPasskeyChallenges(new Date(Date.now() + 6 * 60_000), 10)).toBe(1)
})

test('rejects a signature for another challenge or shop, or without presence', async () => {
  const { userId, device } = await makePerson()
  const otherPerson = await makePerson()
  const place = makeProofPlace(userId)
  const deviations = {
    'another origin': { origin: 'https://aeropub.example' },
    'another domain': { domain: 'aeropub.example' },
    'another challenge': { challenge: 'AAAA' },
    'a registration': { type: 'webauthn.create' },
    'a page in a frame': { crossOrigin: true },
    'no person present': { flags: 0 },
    'the handle of another': { userHandle: otherPerson.device.userHandle ?? '' },
  }
  for (const [deviation, changes] of Object.entries(deviations))
    expect(await verifyPasskey(place, device.get(await startPasskeyCheck(place), changes)), deviation).toBe(
      'wrong',
    )
})

test('rejects a signature by the key of another person, or by an unregistered key with a known id', async () => {
  const { userId, device } = await makePerson()
  const otherPerson = await makePerson()
  const place = makeProofPlace(userId)
  const otherAssertion = otherPerson.device.get(await startPasskeyCheck(place))
  expect(await verifyPasskey(place, otherAssertion)).toBe('wrong')
  const unregisteredDevice = new SoftwareAuthenticator()
  const forgedAssertion = unregisteredDevice.get(await startPasskeyCheck(place), { credentialId: device.id })
  expect(await verifyPasskey(place, forgedAssertion)).toBe('wrong')
})

test('accepts a signature of a present person whom the device did not verify', async () => {
  const { userId, device } = await makePerson()
  const place = makeProofPlace(userId)
  const presentWithoutVerification = { flags: 0x01 }
  const assertion = device.get(await startPasskeyCheck(place), presentWithoutVerification)
  expect(await verifyPasskey(place, assertion)).toBe('right')
})

test('accepts one of four concurrent equal signatures', async () => {
  const { userId, device } = await makePerson()
  const place = makeProofPlace(userId)
  const assertion = device.get(await startPasskeyCheck(place))
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => verifyPasskey(place, assertion)))
  expect(outcomes.toSorted()).toEqual(['right', 'wrong', 'wrong', 'wrong'])
})

test('rejects and records a signature counter that did not increase, and accepts a constant zero', async () => {
  const { userId, device } = await makePerson()
  const place = makeProofPlace(userId)
  const signWithPasskey = async (counter: number) =>
    verifyPasskey(place, device.get(await startPasskeyCheck(place), { counter }))
  expect([await signWithPasskey(0), await signWithPasskey(0), await signWithPasskey(5)]).toEqual([
    'right',
    'right',
    'right',
  ])
  expect([await signWithPasskey(5), await signWithPasskey(4), await signWithPasskey(0)]).toEqual([
    'copied',
    'copied',
    'copied',
  ])
  expect(await signWithPasskey(6)).toBe('right')
  const copyReports = await db
    .selectFrom('history')
    .select(['details', 'actor_user_id'])
    .where('action', '=', 'passkey-copied')
    .execute()
  expect(copyReports).toHaveLength(3)
  expect(JSON.stringify(copyReports[0]?.details)).toContain('Notebook')
  expect(copyReports[0]).toEqual({ details: expect.anything(), actor_user_id: userId })
})

test('a removed passkey opens nothing; its owner or the removal of the second factor removes it', async () => {
  const { userId, device, codes } = await makePerson()
  const otherPerson = await makePerson()
  const [passkey, otherPasskey] = [
    (await listPasskeys(userId))[0],
    (await listPasskeys(otherPerson.userId))[0],
  ]
  const assertion = device.get(await startPasskeyCheck(makeProofPlace(userId)))
  expect(await removePasskey(userId, otherPasskey?.id ?? 0)).toBe(false)
  expect(await removePasskey(userId, passkey?.id ?? 0)).toBe(true)
  expect(await removePasskey(userId, passkey?.id ?? 0)).toBe(false)
  expect(await verifyPasskey(makeProofPlace(userId), assertion)).toBe('wrong')
  expect(await startPasskeyUse(makeProofPlace(userId))).toBeUndefined()
  expect(await verifySecondFactor(userId, codes[0] ?? '')).toBe('recovery')

  await startPasskeyCheck(makeProofPlace(otherPerson.userId))
  await resetSecondFactor(otherPerson.userId, { actorUserId: userId, reason: 'Perdeu o telefone' })
  for (const table of ['passkeys', 'passkey_challenges', 'second_factors'] as const)
    expect(
      await db.selectFrom(table).select('user_id').where('user_id', '=', otherPerson.userId).execute(),
    ).toEqual([])
  expect(await startPasskeyRegistration(makeRegistrationPlace(otherPerson.userId), userNames)).toBeUndefined()
})

test('registers a device only once, even for two people', async () => {
  const { userId, device } = await makePerson()
  const secondKey = device.create(await startRegistration(makeRegistrationPlace(userId)))
  expect(await addPasskey(makeRegistrationPlace(userId), 'De novo', secondKey)).toBe('known')
  const otherPerson = await makePerson()
  const sharedDeviceCredential = device.create(
    await startRegistration(makeRegistrationPlace(otherPerson.userId)),
  )
  expect(
    await addPasskey(makeRegistrationPlace(otherPerson.userId), 'De outra', sharedDeviceCredential),
  ).toBe('known')
  expect(await db.selectFrom('passkey_challenges').select('purpose').execute()).toEqual([])
  expect(await addPasskey(makeRegistrationPlace(userId), 'De novo', secondKey)).toBe('wrong')
})

test('accepts at most ten passkeys per person', async () => {
  const { userId } = await makePerson()
  // Twelve tabs start a registration below the limit and finish it at once.
  const places = Array.from({ length: 12 }, (_, index) => makeRegistrationPlace(userId, 100 + index))
  const registrations: (() => ReturnType<typeof addPasskey>)[] = []
  for (const place of places) {
    const credential = new SoftwareAuthenticator().create(await startRegistration(place))
    registrations.push(() => addPasskey(place, 'Outra', credential))
  }
  const outcomes = await Promise.all(registrations.map((register) => register()))
  expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(9)
  expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(3)
  expect(await startPasskeyRegistration(makeRegistrationPlace(userId), userNames)).toBeUndefined()
})

test('rejects a passkey of a person without a second factor', async () => {
  const { userId } = await makeCustomer()
  const place = makeRegistrationPlace(userId)
  expect(await startPasskeyRegistration(place, userNames)).toBeUndefined()
  const otherPerson = await makePerson()
  const otherOptions = await startRegistration(makeRegistrationPlace(otherPerson.userId))
  const credential = new SoftwareAuthenticator().create(otherOptions)
  expect(await addPasskey(place, 'Sem código', credential)).toBe('none')
})

test('a registration uses one random handle per person, excludes known devices and requests no attestation', async () => {
  const { userId, device } = await makePerson()
  const options = await startRegistration(makeRegistrationPlace(userId))
  expect(options.user.id).toBe(device.userHandle)
  expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32)
  expect(options).toMatchObject({
    attestation: 'none',
    excludeCredentials: [{ id: device.id }],
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  expect((await makePerson()).device.userHandle).not.toBe(device.userHandle)
})

test('rejects a passkey registered for another origin, domain or challenge', async () => {
  const { userId } = await makePerson()
  const place = makeRegistrationPlace(userId)
  const deviations = [
    { origin: 'https://aeropub.example' },
    { domain: 'aeropub.example' },
    { challenge: 'AAAA' },
    { type: 'webauthn.get' },
    { crossOrigin: true },
    { flags: 0 },
    { credentialId: Buffer.alloc(1024, 1).toString('base64url') },
  ]
  for (const deviation of deviations) {
    const credential = new SoftwareAuthenticator().create(await startRegistration(place), deviation)
    expect(await addPasskey(place, 'Outra', credential), JSON.stringify(deviation)).toBe('wrong')
  }
  expect(await listPasskeys(userId)).toHaveLength(1)
})

test.each([
  ['certified', 'wrong'],
  ['self', 'added'],
] as const)('registering a passkey with a %s attestation returns %s', async (attestation, result) => {
  const { userId } = await makePerson()
  const place = makeRegistrationPlace(userId)
  const options = await startRegistration(place)
  const credential = new SoftwareAuthenticator().create(options, { attestation })
  expect(await addPasskey(place, 'Outra', credential)).toBe(result)
})

test('lists passkeys of an earlier shop domain but never requests them', async () => {
  const { userId } = await makePerson()
  expect(await hasPasskeys(userId)).toBe(true)
  await db.updateTable('passkeys').set({ domain: 'old.example' }).execute()
  expect(await hasPasskeys(userId)).toBe(false)
  expect(await startPasskeyUse(makeProofPlace(userId))).toBeUndefined()
  expect(await listPasskeys(userId)).toMatchObject([{ isForThisDomain: false }])
})
