/** The dates of all notices. A changed notice adds its date here and requires terms of that date or later. */
export const privacyVersions = ['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-28'] as const

export const privacyVersion = '2026-11-28' satisfies (typeof privacyVersions)[number]

/** Returns the notice that applies with these terms; undefined before the first notice. */
export function findPrivacyVersion(termsVersion: string): string | undefined {
  return privacyVersions.findLast((version) => version <= termsVersion)
}
