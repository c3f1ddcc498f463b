/** Returns a revision for display: 'v.3' for '3', but 'Rev. 4' unchanged. */
export function formatVersion(version: string): string {
  return /^\d/.test(version) ? `v.${version}` : version
}
