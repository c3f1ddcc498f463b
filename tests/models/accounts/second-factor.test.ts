import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { decryptSecret, encryptSecret } from '#app/models/accounts/second-factor/sealed-secret.server.ts'
import {
  confirmFactorInSession,
  confirmSecondFactor,
  findSecondFactor,
  findUnconfirmedSecret,
  hasSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  startSecondFactor,
  verifySecondFactor,
} from '#app/models/accounts/second-factor/second-factor.server.ts'
import { findViewer, startSession } from '#app/models/accounts/session.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeSecondFactor } from '#tests/factories/accounts/second-factor.ts'
import { generateCode } from '#tests/factories/accounts/totp.ts'
import { makeCustomer } from '#tests/factories/people.ts'

const noon = new Date('2026-11-22T12:00:00Z')
const addSeconds = (seconds: number) => new Date(noon.getTime() + seconds * 1000)

test('returns an otpauth address that phones can read, and stores only a sealed secret', async () => {
  const { userId } = await makeCustomer()
  expect(await findUnconfirmedSecret(userId, 'a@exemplo.test')).toBeUndefined()
  expect(await startSecondFactor(userId)).toBe(true)
  const { secret = '', address = '' } = (await findUnconfirmedSecret(userId, 'a@exemplo.test')) ?? {}
  const url = new URL(address)
  expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Aeropub:a@exemplo.test',
  ])
  expect(Object.fromEntries(url.searchParams)).toEqual({
    issuer: 'Aeropub',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
  const rows = await db.selectFrom('second_factors').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(secret)
})

test('a sealed secret opens unchanged, but neither with a changed bit nor when empty', () => {
  const sealedSecret = encryptSecret('JBSWY3DPEHPK3PXP')
  expect(decryptSecret(sealedSecret)).toEqual({ secret: 'JBSWY3DPEHPK3PXP', isOld: false })
  const bytes = Buffer.from(sealedSecret, 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  expect(decryptSecret(bytes.toString('base64url'))).toBeUndefined()
  expect(decryptSecret('')).toBeUndefined()
})

test('generates the codes of RFC 6238', () => {
  // RFC 6238, appendix B: the last six digits of the SHA-1 column.
  const totp = new TOTP({ secret: Secret.fromUTF8('12345678901234567890'), digits: 6, period: 30 })
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ] as const)
    expect(totp.generate({ timestamp: seconds * 1000 })).toBe(code)
})

test('a second factor is inactive until the first correct code, and a wrong code leaves it pending', async () => {
  const { userId } = await makeCustomer()
  await startSecondFactor(userId)
  const { secret = '' } = (await findUnconfirmedSecret(userId, '')) ?? {}
  expect(await verifySecondFactor(userId, generateCode(secret, noon), noon)).toBe(false)
  expect(await confirmSecondFactor(userId, '000000', noon)).toBe('wrong')
  expect(await findSecondFactor(userId)).toBeUndefined()
  expect(await confirmSecondFactor(userId, generateCode(secret, noon), noon)).toHaveLength(10)
  expect(await findSecondFactor(userId)).toEqual({ since: noon, codesLeft: 10 })
  expect(await confirmSecondFactor(userId, generateCode(secret, addSeconds(60)), addSeconds(60))).toBe('none')
  expect(await startSecondFactor(userId)).toBe(false)
  expect(await findUnconfirmedSecret(userId, '')).toBeUndefined()
})

test('accepts a code once, in its period of 30 seconds or the ones beside it, and no earlier code later', async () => {
  const { userId } = await makeCustomer()
  const { secret } = await makeSecondFactor(userId, noon)
  const verifyCode = (codeTime: Date, now: Date) =>
    verifySecondFactor(userId, generateCode(secret, codeTime), now)
  // The confirmation in makeSecondFactor used this code.
  expect(await verifyCode(noon, noon)).toBe(false)
  expect(await verifyCode(addSeconds(60), addSeconds(60))).toBe('timed')
  expect(await verifyCode(addSeconds(60), addSeconds(70))).toBe(false)
  expect(await verifyCode(addSeconds(30), addSeconds(70))).toBe(false)
  // The code of second 150 is two periods early at second 119, and one at second 120.
  expect(await verifyCode(addSeconds(150), addSeconds(119))).toBe(false)
  expect(await verifyCode(addSeconds(150), addSeconds(120))).toBe('timed')
  expect(await verifyCode(addSeconds(180), addSeconds(211))).toBe('timed')
  expect(await verifyCode(addSeconds(240), addSeconds(330))).toBe(false)
})

test('accepts only one of six concurrent requests with the same code', async () => {
  const { userId } = await makeCustomer()
  const { secret } = await makeSecondFactor(userId, noon)
  const time = addSeconds(60)
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () => verifySecondFactor(userId, generateCode(secret, time), time)),
  )
  expect(outcomes.filter((outcome) => outcome === 'timed')).toHaveLength(1)
})

