import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { notFound } from '#app/http/responses.server.ts'
import { listSimilarSearches } from '#app/http/similar-searches.server.ts'
import { findClientToChoose, listClientsToChoose } from '#app/models/accounts/client-search.server.ts'
import { listPublications } from '#app/models/catalogue/publication.server.ts'
import { listOffers } from '#app/models/orders/internal-order.server.ts'
import type { OrderState } from '#app/routes/admin/orders/new/internal-order.ts'

/** Loads the data of the step. Throws 404 for an unknown client. */
export async function loadInternalOrder({ clientId, search, items }: OrderState) {
  if (clientId === undefined) {
    const clients = search === '' ? null : await listClientsToChoose(search)
    return { client: null, clients, publications: null, similarSearches: [], offers: [] }
  }
  const today = toCivilDate(new Date())
  const publicationIds = items.map(({ publication }) => publication)
  const [client, publications, offers] = await Promise.all([
    findClientToChoose(clientId),
    search === '' ? null : listPublications({ search, page: 1 }),
    listOffers(clientId, [...new Set(publicationIds)], today),
  ])
  const similarSearches = await listSimilarSearches({ search, count: publications?.count ?? 0 })
  return { client: client ?? notFound(), clients: null, publications, similarSearches, offers }
}
