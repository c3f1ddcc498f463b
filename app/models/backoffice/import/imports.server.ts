import type { ImportKind } from '#app/domain/backoffice/import-kind.ts'
import type { Problems, RecordState } from '#app/models/backoffice/import/staging.server.ts'
import type { Comparison } from '#app/models/backoffice/import/totals.server.ts'
import { db } from '#app/models/platform/db.server.ts'

export type ImportState = 'reading' | 'checked' | 'applying' | 'done'

export async function createImport(source: string): Promise<number> {
  const made = await db.insertInto('imports').values({ source }).executeTakeFirstOrThrow()
  return Number(made.insertId)
}

export async function findImport(id: number) {
  const row = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const comparison: Comparison[] | null = row.comparison === null ? null : JSON.parse(row.comparison)
  return { ...row, comparison }
}

/** The newest first, at most 100. */
export function listImports() {
  return db
    .selectFrom('imports')
    .select(['id', 'source', 'state', 'created_at', 'checked_at', 'applied_at'])
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}

/** The newest of this source that is not done, to go on with. */
export function findOpenImport(source: string) {
  return db
    .selectFrom('imports')
    .select(['id', 'state'])
    .where('source', '=', source)
    .where('state', '<>', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function setImportState(
  id: number,
  state: ImportState,
  comparison?: Comparison[],
): Promise<void> {
  const now = new Date()
  await db
    .updateTable('imports')
    .set({ state })
    .$if(state === 'checked', (update) => update.set({ checked_at: now }))
    .$if(state === 'done', (update) => update.set({ applied_at: now }))
    .$if(comparison !== undefined, (update) => update.set({ comparison: JSON.stringify(comparison) }))
    .where('id', '=', id)
    .execute()
}

export type RecordCount = { kind: ImportKind; state: RecordState; count: number }

/** How many records of each kind stand where. */
export function countRecords(importId: number): Promise<RecordCount[]> {
  return db
    .selectFrom('import_records')
    .select(['kind', 'state'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('import_id', '=', importId)
    .groupBy(['kind', 'state'])
    .execute()
}

export type ImportRow = {
  id: number
  kind: ImportKind
  legacyId: number | null
  place: string
  state: RecordState
  problems: Problems
}

/** 'problems': what cannot come, or came in part. */
export type RecordFilter = RecordState | 'problems' | 'all'

/** In the order of the source. */
export async function listRecords(
  importId: number,
  filter: RecordFilter,
  { after = 0, limit, offset = 0 }: { after?: number; limit: number; offset?: number },
): Promise<ImportRow[]> {
  const rows = await recordsOf(importId, filter)
    .select(['id', 'kind', 'legacy_id as legacyId', 'place', 'state', 'problems'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ problems, ...row }) => {
    const fields: Problems = JSON.parse(problems ?? '{}')
    return { ...row, problems: fields }
  })
}

export async function countRecordsLike(importId: number, filter: RecordFilter): Promise<number> {
  const { count } = await recordsOf(importId, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function recordsOf(importId: number, filter: RecordFilter) {
  const all = db.selectFrom('import_records').where('import_id', '=', importId)
  if (filter === 'all') return all
  return filter === 'problems' ? all.where('has_problems', '=', true) : all.where('state', '=', filter)
}
