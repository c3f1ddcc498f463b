import { findNearMisses } from '#app/models/catalogue/publication-search.server.ts'
import { holding } from '#app/models/platform/catalogue-version/version.server.ts'

type Searched = { search: string; count: number; atMost?: number }

const heldNearMisses = holding(({ search, count }: Searched) => findNearMisses(search, count))

export function listNearMisses({ search, count, atMost = 0 }: Searched): Promise<string[]> {
  return search !== '' && count <= atMost ? heldNearMisses({ search, count }) : Promise.resolve([])
}
