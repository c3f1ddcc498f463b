/** The dates of all notices, newest first. A changed notice adds its date in front. */
export const privacyVersions = ['2026-11-28', '2026-11-26', '2026-11-25', '2026-11-24'] as const

export const [privacyVersion] = privacyVersions

/** Returns the notice that applies with these terms; undefined before the first notice. */
export function findPrivacyVersion(termsVersion: string): string | undefined {
  return privacyVersions.find((version) => version <= termsVersion)
}