test('accepts a recovery code once and only for its person; new codes replace earlier ones', async () => {
  const { userId } = await makeCustomer()
  const otherCustomer = await makeCustomer()
  const { codes } = await makeSecondFactor(userId, noon)
  await makeSecondFactor(otherCustomer.userId, noon)
  const [firstCode = '', secondCode = ''] = codes
  expect(await verifySecondFactor(otherCustomer.userId, firstCode)).toBe(false)
  expect(
    await verifySecondFactor(userId, `${firstCode.slice(0, 5)}-${firstCode.slice(5)}`.toLowerCase()),
  ).toBe('recovery')
  expect(await verifySecondFactor(userId, firstCode)).toBe(false)
  expect(await findSecondFactor(userId)).toMatchObject({ codesLeft: 9 })
  const renewedCodes = (await renewRecoveryCodes(userId)) ?? []
  expect(new Set(renewedCodes).size).toBe(10)
  expect(await verifySecondFactor(userId, secondCode)).toBe(false)
  expect(await verifySecondFactor(userId, renewedCodes[9] ?? '')).toBe('recovery')
  const storedCodes = JSON.stringify(await db.selectFrom('recovery_codes').selectAll().execute())
  for (const code of [...codes, ...renewedCodes]) expect(storedCodes).not.toContain(code)
})

test('disabling the second factor deletes its rows, and the history records each step without a code', async () => {
  const { userId } = await makeCustomer()
  const { userId: actorUserId } = await makeCustomer()
  const { codes } = await makeSecondFactor(userId, noon)
  await verifySecondFactor(userId, codes[0] ?? '')
  await renewRecoveryCodes(userId)
  expect(await removeSecondFactor(userId)).toBe(true)
  expect(await removeSecondFactor(userId)).toBe(false)
  expect(await renewRecoveryCodes(userId)).toBeUndefined()
  for (const table of ['second_factors', 'recovery_codes'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  await makeSecondFactor(userId, noon)
  await resetSecondFactor(userId, { actorUserId, reason: 'Perdeu o telefone' })
  const entries = await db
    .selectFrom('history')
    .select(['action', 'actor_user_id', 'details'])
    .where('entity_id', '=', userId)
    .where((eb) => eb.or([eb('action', 'like', 'second-factor%'), eb('action', 'like', 'recovery%')]))
    .orderBy('id')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual([
    'second-factor-on',
    'recovery-code-used',
    'recovery-codes-renewed',
    'second-factor-off',
    'second-factor-on',
    'second-factor-reset',
  ])
  expect(entries.at(-1)).toMatchObject({ actor_user_id: actorUserId })
  expect(entries.at(-1)?.details).toContain('Perdeu o telefone')
  for (const code of codes) expect(JSON.stringify(entries)).not.toContain(code)
})

test('a second factor confirmed from a session ends all other sessions, and a wrong code ends none', async () => {
  const { userId } = await makeCustomer()
  const [ownToken = '', otherToken = ''] = [await startSession(userId), await startSession(userId)]
  const { sessionId } = (await findViewer(ownToken)) ?? { sessionId: 0 }
  await startSecondFactor(userId)
  const { secret = '' } = (await findUnconfirmedSecret(userId, '')) ?? {}
  expect(await confirmFactorInSession({ userId, sessionId }, '000000', noon)).toBe('wrong')
  expect(await findViewer(otherToken)).toBeDefined()
  expect(await confirmFactorInSession({ userId, sessionId }, generateCode(secret, noon), noon)).toHaveLength(
    10,
  )
  expect(await findViewer(otherToken)).toBeUndefined()
  expect(await findViewer(ownToken)).toMatchObject({ userId, hasSecondFactor: true })
})

test('a second factor is not confirmed when ending other sessions fails', async () => {
  const { userId } = await makeCustomer()
  const token = await startSession(userId)
  await startSecondFactor(userId)
  const { secret = '' } = (await findUnconfirmedSecret(userId, '')) ?? {}
  const unusableSessionId = Number.NaN
  const person = { userId, sessionId: unusableSessionId }
  await expect(confirmFactorInSession(person, generateCode(secret, noon), noon)).rejects.toThrow()
  expect(await hasSecondFactor(userId)).toBe(false)
  expect(await findUnconfirmedSecret(userId, '')).toMatchObject({ secret })
  expect(await findViewer(token)).toBeDefined()
})

test('an administrator resets the second factor and ends every session at once', async () => {
  const { userId } = await makeCustomer()
  const { userId: actorUserId } = await makeCustomer()
  const reset = { actorUserId, reason: 'Perdeu o telefone' }
  await makeSecondFactor(userId, noon)
  const token = await startSession(userId)
  expect(await resetSecondFactor(userId, reset)).toBe(true)
  expect(await hasSecondFactor(userId)).toBe(false)
  expect(await findViewer(token)).toBeUndefined()
  expect(await resetSecondFactor(userId, reset)).toBe(false)
})

test('a reset that fails while ending sessions changes no factor, history or mail', async () => {
  const { userId } = await makeCustomer()
  await makeSecondFactor(userId, noon)
  const token = await startSession(userId)
  const rowsBefore = await loadRowsOfReset()
  // The reset's entry fills its column to the last byte, so the longer entry of the sessions fails.
  const reason = 'a'.repeat(65_535 - JSON.stringify({ reason: '' }).length)
  await expect(resetSecondFactor(userId, { actorUserId: null, reason })).rejects.toThrow(/too long/)
  expect(await hasSecondFactor(userId)).toBe(true)
  expect(await findViewer(token)).toMatchObject({ userId })
  expect(await loadRowsOfReset()).toEqual(rowsBefore)
})

async function loadRowsOfReset() {
  const tables = ['second_factors', 'recovery_codes', 'sessions', 'history', 'outbox'] as const
  return Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
}
