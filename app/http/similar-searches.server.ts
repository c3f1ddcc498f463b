import { findSimilarSearches } from '#app/models/catalogue/publication-search.server.ts'
import { cacheUntilChange } from '#app/models/platform/catalogue-version/version.server.ts'

type SearchResult = { search: string; count: number; maxCount?: number }

const findCachedSimilarSearches = cacheUntilChange(({ search, count }: SearchResult) =>
  findSimilarSearches(search, count),
)

/** Returns similar searches; none if the search found more than `maxCount` publications. */
export function listSimilarSearches({ search, count, maxCount = 0 }: SearchResult): Promise<string[]> {
  return search !== '' && count <= maxCount
    ? findCachedSimilarSearches({ search, count })
    : Promise.resolve([])
}
