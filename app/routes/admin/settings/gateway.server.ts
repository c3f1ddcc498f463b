import { env } from '#app/env.server.ts'

/** Returns true if this installation has access to the payment gateway. */
export function hasGateway(): boolean {
  return env.HAS_GATEWAY
}

/** Returns true if this installation has access to the own bank's Pix. */
export function hasPix(): boolean {
  return env.HAS_PIX
}
