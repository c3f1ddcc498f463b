import { claimOwnPhoto } from '#app/models/checkout/photo.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { stampLine } from '#app/models/platform/updated-at.server.ts'

/** Returns current revisions without a file of the publications with these numbers in the old system. */
export async function listRevisionsWithoutFile(legacyIds: readonly number[]) {
  if (legacyIds.length === 0) return []
  return db
    .selectFrom('publications')
    .innerJoin('revisions', (join) =>
      join
        .onRef('revisions.publication_id', '=', 'publications.id')
        .onRef('revisions.version', '=', 'publications.version'),
    )
    .select(['legacy_id as legacyId', 'publications.id as publicationId', 'revisions.id as revisionId'])
    .where('legacy_id', 'in', legacyIds)
    .where('file', 'is', null)
    .execute()
}

/** Assigns the user's photo to an imported order line. */
export function setLinePhoto(lineId: number, name: string, userId: number): Promise<void> {
  return withTransaction(async (trx) => {
    await claimOwnPhoto(trx, name, userId, new Date())
    await trx.updateTable('order_lines').set({ photo: name }).where('id', '=', lineId).execute()
    await stampLine(trx, lineId)
  })
}
