import { env } from '#app/env.server.ts'

/** Returns whether this installation has access to the payment gateway. */
export function hasGateway(): boolean {
  return env.HAS_GATEWAY
}

/** Returns whether this installation has access to Pix of the shop's own bank. */
export function hasPix(): boolean {
  return env.HAS_PIX
}
