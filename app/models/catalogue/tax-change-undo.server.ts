import { z } from 'zod'
import { isTaxField, type TaxField } from '#app/domain/catalogue/taxes.ts'
import {
  listOwnTaxes,
  lockPublications,
  recordTaxes,
  writeTaxes,
} from '#app/models/catalogue/publication-taxes.server.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'

type NewTaxChange = { field: TaxField; code: string | null; actorUserId: number }
type PreviousCode = readonly [publicationId: number, code: string | null]

const previousCodesSchema = z.array(z.tuple([z.number(), z.string().nullable()]))

/** Stores the previous codes of a bulk change because staff can undo the change. */
export async function insertTaxChange(
  trx: Trx,
  change: NewTaxChange,
  previousCodes: readonly PreviousCode[],
): Promise<number> {
  const { field, code, actorUserId } = change
  const { insertId } = await trx
    .insertInto('tax_changes')
    .values({ field, code, before_codes: JSON.stringify(previousCodes), made_by_user_id: actorUserId })
    .executeTakeFirstOrThrow()
  return Number(insertId)
}

export async function findCurrentTaxChange() {
  const row = await db
    .selectFrom('tax_changes')
    .leftJoin('profiles', 'profiles.user_id', 'made_by_user_id')
    .select(['tax_changes.id', 'field', 'code', 'before_codes', 'tax_changes.created_at as at', 'name as by'])
    .where('undone_at', 'is', null)
    .orderBy('tax_changes.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row || !isTaxField(row.field)) return undefined
  const { before_codes, field, ...change } = row
  return { ...change, field, publications: parseCodes(before_codes).length }
}

function parseCodes(codesJson: string): PreviousCode[] {
  return previousCodesSchema.parse(JSON.parse(codesJson))
}

export type TaxUndo = { restoredCount: number; unrestored: number } | 'was-undone' | 'unknown'

/** Restores each previous code that has not been changed since the bulk change. */
export function undoTaxChange(id: number, actorUserId: number): Promise<TaxUndo> {
  return withTransaction(async (trx) => {
    const change = await trx
      .selectFrom('tax_changes')
      .select(['field', 'code', 'before_codes', 'undone_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!change || !isTaxField(change.field)) return 'unknown'
    if (change.undone_at !== null) return 'was-undone'
    const { field, code } = change
    const previousCodes = new Map(parseCodes(change.before_codes))
    const ids = await lockPublications(trx, [...previousCodes.keys()])
    const ownTaxes = await listOwnTaxes(ids, trx)
    const restorableIds = ids.filter((publicationId) => ownTaxes.get(publicationId)?.taxes[field] === code)
    for (const publicationId of restorableIds) {
      const currentTaxes = ownTaxes.get(publicationId)?.taxes
      if (!currentTaxes) continue
      const restoredTaxes = { ...currentTaxes, [field]: previousCodes.get(publicationId) ?? null }
      await writeTaxes(trx, publicationId, restoredTaxes)
      await recordTaxes(trx, publicationId, {
        action: 'tax-change-undone',
        before: currentTaxes,
        after: restoredTaxes,
        actorUserId,
        details: { taxChange: id },
      })
    }
    const undoneColumns = { undone_at: new Date(), undone_by_user_id: actorUserId }
    await trx.updateTable('tax_changes').set(undoneColumns).where('id', '=', id).execute()
    return { restoredCount: restorableIds.length, unrestored: previousCodes.size - restorableIds.length }
  })
}
