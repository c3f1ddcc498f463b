import { Secret, TOTP } from 'otpauth'

/** Returns the login code of a secret at a time. */
export function generateCode(secret: string, time = new Date()): string {
  return new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({
    timestamp: time.getTime(),
  })
}
