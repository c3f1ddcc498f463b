import type { CsvKind, RecordKind } from '#app/domain/backoffice/import-kind.ts'
import type { Changes, Problems, RecordState } from '#app/models/backoffice/import/staging.server.ts'
import type { Comparison } from '#app/models/backoffice/import/totals.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

export type ImportState = 'reading' | 'checked' | 'applying' | 'done'

export async function createImport(source: string): Promise<number> {
  const insertion = await db.insertInto('imports').values({ source }).executeTakeFirstOrThrow()
  return Number(insertion.insertId)
}

export async function createCsvImport(source: string, content: CsvKind, createdBy: number): Promise<number> {
  const insertion = await db
    .insertInto('imports')
    .values({ source, content, created_by: createdBy })
    .executeTakeFirstOrThrow()
  return Number(insertion.insertId)
}

/** Returns an import. If `viewerId` is given, returns an unapplied CSV only to its uploader. */
export async function findImport(id: number, viewerId?: number) {
  const row = await selectVisibleImports(viewerId).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const comparison: Comparison[] | null = row.comparison === null ? null : JSON.parse(row.comparison)
  return { ...row, comparison }
}

export function listImports(viewerId: number) {
  return selectVisibleImports(viewerId)
    .select(['id', 'source', 'content', 'state', 'created_at', 'checked_at', 'applied_at'])
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}

function selectVisibleImports(viewerId?: number) {
  const imports = db.selectFrom('imports')
  if (viewerId === undefined) return imports
  return imports.where((eb) =>
    eb.or([eb('created_by', 'is', null), eb('created_by', '=', viewerId), eb('state', '=', 'done')]),
  )
}

/** Marks the import as being applied and queues the job if `isQueued`. Returns false if it was marked before. */
export function startApplying(id: number, { isQueued }: { isQueued: boolean }): Promise<boolean> {
  return withTransaction(async (trx) => {
    const update = await trx
      .updateTable('imports')
      .set({ state: 'applying' })
      .where('id', '=', id)
      .where('state', '=', 'checked')
      .executeTakeFirst()
    if (update.numUpdatedRows === 0n) return false
    if (isQueued) await addToOutbox(trx, ['apply-csv'], String(id))
    return true
  })
}

export function queueCheck(id: number): Promise<number> {
  return withTransaction((trx) => addToOutbox(trx, ['check-csv'], String(id)))
}

/** Returns the newest unfinished import of this source, which can be continued. */
export function findOpenImport(source: string) {
  return db
    .selectFrom('imports')
    .select(['id', 'state'])
    .where('source', '=', source)
    .where('content', '=', 'system')
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
  let update = db.updateTable('imports').set({ state, touched_at: now })
  if (state === 'checked') update = update.set({ checked_at: now })
  if (state === 'done') update = update.set({ applied_at: now })
  if (comparison !== undefined) update = update.set({ comparison: JSON.stringify(comparison) })
  await update.where('id', '=', id).execute()
}

export type RecordCount = { kind: RecordKind; state: RecordState; count: number }

export function countRecords(importId: number): Promise<RecordCount[]> {
  return db
    .selectFrom('import_records')
    .select(['kind', 'state'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('import_id', '=', importId)
    .groupBy(['kind', 'state'])
    .execute()
}

export type CsvOutcomeCounts = {
  new: number
  changed: number
  known: number
  refused: number
  read: number
  ready: number
}

/** Counts CSV lines. `new` and `changed` count written and planned lines, `ready` counts only planned lines. */
export async function countCsvOutcomes(importId: number): Promise<CsvOutcomeCounts> {
  const rows = await db
    .selectFrom('import_records')
    .select(['state', (eb) => eb('changes', 'is', null).as('isNew')])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('import_id', '=', importId)
    .groupBy(['state', 'isNew'])
    .execute()
  const counts = { new: 0, changed: 0, known: 0, refused: 0, read: 0, ready: 0 }
  for (const { state, isNew, count } of rows) {
    const isPlannedOrWritten = state === 'ready' || state === 'applied'
    if (isPlannedOrWritten) counts[isNew ? 'new' : 'changed'] += Number(count)
    if (state !== 'applied') counts[state] += Number(count)
  }
  return counts
}

export type ImportRow = {
  id: number
  kind: RecordKind
  legacyId: number | null
  place: string
  state: RecordState
  problems: Problems
  /** the line's key; null after its deletion */
  key: string | null
  targetId: number | null
  changes: Changes | null
}

/** 'problems' are records that were rejected or imported in part. 'new' and 'changed' are CSV lines. */
export type RecordFilter = RecordState | 'problems' | 'new' | 'changed' | 'all'

export async function listRecords(
  importId: number,
  filter: RecordFilter,
  { after = 0, limit, offset = 0 }: { after?: number; limit: number; offset?: number },
): Promise<ImportRow[]> {
  const rows = await selectRecords(importId, filter)
    .select(['id', 'kind', 'legacy_id as legacyId', 'place', 'state', 'problems'])
    .select(['key_text as key', 'target_id as targetId', 'changes'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ problems, changes, ...row }) => {
    const parsedProblems: Problems = JSON.parse(problems ?? '{}')
    return { ...row, problems: parsedProblems, changes: JSON.parse(changes ?? 'null') }
  })
}

export async function countFilteredRecords(importId: number, filter: RecordFilter): Promise<number> {
  const { count } = await selectRecords(importId, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function selectRecords(importId: number, filter: RecordFilter) {
  const records = db.selectFrom('import_records').where('import_id', '=', importId)
  if (filter === 'all') return records
  const plannedOrWritten = records.where('state', 'in', ['ready', 'applied'])
  if (filter === 'new') return plannedOrWritten.where('changes', 'is', null)
  if (filter === 'changed') return plannedOrWritten.where('changes', 'is not', null)
  return filter === 'problems'
    ? records.where('has_problems', '=', true)
    : records.where('state', '=', filter)
}
