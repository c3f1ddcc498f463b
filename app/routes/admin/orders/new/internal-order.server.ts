import { civilDateIn } from '#app/domain/calendar.ts'
import { findClientToChoose, listClientsToChoose } from '#app/models/client-search.server.ts'
import { listOffers } from '#app/models/internal-order.server.ts'
import { listPublications } from '#app/models/publication.server.ts'
import type { OrderState } from '#app/routes/admin/orders/new/internal-order.ts'
import { nearMissesOf } from '#app/web/near-misses.server.ts'
import { notFound } from '#app/web/responses.server.ts'

/** What the step an internal order has come to needs; a client nobody knows is not found. */
export async function loadInternalOrder({ client: id, search, items }: OrderState) {
  if (id === undefined) {
    const clients = search === '' ? null : await listClientsToChoose(search)
    return { client: null, clients, found: null, near: [], offers: [] }
  }
  const today = civilDateIn(new Date())
  const ids = items.map(({ publication }) => publication)
  const [client, found, offers] = await Promise.all([
    findClientToChoose(id),
    search === '' ? null : listPublications({ search, page: 1 }),
    listOffers(id, [...new Set(ids)], today),
  ])
  const near = await nearMissesOf({ search, count: found?.count ?? 0 })
  return { client: client ?? notFound(), clients: null, found, near, offers }
}
