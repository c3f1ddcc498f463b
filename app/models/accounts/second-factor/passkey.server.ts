import { randomBytes } from 'node:crypto'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { cose, decodeAttestationObject, decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import {
  getPasskeyDomain,
  isCounterReset,
  maxPasskeys,
  passkeyChallengeMs,
} from '#app/domain/accounts/passkey.ts'
import { env } from '#app/env.server.ts'
import {
  consumePasskeyChallenge,
  type PasskeyPlace,
  startPasskeyChallenge,
} from '#app/models/accounts/second-factor/passkey-challenge.server.ts'
import { lockFactor, recordFactorAct } from '#app/models/accounts/second-factor/second-factor.server.ts'
import { db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'

const domain = getPasskeyDomain(env.PUBLIC_URL)
const SHOP_NAME = 'Aeropub'
const HANDLE_BYTES = 32
/** the length of 1,023 bytes in base64url */
const MAX_ID_LENGTH = 1364
const MAX_KEY_BYTES = 1500
const algorithms = [cose.COSEALG.EdDSA, cose.COSEALG.ES256, cose.COSEALG.RS256]
const shopExpectations = {
  expectedOrigin: env.PUBLIC_URL,
  expectedRPID: domain ?? '',
  requireUserVerification: false,
}

export const arePasskeysPossible = domain !== undefined

/** Returns passkeys, newest first. `isForThisDomain` is false for a passkey from an earlier PUBLIC_URL. */
export async function listPasskeys(userId: number) {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'domain', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ domain: passkeyDomain, ...row }) => ({
    ...row,
    isForThisDomain: passkeyDomain === domain,
  }))
}

