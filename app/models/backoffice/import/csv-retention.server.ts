import { db } from '#app/models/platform/db.server.ts'

/** Removes an upload nobody applied, with what was read; false when its writing has begun. */
export async function discardCsvImport(id: number): Promise<boolean> {
  // First out of reach: an apply that comes meanwhile finds nothing to begin.
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

/** Uploads older than `waiting` that are not applied, and all older than `done`. Returns how many. */
export async function deleteOldCsvImports(
  { waiting, done }: { waiting: Date; done: Date },
  limit: number,
): Promise<number> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('content', '<>', 'system')
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '<>', 'done'), eb('created_at', '<', waiting)]),
        eb('created_at', '<', done),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
  for (const { id } of rows) await deleteImport(id)
  return rows.length
}

const AT_ONCE = 1_000

/** The row last, so that an interrupted run is resumed. */
async function deleteImport(id: number): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('import_records')
      .where('import_id', '=', id)
      .limit(AT_ONCE)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) break
  }
  await db.deleteFrom('imports').where('id', '=', id).execute()
}
