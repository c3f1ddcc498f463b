import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import {
  type FactorAct,
  factorActs,
  makeRecoveryCode,
  parseCode,
  recoveryCodeCount,
} from '#app/domain/accounts/second-factor.ts'
import { log } from '#app/log.server.ts'
import { decryptSecret, encryptSecret } from '#app/models/accounts/second-factor/sealed-secret.server.ts'
import { endOtherSessions, endSessionsWithReason, hashSecret } from '#app/models/accounts/session.server.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

const factorEffects = ['mail-second-factor'] as const
const ISSUER = 'Aeropub'
const PERIOD_S = 30
const SECRET_BYTES = 20
const RECOVERY_CODE_BYTES = 16
/** Number of periods accepted before and after the present period, because the clocks of phones differ */
const WINDOW_PERIODS = 1

export type SecondFactor = { since: Date; codesLeft: number }

/** Returns the account's second factor, or undefined before the first valid code. */
export async function findSecondFactor(userId: number): Promise<SecondFactor | undefined> {
  const row = await db
    .selectFrom('second_factors')
    .select((eb) => [
      'confirmed_at as since',
      eb
        .selectFrom('recovery_codes')
        .select((codes) => codes.fn.countAll<number>().as('count'))
        .where('recovery_codes.user_id', '=', userId)
        .where('used_at', 'is', null)
        .as('codesLeft'),
    ])
    .where('second_factors.user_id', '=', userId)
    .executeTakeFirst()
  return row?.since ? { since: row.since, codesLeft: Number(row.codesLeft ?? 0) } : undefined
}

