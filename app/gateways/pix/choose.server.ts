import { env } from '#app/env.server.ts'
import { ownBankPix } from '#app/gateways/pix/own-bank-pix.server.ts'
import type { PixBank } from '#app/gateways/pix/pix-bank.ts'

let bank: PixBank | undefined

/** Returns the bank's client, shared for its token; undefined without access in the environment. */
export function pixBank(): PixBank | undefined {
  bank ??= env.PIX && ownBankPix(env.PIX)
  return bank
}
