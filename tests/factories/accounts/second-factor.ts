import {
  confirmSecondFactor,
  findUnconfirmedSecret,
  startSecondFactor,
} from '#app/models/accounts/second-factor/second-factor.server.ts'
import { generateCode } from './totp.ts'

/**
 * Creates a second factor and confirms it with the code of `time`. A code works only once, so the default of
 * 90 seconds ago leaves the present code unused. Returns the secret and the recovery codes.
 */
export async function makeSecondFactor(userId: number, time = new Date(Date.now() - 90_000)) {
  await startSecondFactor(userId)
  const { secret } = (await findUnconfirmedSecret(userId, 'telefone')) ?? { secret: '' }
  const recoveryCodes = await confirmSecondFactor(userId, generateCode(secret, time), time)
  if (!Array.isArray(recoveryCodes)) throw new Error(`no second factor: ${recoveryCodes}`)
  return { secret, codes: recoveryCodes }
}
