import { findClient } from '#app/models/expedition-client.server.ts'
import { listMade } from '#app/models/expedition-detail.server.ts'
import { idFrom } from '#app/web/list-params.ts'

/** The shipments an address names ('e'), and whose were refused and why ('r', '12.line-taken'). */
export async function madePage(request: Request) {
  const { searchParams } = new URL(request.url)
  const ids = searchParams.getAll('e').flatMap((text) => idFrom(text) ?? [])
  const refusals = searchParams.getAll('r').slice(0, 100).flatMap(readRefusal)
  const [expeditions, refused] = await Promise.all([
    listMade(ids),
    Promise.all(refusals.map(async (each) => ({ ...each, client: await findClient(each.profileId) }))),
  ])
  return { expeditions, refused }
}

function readRefusal(text: string) {
  const [, id = '', reason = ''] = /^(\d{1,9})\.([a-z-]{1,40})$/.exec(text) ?? []
  const profileId = idFrom(id)
  return profileId === undefined ? [] : [{ profileId, reason }]
}
