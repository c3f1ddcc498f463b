import { findSimilarSearches } from '#app/models/catalogue/publication-search.server.ts'
import { cacheUntilChange } from '#app/models/platform/catalogue-version/version.server.ts'

type Searched = { search: string; count: number; maxCount?: number }

const heldNearMisses = cacheUntilChange(({ search, count }: Searched) => findSimilarSearches(search, count))

export function listSimilarSearches({ search, count, maxCount = 0 }: Searched): Promise<string[]> {
  return search !== '' && count <= maxCount ? heldNearMisses({ search, count }) : Promise.resolve([])
}
