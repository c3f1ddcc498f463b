import { findNearMisses } from '#app/models/catalogue/publication-search.server.ts'

/** What may have been meant by a search of titles that found nothing; none for any other. */
export function nearMissesOf({ search, count }: { search: string; count: number }): Promise<string[]> {
  return search !== '' && count === 0 ? findNearMisses(search) : Promise.resolve([])
}
