/** 'v.3', and 'Rev. 4' as it is: what names itself needs no mark. */
export function formatVersion(version: string): string {
  return /^\d/.test(version) ? `v.${version}` : version
}
