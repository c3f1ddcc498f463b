import { parseId } from '#app/http/list-params.ts'
import { findClient } from '#app/models/shipments/shipment-client.server.ts'
import { listCreatedShipments } from '#app/models/shipments/shipment-detail.server.ts'
import { listShipmentRecipients } from '#app/models/shipments/shipment-label.server.ts'

const MAX_PARAMETERS = 100

/**
 * Loads the shipments of the 'e' parameters, and the clients for whom none was created, with the reason, of
 * the 'r' parameters ('{profile}.{reason}'). With 'rest', also the waiting list's filter, for the remaining ones.
 */
export async function loadCreatedPage(request: Request) {
  const { searchParams } = new URL(request.url)
  const refusals = searchParams.getAll('r').slice(0, MAX_PARAMETERS).flatMap(parseRefusal)
  const ids = parseShipmentIds(request)
  const [shipments, { withoutAddress }, refusalRows] = await Promise.all([
    listCreatedShipments(ids),
    listShipmentRecipients(ids),
    Promise.all(
      refusals.map(async (refusal) => ({ ...refusal, client: await findClient(refusal.profileId) })),
    ),
  ])
  const remainingFilter = searchParams.has('rest') ? parseWaitingListFilter(searchParams) : null
  return { shipments, refusals: refusalRows, withoutAddress, remainingFilter }
}

function parseWaitingListFilter(searchParams: URLSearchParams) {
  const type = searchParams.get('type')
  return { search: searchParams.get('search') ?? '', ...(type ? { type } : {}) }
}

/** Returns the distinct ids of the URL's 'e' parameters, at most a hundred, sorted. */
export function parseShipmentIds(request: Request): number[] {
  const ids = new URL(request.url).searchParams.getAll('e').flatMap((text) => parseId(text) ?? [])
  return [...new Set(ids)].slice(0, MAX_PARAMETERS).toSorted((left, right) => left - right)
}

const refusalPattern = /^(\d{1,9})\.([a-z-]{1,40})$/

function parseRefusal(text: string) {
  const [, id = '', reason = ''] = refusalPattern.exec(text) ?? []
  const profileId = parseId(id)
  return profileId === undefined ? [] : [{ profileId, reason }]
}
