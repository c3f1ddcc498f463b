import { findNearMisses } from '#app/models/catalogue/publication-search.server.ts'

export function nearMissesOf({ search, count }: { search: string; count: number }): Promise<string[]> {
  return search !== '' && count === 0 ? findNearMisses(search) : Promise.resolve([])
}
