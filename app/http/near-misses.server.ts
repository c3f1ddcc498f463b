import { findNearMisses } from '#app/models/catalogue/publication-search.server.ts'

type Searched = { search: string; count: number; atMost?: number }

export function nearMissesOf({ search, count, atMost = 0 }: Searched): Promise<string[]> {
  return search !== '' && count <= atMost ? findNearMisses(search, count) : Promise.resolve([])
}
