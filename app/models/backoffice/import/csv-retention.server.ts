import { clearRecords } from '#app/models/backoffice/import/staging.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

/** Deletes an upload that was not applied. Returns false if its application has begun. */
export async function discardCsvImport(id: number): Promise<boolean> {
  // The state changes first because a concurrent request must not apply the upload.
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ state: 'reading' })
    .where('id', '=', id)
    .where('content', '<>', 'system')
    .where('state', 'in', ['reading', 'checked'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await deleteImport(id)
  return true
}

type AgeLimits = { waitingBefore: Date; stalledBefore: Date; doneBefore: Date }

/** Deletes old uploads in each state, except uploads that the worker must still apply. */
export async function deleteOldCsvImports(
  { waitingBefore, stalledBefore, doneBefore }: AgeLimits,
  limit: number,
): Promise<number> {
  const csvImports = db
    .selectFrom('imports')
    .select('id')
    .where('content', '<>', 'system')
    .orderBy('id')
    .limit(limit)
  const unusedImports = await csvImports
    .where('state', 'in', ['reading', 'checked'])
    .where('created_at', '<', waitingBefore)
    .execute()
  for (const { id } of unusedImports) await discardCsvImport(id)
  const idsToApply = await listIdsToApply()
  const finishedImports = await csvImports
    .where((eb) =>
      eb.or([
        eb.and([
          eb('state', '=', 'applying'),
          eb('created_at', '<', stalledBefore),
          eb('id', 'not in', nonEmptyIds(idsToApply)),
        ]),
        eb.and([eb('state', '=', 'done'), eb('created_at', '<', doneBefore)]),
      ]),
    )
    .execute()
  for (const { id } of finishedImports) await deleteImport(id)
  return unusedImports.length + finishedImports.length
}

/** Deletes unapplied imports from another system. Clears applied imports, but keeps their numbers and states. */
export async function clearOldSystemImports(before: Date, limit: number): Promise<number> {
  const systemImports = db
    .selectFrom('imports')
    .select('id')
    .where('content', '=', 'system')
    .orderBy('id')
    .limit(limit)
  const unusedImports = await systemImports
    .where('state', 'in', ['reading', 'checked'])
    .where((eb) => eb.fn.coalesce('touched_at', 'checked_at', 'created_at'), '<', before)
    .execute()
  for (const { id } of unusedImports) await deleteImport(id)
  const appliedImports = await systemImports
    .where('state', '=', 'done')
    .where('applied_at', '<', before)
    .where('cleared_at', 'is', null)
    .execute()
  for (const { id } of appliedImports) {
    await clearRecords(id)
    await db.updateTable('imports').set({ cleared_at: new Date() }).where('id', '=', id).execute()
  }
  return unusedImports.length + appliedImports.length
}

async function listIdsToApply(): Promise<number[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('subject')
    .where('job', '=', 'apply-csv')
    .where('done_at', 'is', null)
    .where('refused_at', 'is', null)
    .execute()
  return rows.map(({ subject }) => Number(subject))
}

const RECORDS_AT_ONCE = 1_000

/** Deletes an import. Its own row is deleted last because an interrupted run must be able to resume. */
async function deleteImport(id: number): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('import_records')
      .where('import_id', '=', id)
      .limit(RECORDS_AT_ONCE)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) break
  }
  await db.deleteFrom('imports').where('id', '=', id).execute()
}
