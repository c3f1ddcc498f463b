import { paths } from '#app/paths.ts'

const publicationPattern = /^\/publications\/\d{1,9}$/
const cacheablePaths = new Set([
  paths.home(),
  paths.publications(),
  paths.currentVersions(),
  paths.terms(),
  paths.privacy(),
  paths.contact(),
])

export function isCacheable(path: string): boolean {
  return cacheablePaths.has(path) || publicationPattern.test(path)
}
