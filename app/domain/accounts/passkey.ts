export const maxPasskeys = 10
export const passkeyChallengeMs = 5 * 60_000
export const maxPasskeyName = 60

export type PasskeyPurpose = 'login' | 'proof' | 'register'

/**
 * Returns true if the counter did not grow, which suggests a copied passkey. Two zeros mean that the device
 * has no counter (WebAuthn 3, 6.1.1).
 */
export function isCounterReset(knownCount: number, reportedCount: number): boolean {
  return (knownCount > 0 || reportedCount > 0) && reportedCount <= knownCount
}

/** Returns the host name to which browsers bind passkeys; undefined for an IP address. */
export function getPasskeyDomain(address: string): string | undefined {
  const { hostname } = new URL(address)
  return /^[\d.]+$/.test(hostname) || hostname.startsWith('[') ? undefined : hostname
}
