import { env } from '#app/env.server.ts'

/** True when this installation has access to the payment gateway. */
export function hasGateway(): boolean {
  return env.HAS_GATEWAY
}

/** True when this installation has access to the Pix of the own bank. */
export function hasPix(): boolean {
  return env.HAS_PIX
}
