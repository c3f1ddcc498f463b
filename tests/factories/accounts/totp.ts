import { Secret, TOTP } from 'otpauth'

/** Returns the code at that time. */
export function generateCode(secret: string, at = new Date()): string {
  return new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({
    timestamp: at.getTime(),
  })
}
