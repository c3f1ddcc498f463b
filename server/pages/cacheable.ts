import { paths } from '#app/paths.ts'

const titles = /^\/publications\/\d{1,9}$/
const pages = new Set([
  paths.home(),
  paths.publications(),
  paths.currentVersions(),
  paths.terms(),
  paths.privacy(),
  paths.contact(),
])

export function isCacheable(path: string): boolean {
  return pages.has(path) || titles.test(path)
}
