/** The date of the notice. A changed notice has a new one, and its former date moves to `privacyVersions`. */
export const privacyVersion = '2026-11-28'

export const privacyVersions: readonly string[] = ['2026-11-24', '2026-11-25', '2026-11-26', privacyVersion]

/** Returns the notice that applies with these terms; undefined before the first notice. */
export function findPrivacyVersion(termsVersion: string): string | undefined {
  return privacyVersions.findLast((version) => version <= termsVersion)
}
