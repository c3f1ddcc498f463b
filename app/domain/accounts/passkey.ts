/** D129 */
export const maxPasskeys = 10
export const passkeyChallengeMs = 5 * 60_000
export const maxPasskeyName = 60

export type PasskeyPurpose = 'login' | 'proof' | 'register'

/** A device that counts its signatures and counts back is perhaps a copy; 0 is of one that does not count (WebAuthn 3, 6.1.1). */
export function isCountedBack(known: number, reported: number): boolean {
  return (known > 0 || reported > 0) && reported <= known
}

/** Browsers bind passkeys to a name: a shop at an address of figures has none. */
export function passkeyDomain(address: string): string | undefined {
  const { hostname } = new URL(address)
  return /^[\d.]+$/.test(hostname) || hostname.startsWith('[') ? undefined : hostname
}