export async function hasSecondFactor(userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Creates a secret or replaces an unconfirmed secret. Returns false if the account has a second factor. */
export function startSecondFactor(userId: number): Promise<boolean> {
  return withTransaction(async (trx) => {
    const knownFactor = await lockFactor(trx, userId)
    if (knownFactor?.confirmed_at) return false
    const secret = encryptSecret(new Secret({ size: SECRET_BYTES }).base32)
    await trx
      .insertInto('second_factors')
      .values({ user_id: userId, secret, confirmed_at: null })
      .onDuplicateKeyUpdate({ secret, last_counter: 0 })
      .execute()
    return true
  })
}

/** Returns the unconfirmed secret in base32 and as an otpauth address, or undefined if there is none. */
export async function findUnconfirmedSecret(
  userId: number,
  email: string,
): Promise<{ secret: string; address: string } | undefined> {
  const row = await db
    .selectFrom('second_factors')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  const secret = row && decryptSecret(row.secret)?.secret
  return secret ? { secret, address: makeTotp(secret, email).toString() } : undefined
}

/** Confirms the secret by its first code. Returns ten recovery codes, which are shown only once. */
export function confirmSecondFactor(
  userId: number,
  typedCode: string,
  now = new Date(),
  outerTrx?: Trx,
): Promise<string[] | 'wrong' | 'none'> {
  return withTransaction(async (trx) => {
    const row = await lockFactor(trx, userId)
    if (!row || row.confirmed_at) return 'none'
    const code = parseCode(typedCode)
    const isCodeValid = code?.kind === 'timed' && (await consumeTimedCode(trx, row, code.text, now))
    if (!isCodeValid) return 'wrong'
    await trx.updateTable('second_factors').set({ confirmed_at: now }).where('user_id', '=', userId).execute()
    const codes = await writeRecoveryCodes(trx, userId)
    await recordFactorAct(trx, userId, 'second-factor-on')
    return codes
  }, outerTrx)
}

/** Confirms the secret and ends all other sessions, because a stranger may be logged in. */
export function confirmFactorInSession(
  { userId, sessionId }: { userId: number; sessionId: number },
  typedCode: string,
  now = new Date(),
): Promise<string[] | 'wrong' | 'none'> {
  return withTransaction(async (trx) => {
    const codes = await confirmSecondFactor(userId, typedCode, now, trx)
    if (Array.isArray(codes)) await endOtherSessions(userId, sessionId, now, trx)
    return codes
  })
}

/** Verifies a code of the app or a recovery code, each of which is valid once. Returns the kind of code or false. */
export function verifySecondFactor(
  userId: number,
  typedCode: string,
  now = new Date(),
): Promise<'timed' | 'recovery' | false> {
  return withTransaction(async (trx) => {
    const code = parseCode(typedCode)
    const row = await lockFactor(trx, userId)
    if (!code || !row?.confirmed_at) return false
    if (code.kind === 'timed') return (await consumeTimedCode(trx, row, code.text, now)) && 'timed'
    const { numUpdatedRows } = await trx
      .updateTable('recovery_codes')
      .set({ used_at: now })
      .where('user_id', '=', userId)
      .where('code_hash', '=', hashSecret(code.text))
      .where('used_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await recordFactorAct(trx, userId, 'recovery-code-used')
    return 'recovery'
  })
}

/** Creates ten recovery codes and deletes earlier codes. Returns undefined if there is no second factor. */
export function renewRecoveryCodes(userId: number): Promise<string[] | undefined> {
  return withTransaction(async (trx) => {
    if (!(await lockConfirmedFactor(trx, userId))) return undefined
    const codes = await writeRecoveryCodes(trx, userId)
    await recordFactorAct(trx, userId, 'recovery-codes-renewed')
    return codes
  })
}

export function removeSecondFactor(userId: number): Promise<boolean> {
  return withTransaction(async (trx) => {
    if (!(await lockConfirmedFactor(trx, userId))) return false
    await deleteSecondFactor(trx, userId)
    await recordFactorAct(trx, userId, 'second-factor-off')
    return true
  })
}

/** Removes the second factor with an administrator's reason and ends all sessions. */
export function resetSecondFactor(
  userId: number,
  { actorUserId, reason }: { actorUserId: number | null; reason: string },
): Promise<boolean> {
  return withTransaction(async (trx) => {
    if (!(await lockConfirmedFactor(trx, userId))) return false
    await deleteSecondFactor(trx, userId)
    await recordFactorAct(trx, userId, 'second-factor-reset', { reason }, actorUserId)
    await endSessionsWithReason(userId, { actorUserId, reason }, trx)
    return true
  })
}

/** Deletes the second factor and all passkeys, because no passkey may exist without recovery codes. */
export async function deleteSecondFactor(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute()
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx.deleteFrom('second_factors').where('user_id', '=', userId).execute()
}

type FactorRow = {
  user_id: number
  secret: string
  confirmed_at: Date | null
  last_counter: number
  passkey_handle: string | null
}

async function lockConfirmedFactor(trx: Trx, userId: number): Promise<FactorRow | undefined> {
  const factor = await lockFactor(trx, userId)
  return factor?.confirmed_at ? factor : undefined
}

/** Locks the account's second factor because two requests must not use the same code. */
export function lockFactor(trx: Trx, userId: number): Promise<FactorRow | undefined> {
  return trx
    .selectFrom('second_factors')
    .select(['user_id', 'secret', 'confirmed_at', 'last_counter', 'passkey_handle'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

/** Verifies a code and records its period because no code may be accepted twice (RFC 6238, 5.2). */
async function consumeTimedCode(trx: Trx, row: FactorRow, token: string, now: Date): Promise<boolean> {
  const storedSecret = decryptSecret(row.secret)
  if (!storedSecret) {
    log.error({ userId: row.user_id }, 'alert: no cookie secret opens a second factor')
    return false
  }
  const timestamp = now.getTime()
  const totp = makeTotp(storedSecret.secret)
  const periodOffset = totp.validate({ token, timestamp, window: WINDOW_PERIODS })
  if (periodOffset === null) return false
  const counter = Math.floor(timestamp / 1000 / PERIOD_S) + periodOffset
  if (counter <= Number(row.last_counter)) return false
  await trx
    .updateTable('second_factors')
    .set({
      last_counter: counter,
      ...(storedSecret.isOld ? { secret: encryptSecret(storedSecret.secret) } : {}),
    })
    .where('user_id', '=', row.user_id)
    .execute()
  return true
}

function makeTotp(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD_S })
}

async function writeRecoveryCodes(trx: Trx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    makeRecoveryCode(randomBytes(RECOVERY_CODE_BYTES)),
  )
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashSecret(code), used_at: null })))
    .execute()
  return codes
}

/** Records the action in the history and queues a mail to the person. */
export async function recordFactorAct(
  trx: Trx,
  userId: number,
  action: FactorAct,
  details?: Record<string, unknown>,
  actorUserId: number | null = userId,
): Promise<void> {
  const historyId = await recordHistory(trx, {
    entity: 'user',
    entityId: userId,
    action,
    actorUserId,
    ...(details ? { details } : {}),
  })
  await addToOutbox(trx, factorEffects, String(historyId))
}

export async function findFactorAct(historyId: number) {
  const row = await db
    .selectFrom('history')
    .innerJoin('users', 'users.id', 'history.entity_id')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.email', 'profiles.name as contactName', 'history.created_at as at', 'action'])
    .where('history.id', '=', historyId)
    .where('entity', '=', 'user')
    .where('users.is_active', '=', true)
    .executeTakeFirst()
  const act = factorActs.find((action) => action === row?.action)
  return row && act ? { ...row, act } : undefined
}
