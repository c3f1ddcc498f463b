import { listRevisionsForStaff } from '#app/models/catalogue/revision.server.ts'
import { type HoldersFilter, holderKinds } from '#app/models/reports/publication-clients.server.ts'
import type { HoldersQuery } from '#app/reports/holders-query.ts'

/** Parses the filter. `revision` is an id, or 0 for clients without one. Unknown values select everybody. */
export async function readHoldersFilter(
  params: URLSearchParams,
  publicationId: number,
): Promise<{ filter: HoldersFilter; query: HoldersQuery; revisions: { id: number; version: string }[] }> {
  const revisions = (await listRevisionsForStaff(publicationId)).map(({ id, version }) => ({ id, version }))
  const kind = holderKinds.find((holderKind) => holderKind === params.get('kind'))
  const askedRevision = params.get('revision')
  const revision = revisions.find(({ id }) => String(id) === askedRevision)
  const heldRevision = askedRevision === '0' ? null : revision?.version
  return {
    filter: { kind, held: heldRevision },
    query: { kind, revision: heldRevision === undefined ? undefined : (askedRevision ?? undefined) },
    revisions,
  }
}
