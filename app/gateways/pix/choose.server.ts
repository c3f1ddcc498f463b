import { env } from '#app/env.server.ts'
import { makeOwnBankPix } from '#app/gateways/pix/own-bank-pix.server.ts'
import type { PixBank } from '#app/gateways/pix/pix-bank.ts'

let bank: PixBank | undefined

/** Returns the bank's client, shared for its token; undefined if the environment has no access data. */
export function findPixBank(): PixBank | undefined {
  bank ??= env.PIX && makeOwnBankPix(env.PIX)
  return bank
}
