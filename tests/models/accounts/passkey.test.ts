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

const ana = { email: 'ana@aeropub.test', displayName: 'Ana' }
const makeProofPlace = (userId: number, sessionId = 7) => ({ purpose: 'proof' as const, userId, sessionId })
const registerIn = (userId: number, sessionId = 7) => ({ purpose: 'register' as const, userId, sessionId })

async function makePerson() {
  const { userId } = await makeCustomer()
  const { codes } = await makeSecondFactor(userId)
  return { userId, codes, device: await makePasskey(userId) }
}

async function startUse(place: PasskeyPlace, now?: Date) {
  const wanted = await startPasskeyUse(place, now)
  if (!wanted) throw new Error('no passkey')
  return wanted
}

async function makeNewKey(place: PasskeyPlace & { purpose: 'register' }) {
  const wanted = await startPasskeyRegistration(place, ana)
  if (!wanted) throw new Error('no key can be made')
  return wanted
}

test('accepts a signature once, for its person and in its session', async () => {
  const { userId, device } = await makePerson()
  const place = makeProofPlace(userId)
  const wanted = await startUse(place)
  expect(wanted).toMatchObject({
    userVerification: 'preferred',
    allowCredentials: [{ id: device.id, transports: ['internal'] }],
  })
  const signed = device.get(wanted)
  expect(await verifyPasskey(place, signed)).toBe('right')
  expect(await verifyPasskey(place, signed)).toBe('wrong')
  const [key] = await listPasskeys(userId)
  expect(key).toMatchObject({ name: 'Notebook', isForThisDomain: true, lastUsedAt: expect.any(Date) })
})

test('rejects an expired challenge, or one of another session, login, purpose or person', async () => {
  const { userId, device } = await makePerson()
  const other = await makePerson()
  const signed = device.get(await startUse(makeProofPlace(userId)))
  const elsewhere: PasskeyPlace[] = [
    makeProofPlace(userId, 8),
    { purpose: 'login', userId, token: 'of a login' },
    makeProofPlace(other.userId, 7),
  ]
  for (const place of elsewhere)
    expect(await verifyPasskey(place, signed), JSON.stringify(place)).toBe('wrong')
  // A challenge that another user requested is deleted and was never accepted.
  expect(await verifyPasskey(makeProofPlace(userId), signed)).toBe('wrong')
  const now = new Date()
  const late = new Date(now.getTime() + 5 * 60_000)
  const place = { purpose: 'login' as const, userId, token: 'of a login' }
  expect(await verifyPasskey(place, device.get(await startUse(place, now)), late)).toBe('wrong')
  expect(
    await verifyPasskey(place, device.get(await startUse(place, now)), new Date(late.getTime() - 1)),
  ).toBe('right')
})

test('a new challenge replaces the earlier one, and expired ones are deleted', async () => {
  const { userId, device } = await makePerson()
  const first = await startUse(makeProofPlace(userId))
  const second = await startUse(makeProofPlace(userId))
  expect(first.challenge).not.toBe(second.challenge)
  expect(await verifyPasskey(makeProofPlace(userId), device.get(first))).toBe('wrong')
  await startUse(makeProofPlace(userId))
  const inTime = new Date(Date.now() + 4 * 60_000)
  expect(await deleteExpiredPasskeyChallenges(inTime, 10)).toBe(0)
  expect(await deleteExpiredPasskeyChallenges(new Date(Date.now() + 6 * 60_000), 10)).toBe(1)
})

test('rejects signatures for another challenge, shop or key, or without presence', async () => {
  const { userId, device } = await makePerson()
  const other = await makePerson()
  const stranger = new SoftwareAuthenticator()
  const place = makeProofPlace(userId)
  const lies = {
    'another origin': { origin: 'https://aeropub.example' },
    'another domain': { domain: 'aeropub.example' },
    'another challenge': { challenge: 'AAAA' },
    'a registration': { type: 'webauthn.create' },
    'a page in a frame': { crossOrigin: true },
    'nobody present': { flags: 0 },
    'the handle of another': { userHandle: other.device.userHandle ?? '' },
  }
  for (const [what, lie] of Object.entries(lies))
    expect(await verifyPasskey(place, device.get(await startUse(place), lie)), what).toBe('wrong')
  const startOwnUse = () => startUse(place)
  expect(await verifyPasskey(place, other.device.get(await startOwnUse())), 'the key of another').toBe(
    'wrong',
  )
  const posed = stranger.get(await startOwnUse(), { credentialId: device.id })
  expect(await verifyPasskey(place, posed), 'a key nobody registered').toBe('wrong')
  // The rejections do not affect the mails to a device that stopped working.
  expect(await verifyPasskey(place, device.get(await startOwnUse(), { flags: 0x01 })), 'not verified').toBe(
    'right',
  )
})

test('accepts one of two concurrent equal signatures', async () => {
  const { userId, device } = await makePerson()
  const place = makeProofPlace(userId)
  const signed = device.get(await startUse(place))
  const taken = await Promise.all(Array.from({ length: 4 }, () => verifyPasskey(place, signed)))
  expect(taken.toSorted()).toEqual(['right', 'wrong', 'wrong', 'wrong'])
})

