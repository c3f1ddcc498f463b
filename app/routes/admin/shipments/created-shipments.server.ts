import { parseId } from '#app/http/list-params.ts'
import { findClient } from '#app/models/shipments/shipment-client.server.ts'
import { listCreatedShipments } from '#app/models/shipments/shipment-detail.server.ts'
import { listShipmentRecipients } from '#app/models/shipments/shipment-label.server.ts'

/** Returns the shipments of the address ('e') and the rejected ones with reasons ('r', '12.line-taken'). */
export async function loadCreatedPage(request: Request) {
  const { searchParams } = new URL(request.url)
  const refusals = searchParams.getAll('r').slice(0, 100).flatMap(readRefusal)
  const ids = parseShipmentIds(request)
  const [shipments, { withoutAddress }, refused] = await Promise.all([
    listCreatedShipments(ids),
    listShipmentRecipients(ids),
    Promise.all(refusals.map(async (each) => ({ ...each, client: await findClient(each.profileId) }))),
  ])
  const rest = searchParams.has('rest') ? readRest(searchParams) : null
  return { shipments, refusals: refused, withoutAddress, rest }
}

function readRest(searchParams: URLSearchParams) {
  const type = searchParams.get('type')
  return { search: searchParams.get('search') ?? '', ...(type ? { type } : {}) }
}

/** Returns the ids of the address, one per 'e', at most a hundred, sorted. */
export function parseShipmentIds(request: Request): number[] {
  const ids = new URL(request.url).searchParams.getAll('e').flatMap((text) => parseId(text) ?? [])
  return [...new Set(ids)].slice(0, 100).toSorted((a, b) => a - b)
}

function readRefusal(text: string) {
  const [, id = '', reason = ''] = /^(\d{1,9})\.([a-z-]{1,40})$/.exec(text) ?? []
  const profileId = parseId(id)
  return profileId === undefined ? [] : [{ profileId, reason }]
}
