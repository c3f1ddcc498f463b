import {
  confirmSecondFactor,
  findUnconfirmedSecret,
  startSecondFactor,
} from '#app/models/accounts/second-factor/second-factor.server.ts'
import { generateCode } from './totp.ts'

/** Confirms a second factor with the code at a time. That code is then used up. */
export async function makeSecondFactor(userId: number, time = new Date(Date.now() - 90_000)) {
  await startSecondFactor(userId)
  const { secret } = (await findUnconfirmedSecret(userId, 'telefone')) ?? { secret: '' }
  const codes = await confirmSecondFactor(userId, generateCode(secret, time), time)
  if (!Array.isArray(codes)) throw new Error(`no second factor: ${codes}`)
  return { secret, codes }
}