test('rejects and mails a decreased signature counter, and accepts devices without one', async () => {
  const { userId, device } = await makePerson()
  const place = makeProofPlace(userId)
  const use = async (counter: number) => verifyPasskey(place, device.get(await startUse(place), { counter }))
  expect([await use(0), await use(0), await use(5)]).toEqual(['right', 'right', 'right'])
  expect([await use(5), await use(4), await use(0)]).toEqual(['copied', 'copied', 'copied'])
  expect(await use(6)).toBe('right')
  const reported = await db
    .selectFrom('history')
    .select(['details', 'actor_user_id'])
    .where('action', '=', 'passkey-copied')
    .execute()
  expect(reported).toHaveLength(3)
  expect(JSON.stringify(reported[0]?.details)).toContain('Notebook')
  expect(reported[0]).toEqual({ details: expect.anything(), actor_user_id: userId })
})

test('a removed passkey opens nothing; only its owner or disabling the second factor removes it', async () => {
  const { userId, device, codes } = await makePerson()
  const other = await makePerson()
  const [key, theirs] = [(await listPasskeys(userId))[0], (await listPasskeys(other.userId))[0]]
  const signed = device.get(await startUse(makeProofPlace(userId)))
  expect(await removePasskey(userId, theirs?.id ?? 0)).toBe(false)
  expect(await removePasskey(userId, key?.id ?? 0)).toBe(true)
  expect(await removePasskey(userId, key?.id ?? 0)).toBe(false)
  expect(await verifyPasskey(makeProofPlace(userId), signed)).toBe('wrong')
  expect(await startPasskeyUse(makeProofPlace(userId))).toBeUndefined()
  expect(await verifySecondFactor(userId, codes[0] ?? '')).toBe('recovery')

  await startUse(makeProofPlace(other.userId))
  await resetSecondFactor(other.userId, { actorUserId: userId, reason: 'Perdeu o telefone' })
  for (const table of ['passkeys', 'passkey_challenges', 'second_factors'] as const)
    expect(
      await db.selectFrom(table).select('user_id').where('user_id', '=', other.userId).execute(),
    ).toEqual([])
  expect(await startPasskeyRegistration(registerIn(other.userId), ana)).toBeUndefined()
})

test('accepts at most ten passkeys, each device once, and only with a second factor', async () => {
  const { userId, device } = await makePerson()
  const again = device.create(await makeNewKey(registerIn(userId)))
  expect(await addPasskey(registerIn(userId), 'De novo', again)).toBe('known')
  const other = await makePerson()
  const shared = device.create(await makeNewKey(registerIn(other.userId)))
  expect(await addPasskey(registerIn(other.userId), 'De outra', shared)).toBe('known')
  expect(await db.selectFrom('passkey_challenges').select('purpose').execute()).toEqual([])
  expect(await addPasskey(registerIn(userId), 'De novo', again)).toBe('wrong')
  // Requested in ten tabs below the limit, and answered at once.
  const places = Array.from({ length: 12 }, (_, at) => registerIn(userId, 100 + at))
  const answers: (() => ReturnType<typeof addPasskey>)[] = []
  for (const place of places) {
    const made = new SoftwareAuthenticator().create(await makeNewKey(place))
    answers.push(() => addPasskey(place, 'Outra', made))
  }
  const added = await Promise.all(answers.map((answer) => answer()))
  expect(added.filter((each) => each === 'added')).toHaveLength(9)
  expect(added.filter((each) => each === 'full')).toHaveLength(3)
  expect(await startPasskeyRegistration(registerIn(userId), ana)).toBeUndefined()
  const { userId: without } = await makeCustomer()
  expect(await startPasskeyRegistration(registerIn(without), ana)).toBeUndefined()
  expect(await addPasskey(registerIn(without), 'Sem código', shared)).toBe('none')
})

test('uses one random user handle per person and stores only public data', async () => {
  const { userId, device } = await makePerson()
  const wanted = await makeNewKey(registerIn(userId))
  expect(wanted.user.id).toBe(device.userHandle)
  expect(Buffer.from(wanted.user.id, 'base64url')).toHaveLength(32)
  expect(wanted).toMatchObject({
    attestation: 'none',
    excludeCredentials: [{ id: device.id }],
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  expect((await makePerson()).device.userHandle).not.toBe(device.userHandle)
})

test('rejects a passkey registered for another origin or challenge, or with an attestation', async () => {
  const { userId } = await makePerson()
  const place = registerIn(userId)
  const lies = [
    { origin: 'https://aeropub.example' },
    { domain: 'aeropub.example' },
    { challenge: 'AAAA' },
    { type: 'webauthn.get' },
    { crossOrigin: true },
    { flags: 0 },
    { credentialId: Buffer.alloc(1024, 1).toString('base64url') },
  ]
  for (const lie of lies) {
    const made = new SoftwareAuthenticator().create(await makeNewKey(place), lie)
    expect(await addPasskey(place, 'Outra', made), JSON.stringify(lie)).toBe('wrong')
  }
  const make = async (attestation: 'self' | 'certified') =>
    addPasskey(place, 'Outra', new SoftwareAuthenticator().create(await makeNewKey(place), { attestation }))
  expect(await make('certified')).toBe('wrong')
  expect(await listPasskeys(userId)).toHaveLength(1)
  expect(await make('self')).toBe('added')
})

test('lists passkeys of an earlier shop domain but never requests them', async () => {
  const { userId } = await makePerson()
  expect(await hasPasskeys(userId)).toBe(true)
  await db.updateTable('passkeys').set({ domain: 'old.example' }).execute()
  expect(await hasPasskeys(userId)).toBe(false)
  expect(await startPasskeyUse(makeProofPlace(userId))).toBeUndefined()
  expect(await listPasskeys(userId)).toMatchObject([{ isForThisDomain: false }])
})
