/**
 * Versions of the privacy notice, oldest first: a change of its text adds its day. The terms of purchase then get a new version of
 * that day or later, as both are accepted together.
 */
export const privacyVersions = ['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-28'] as const

export const privacyVersion = '2026-11-28' satisfies (typeof privacyVersions)[number]

/** The notice in force when the terms of `termsVersion` were; undefined for those before the first. */
export function findPrivacyVersion(termsVersion: string): string | undefined {
  return privacyVersions.findLast((version) => version <= termsVersion)
}