export async function hasPasskeys(userId: number): Promise<boolean> {
  if (domain === undefined) return false
  const row = await db
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .where('domain', '=', domain)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the browser's options for using a passkey; undefined if the person has none. */
export async function startPasskeyUse(place: PasskeyPlace, now = new Date()) {
  const allowCredentials = await listCredentials(place.userId)
  if (domain === undefined || allowCredentials.length === 0) return undefined
  return generateAuthenticationOptions({
    rpID: domain,
    challenge: await makeChallenge(place, now),
    allowCredentials,
    userVerification: 'preferred',
    timeout: passkeyChallengeMs,
  })
}

/** Returns the browser's options for a new passkey; undefined if there is no second factor or the limit is reached. */
export async function startPasskeyRegistration(
  place: PasskeyPlace & { purpose: 'register' },
  { email, displayName }: { email: string; displayName: string },
  now = new Date(),
) {
  const userID = await findUserHandle(place.userId)
  const excludeCredentials = await listCredentials(place.userId)
  if (domain === undefined || !userID || excludeCredentials.length >= maxPasskeys) return undefined
  return generateRegistrationOptions({
    rpName: SHOP_NAME,
    rpID: domain,
    userID,
    userName: email,
    userDisplayName: displayName,
    challenge: await makeChallenge(place, now),
    attestationType: 'none',
    excludeCredentials,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: algorithms,
    timeout: passkeyChallengeMs,
  })
}

/** Verifies a passkey's signature once. Returns 'copied' if the device's counter is lower than before. */
export function verifyPasskey(
  place: PasskeyPlace,
  response: AuthenticationResponseJSON,
  now = new Date(),
): Promise<'right' | 'wrong' | 'copied'> {
  const { userId } = place
  return withTransaction(async (trx) => {
    const factor = await lockFactor(trx, userId)
    const expectedChallenge = await consumePasskeyChallenge(trx, place, now)
    if (!factor?.confirmed_at || expectedChallenge === undefined) return 'wrong'
    const passkey = await findCredential(trx, userId, response.id)
    const { userHandle } = response.response
    const hasOtherHandle = Boolean(userHandle) && userHandle !== factor.passkey_handle
    if (!passkey || hasOtherHandle) return 'wrong'
    const newCounter = await verifyCounter(response, expectedChallenge, passkey)
    if (newCounter === undefined) return 'wrong'
    if (isCounterReset(Number(passkey.counter), newCounter)) {
      await recordFactorAct(trx, userId, 'passkey-copied', { name: passkey.name })
      return 'copied'
    }
    const usageColumns = { counter: newCounter, last_used_at: now }
    await trx.updateTable('passkeys').set(usageColumns).where('id', '=', passkey.id).execute()
    return 'right'
  })
}

/** Stores a passkey. Returns 'none' if the person has no second factor. */
export async function addPasskey(
  place: PasskeyPlace & { purpose: 'register' },
  name: string,
  response: RegistrationResponseJSON,
  now = new Date(),
): Promise<'added' | 'wrong' | 'known' | 'full' | 'none'> {
  const { userId } = place
  try {
    return await withTransaction(async (trx) => {
      const factor = await lockFactor(trx, userId)
      const expectedChallenge = await consumePasskeyChallenge(trx, place, now)
      if (!factor?.confirmed_at) return 'none'
      const credential = expectedChallenge && (await verifyCredential(response, expectedChallenge))
      if (!credential) return 'wrong'
      if (await isKnownCredential(trx, credential.credential_id)) return 'known'
      if ((await countPasskeys(trx, userId)) >= maxPasskeys) return 'full'
      await trx
        .insertInto('passkeys')
        .values({ user_id: userId, name, ...credential })
        .execute()
      await recordFactorAct(trx, userId, 'passkey-added', { name })
      return 'added'
    })
  } catch (error) {
    if (!isDuplicate(error)) throw error
    return 'known'
  }
}

export function removePasskey(userId: number, id: number): Promise<boolean> {
  return withTransaction(async (trx) => {
    await lockFactor(trx, userId)
    const passkey = await trx
      .selectFrom('passkeys')
      .select('name')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (!passkey) return false
    await trx.deleteFrom('passkeys').where('id', '=', id).execute()
    await recordFactorAct(trx, userId, 'passkey-removed', { name: passkey.name })
    return true
  })
}

async function makeChallenge(place: PasskeyPlace, now: Date) {
  return new Uint8Array(await startPasskeyChallenge(place, now))
}

/** Returns the user handle of all the person's passkeys, creating it on first use. */
function findUserHandle(userId: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return withTransaction(async (trx) => {
    const factor = await lockFactor(trx, userId)
    if (!factor?.confirmed_at) return undefined
    const handle = factor.passkey_handle ?? randomBytes(HANDLE_BYTES).toString('base64url')
    if (handle !== factor.passkey_handle)
      await trx
        .updateTable('second_factors')
        .set({ passkey_handle: handle })
        .where('user_id', '=', userId)
        .execute()
    return new Uint8Array(Buffer.from(handle, 'base64url'))
  })
}

async function listCredentials(userId: number) {
  if (domain === undefined) return []
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id as id', 'transports'])
    .where('user_id', '=', userId)
    .where('domain', '=', domain)
    .orderBy('id')
    .execute()
  return rows.map(({ id, transports }) => ({ id, transports: transports.split(',').filter(Boolean) }))
}

function findCredential(trx: Trx, userId: number, credentialId: string) {
  return trx
    .selectFrom('passkeys')
    .select(['id', 'name', 'credential_id', 'public_key', 'counter'])
    .where('user_id', '=', userId)
    .where('credential_id', '=', credentialId)
    .where('domain', '=', domain ?? '')
    .forUpdate()
    .executeTakeFirst()
}

/** Returns true if any account has this passkey. A failed insert would roll back the use of the challenge. */
async function isKnownCredential(trx: Trx, credentialId: string): Promise<boolean> {
  const passkey = await trx
    .selectFrom('passkeys')
    .select('id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return passkey !== undefined
}

async function countPasskeys(trx: Trx, userId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Verifies the signature and returns the device's counter; undefined for an invalid signature. */
async function verifyCounter(
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
  passkey: { credential_id: string; public_key: string },
): Promise<number | undefined> {
  const publicKey = new Uint8Array(Buffer.from(passkey.public_key, 'base64url'))
  // With 0, the library accepts any counter. The caller compares the new counter with the stored one.
  const credential = { id: passkey.credential_id, publicKey, counter: 0 }
  try {
    if (decodeClientDataJSON(response.response.clientDataJSON).crossOrigin) return undefined
    const verification = await verifyAuthenticationResponse({
      ...shopExpectations,
      response,
      expectedChallenge,
      credential,
    })
    return verification.verified ? verification.authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

/** Returns the columns of a new passkey; undefined if it was not made for this challenge and this shop. */
async function verifyCredential(response: RegistrationResponseJSON, expectedChallenge: string) {
  try {
    const { attestationObject, transports = [] } = response.response
    if (hasAttestation(attestationObject)) return undefined
    if (decodeClientDataJSON(response.response.clientDataJSON).crossOrigin) return undefined
    const registration = await verifyRegistrationResponse({
      ...shopExpectations,
      response,
      expectedChallenge,
      supportedAlgorithmIDs: algorithms,
    })
    if (!registration.verified) return undefined
    const { id, publicKey, counter } = registration.registrationInfo.credential
    if (id.length > MAX_ID_LENGTH || publicKey.length > MAX_KEY_BYTES) return undefined
    return {
      domain: shopExpectations.expectedRPID,
      credential_id: id,
      public_key: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: transports.join(','),
    }
  } catch {
    return undefined
  }
}

/** Returns true for an attestation with certificates, whose verification would use the network. */
function hasAttestation(attestationObject: string): boolean {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const format = attestation.get('fmt')
  const isSelfAttestation = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined
  return format !== 'none' && !isSelfAttestation
}
