import { noTaxes, type Taxes, type TaxField, taxFields } from '#app/domain/catalogue/taxes.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordChange } from '#app/models/platform/history.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'

export type OwnTaxes = { taxes: Taxes; lock_version: number }

/** Returns the publication's own tax codes. A null code means the default. */
export async function findOwnTaxes(publicationId: number, reader: DbOrTrx = db): Promise<OwnTaxes> {
  const taxesById = await listOwnTaxes([publicationId], reader)
  return taxesById.get(publicationId) ?? makeEmptyTaxes()
}

export function makeEmptyTaxes(): OwnTaxes {
  return { taxes: { ...noTaxes }, lock_version: 0 }
}

export async function listOwnTaxes(
  publicationIds: readonly number[],
  reader: DbOrTrx = db,
): Promise<Map<number, OwnTaxes>> {
  const rows = await reader
    .selectFrom('publication_taxes')
    .select(['publication_id', 'lock_version', ...taxFields])
    .where('publication_id', 'in', nonEmptyIds(publicationIds))
    .execute()
  return new Map(
    rows.map(({ publication_id, lock_version, ...taxes }) => [publication_id, { taxes, lock_version }]),
  )
}

type SaveContext = { seenVersion: number; actorUserId: number }

/** Saves the codes. Returns null for an unknown publication. Throws StaleRecordError. */
export function saveOwnTaxes(
  publicationId: number,
  taxes: Taxes,
  saving: SaveContext,
): Promise<'saved' | null> {
  return withTransaction(async (trx) => {
    const publication = await lockPublication(trx, publicationId)
    if (!publication) return null
    const before = await findOwnTaxes(publicationId, trx)
    if (before.lock_version !== saving.seenVersion) throw new StaleRecordError()
    await writeTaxes(trx, publicationId, taxes)
    await recordTaxes(trx, publicationId, { before: before.taxes, after: taxes, ...saving })
    return 'saved'
  })
}

function lockPublication(trx: Trx, id: number) {
  return trx.selectFrom('publications').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function lockPublications(trx: Trx, ids: readonly number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('publications')
    .select('id')
    .where('id', 'in', nonEmptyIds(ids))
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Writes the tax codes. The caller must have locked the publication. */
export async function writeTaxes(trx: Trx, publicationId: number, taxes: Taxes): Promise<void> {
  await trx
    .insertInto('publication_taxes')
    .values({ publication_id: publicationId, ...taxes, lock_version: 1 })
    .onDuplicateKeyUpdate((eb) => ({ ...taxes, lock_version: eb('publication_taxes.lock_version', '+', 1) }))
    .execute()
}

/** A history entry of tax codes. `details` identifies the bulk change, if any. */
type TaxHistoryEntry = {
  before: Taxes
  after: Taxes
  actorUserId: number
  action?: 'taxes-changed' | 'tax-change-undone'
  details?: { taxChange: number }
}

export function recordTaxes(trx: Trx, publicationId: number, entry: TaxHistoryEntry) {
  const { before, after, actorUserId, action = 'taxes-changed', details } = entry
  return recordChange(trx, {
    entity: 'publication',
    entityId: publicationId,
    actorUserId,
    action,
    before: toHistoryFacts(before),
    after: toHistoryFacts(after),
    ...(details && { details }),
  })
}

/** Returns the codes for the history. The keys have a prefix because entries also contain other fields. */
function toHistoryFacts(taxes: Taxes): Record<`tax_${TaxField}`, string | null> {
  return {
    tax_nature: taxes.nature,
    tax_ncm: taxes.ncm,
    tax_origin: taxes.origin,
    tax_cfop_inside: taxes.cfop_inside,
    tax_cfop_outside: taxes.cfop_outside,
    tax_icms_cst: taxes.icms_cst,
    tax_csosn: taxes.csosn,
    tax_pis_cofins_cst: taxes.pis_cofins_cst,
    tax_ibs_cbs_cst: taxes.ibs_cbs_cst,
    tax_class_trib: taxes.class_trib,
    tax_service_code: taxes.service_code,
    tax_national_code: taxes.national_code,
    tax_nbs: taxes.nbs,
    tax_operation_code: taxes.operation_code,
  }
}
