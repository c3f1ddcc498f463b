import { type DbOrTrx, db, withTransaction } from '#app/models/platform/db.server.ts'
import { clearChanges } from '#app/models/platform/history.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

/** Returns old bank files whose originals are still stored, because they contain payers' personal data. */
export function listOldBankFiles(before: Date, limit: number) {
  return db
    .selectFrom('bank_files')
    .select(['id', 'stored_name'])
    .where('created_at', '<', before)
    .where('stored_name', '<>', '')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Returns the storage names that belong to no bank file. Callers pass at most 1000 names. */
export async function listUnknownOriginals(names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await db
    .selectFrom('bank_files')
    .select('stored_name')
    .where('stored_name', 'in', names)
    .execute()
  const knownNames = new Set(rows.map(({ stored_name }) => stored_name))
  return names.filter((name) => !knownNames.has(name))
}

/** Deletes payers' data and staff's notes of a bank file, but keeps the file's records. */
export function clearBankFile(id: number): Promise<void> {
  return withTransaction(async (trx) => {
    await trx
      .updateTable('bank_file_lines')
      .set({ payer_name: '', payer_document: '' })
      .where('bank_file_id', '=', id)
      .execute()
    await trx.updateTable('bank_files').set({ stored_name: '' }).where('id', '=', id).execute()
    await clearChanges(trx, 'bank-file', [id])
  })
}

/** Deletes the contents of old remittances because they are payers' data. Keeps the rows and returns their number. */
export async function clearOldRemittances(before: Date, limit: number): Promise<number> {
  const update = await db
    .updateTable('remittances')
    .set({ content: '' })
    .where('created_at', '<', before)
    .where('content', '<>', '')
    .limit(limit)
    .executeTakeFirst()
  return Number(update.numUpdatedRows)
}

/** Deletes old notes on payments that have no order. Returns the number of payments. */
export async function clearOldMoneyNotes(before: Date, limit: number): Promise<number> {
  const payments = await db
    .selectFrom('payments')
    .leftJoin('refunds', 'refunds.payment_id', 'payments.id')
    .leftJoin('refund_reversals', 'refund_reversals.refund_id', 'refunds.id')
    .leftJoin('pix_refunds', 'pix_refunds.payment_id', 'payments.id')
    .select('payments.id')
    .distinct()
    .where('payments.order_id', 'is', null)
    .where('payments.created_at', '<', before)
    .where((eb) =>
      eb.or([
        eb('resolution_note', 'is not', null),
        eb('refunds.note', 'is not', null),
        eb('pix_refunds.note', 'is not', null),
        eb('refunds.document', '<>', ''),
        eb('refund_reversals.reason', '<>', ''),
      ]),
    )
    .limit(limit)
    .execute()
  if (payments.length === 0) return 0
  const ids = payments.map(({ id }) => id)
  await db.updateTable('payments').set({ resolution_note: null }).where('id', 'in', ids).execute()
  const refunds = await db.selectFrom('refunds').select('id').where('payment_id', 'in', ids).execute()
  const refundIds = refunds.map(({ id }) => id)
  await clearRefundTexts(db, refundIds)
  await db.updateTable('pix_refunds').set({ note: null }).where('payment_id', 'in', ids).execute()
  return ids.length
}

export async function clearRefundTexts(trx: DbOrTrx, refundIds: readonly number[]): Promise<void> {
  const ids = nonEmptyIds(refundIds)
  await trx.updateTable('refunds').set({ document: '', note: null }).where('id', 'in', ids).execute()
  await trx.updateTable('refund_reversals').set({ reason: '' }).where('refund_id', 'in', ids).execute()
}
