import { claimOwnPhoto } from '#app/models/checkout/photo.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { stampLine } from '#app/models/platform/updated-at.server.ts'

/** Current revisions without a file, by the old number of their publication. */
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

/** Lines without a photo, in order, by the order's old number; `userId` owns the photo. */
export async function listLinesWithoutPhoto(legacyOrderIds: readonly number[]) {
  if (legacyOrderIds.length === 0) return []
  return db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .select(['orders.legacy_id as legacyOrderId', 'order_lines.id', 'order_lines.legacy_id as legacyId'])
    .select('profiles.user_id as userId')
    .where('orders.legacy_id', 'in', legacyOrderIds)
    .where('photo', 'is', null)
    .orderBy('order_lines.id')
    .execute()
}

export function setLinePhoto(lineId: number, name: string, userId: number): Promise<void> {
  return withTransaction(async (trx) => {
    await claimOwnPhoto(trx, name, userId, new Date())
    await trx.updateTable('order_lines').set({ photo: name }).where('id', '=', lineId).execute()
    await stampLine(trx, lineId)
  })
}
