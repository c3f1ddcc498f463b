import { sql } from 'kysely'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

export type ImportKind = Database['import_records']['kind']
type RecordState = 'read' | 'ready' | 'refused' | 'applied'

export type ReadRecord = { legacyId: number | null; place: string; body: unknown }
export type StagedRecord = { id: number; legacyId: number | null; place: string; body: unknown }

/** Messages by field. */
export type Problems = Record<string, string[]>

export async function createImport(source: string): Promise<number> {
  const made = await db.insertInto('imports').values({ source }).executeTakeFirstOrThrow()
  return Number(made.insertId)
}

export function findImport(id: number) {
  return db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The newest first. */
export function listImports() {
  return db.selectFrom('imports').selectAll().orderBy('id', 'desc').limit(100).execute()
}

/** The newest of this source that is not done, to go on with. */
export function findOpenImport(source: string) {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('source', '=', source)
    .where('state', '<>', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** A record read again replaces itself and is judged anew, unless it was applied. */
export async function stageRecords(
  importId: number,
  kind: ImportKind,
  records: readonly ReadRecord[],
): Promise<void> {
  if (records.length === 0) return
  await db
    .insertInto('import_records')
    .values(
      records.map(({ legacyId, place, body }) => ({
        import_id: importId,
        kind,
        legacy_id: legacyId,
        place: place.slice(0, 60),
        body: JSON.stringify(body),
      })),
    )
    .onDuplicateKeyUpdate({
      body: sql`if(state = 'applied', body, values(body))`,
      place: sql`if(state = 'applied', place, values(place))`,
      problems: sql`if(state = 'applied', problems, null)`,
      state: sql`if(state = 'applied', state, 'read')`,
    })
    .execute()
}

/** In the order they were read, from the one behind `after`. */
export async function listStaged(
  { importId, kind, states }: { importId: number; kind: ImportKind; states: readonly RecordState[] },
  after: number,
  limit: number,
): Promise<StagedRecord[]> {
  const rows = await db
    .selectFrom('import_records')
    .select(['id', 'legacy_id', 'place', 'body'])
    .where('import_id', '=', importId)
    .where('kind', '=', kind)
    .where('state', 'in', states)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, legacy_id: legacyId, place, body }) => ({
    id,
    legacyId,
    place,
    body: JSON.parse(body),
  }))
}

/** Null problems make a record ready. */
export function recordJudgements(
  judged: readonly { id: number; problems: Problems | null }[],
): Promise<void> {
  return withTransaction(async (trx) => {
    const ready = judged.flatMap(({ id, problems }) => (problems ? [] : id))
    await setState(trx, ready, 'ready')
    for (const { id, problems } of judged)
      if (problems)
        await trx
          .updateTable('import_records')
          .set({ state: 'refused', problems: JSON.stringify(problems) })
          .where('id', '=', id)
          .execute()
  })
}

export async function setState(trx: Trx, ids: readonly number[], state: RecordState): Promise<void> {
  if (ids.length === 0) return
  await trx.updateTable('import_records').set({ state, problems: null }).where('id', 'in', ids).execute()
}

/** How many records of each kind stand where. */
export async function countRecords(importId: number) {
  const rows = await db
    .selectFrom('import_records')
    .select(['kind', 'state'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('import_id', '=', importId)
    .groupBy(['kind', 'state'])
    .execute()
  return rows
}

/** What cannot come and why, by its place in the source. */
export async function listRefused(importId: number, { limit, offset }: { limit: number; offset: number }) {
  const rows = await db
    .selectFrom('import_records')
    .select(['id', 'kind', 'legacy_id as legacyId', 'place', 'problems'])
    .where('import_id', '=', importId)
    .where('state', '=', 'refused')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ problems, ...row }) => {
    const fields: Problems = JSON.parse(problems ?? '{}')
    return { ...row, problems: fields }
  })
}

/** Of these old numbers, those that come or came with this import. */
export async function findReadyIds(
  importId: number,
  kind: ImportKind,
  legacyIds: readonly number[],
): Promise<number[]> {
  if (legacyIds.length === 0) return []
  const rows = await db
    .selectFrom('import_records')
    .select('legacy_id')
    .where('import_id', '=', importId)
    .where('kind', '=', kind)
    .where('legacy_id', 'in', [...new Set(legacyIds)])
    .where('state', 'in', ['ready', 'applied'])
    .execute()
  return rows.flatMap(({ legacy_id }) => legacy_id ?? [])
}

export async function setImportState(
  id: number,
  state: 'reading' | 'checked' | 'applying' | 'done',
): Promise<void> {
  const now = new Date()
  await db
    .updateTable('imports')
    .set({
      state,
      ...(state === 'checked' ? { checked_at: now } : {}),
      ...(state === 'done' ? { applied_at: now } : {}),
    })
    .where('id', '=', id)
    .execute()
}
