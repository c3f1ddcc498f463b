import { sql, type UpdateObject } from 'kysely'
import type { RecordKind } from '#app/domain/backoffice/import-kind.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import type { Database } from '#app/models/platform/schema.ts'

/** Number of rows per statement */
const ROWS_AT_ONCE = 1_000
const MAX_PLACE_LENGTH = 60

export type RecordState = 'read' | 'ready' | 'refused' | 'known' | 'applied'

export type ReadRecord = { legacyId: number | null; place: string; body: unknown }
export type StagedRecord = {
  id: number
  legacyId: number | null
  place: string
  body: unknown
  isRepeated: boolean
  problems: Problems
  targetId: number | null
  changes: Changes | null
}

export type Problems = Record<string, string[]>

/** Stored and new value of each field, formatted for the page. */
export type Changes = Record<string, [string, string]>

/** The result of validating a record. `problems` is null if the record is ready; `amount` is in centavos. */
export type ValidationResult = {
  id: number
  state: 'ready' | 'refused' | 'known'
  problems: Problems | null
  status: number | null
  amount: number | null
  keyText: string | null
  otherKey?: string | null
  targetId?: number | null
  changes?: Changes | null
}

/** Starts a pass over the source and returns its number. Earlier records stay until `deleteMissingRecords`. */
export async function startPass(importId: number): Promise<number> {
  await db
    .updateTable('imports')
    .set((eb) => ({ pass: eb('pass', '+', 1), state: 'reading', touched_at: new Date() }))
    .where('id', '=', importId)
    .execute()
  const row = await db
    .selectFrom('imports')
    .select('pass')
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()
  return row.pass
}

/** Stores records for validation. Replaces the records of an earlier pass unless they were applied. */
export async function stageRecords(
  { importId, pass }: { importId: number; pass: number },
  kind: RecordKind,
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
        pass,
        place: place.slice(0, MAX_PLACE_LENGTH),
        body: JSON.stringify(body),
      })),
    )
    // MySQL assigns columns from left to right, so `repeated` comes first: `pass` then has the stored value.
    .onDuplicateKeyUpdate({
      repeated: sql`pass = values(pass)`,
      pass: sql`values(pass)`,
      body: sql`if(state = 'applied', body, values(body))`,
      place: sql`if(state = 'applied', place, values(place))`,
      problems: sql`if(state = 'applied', problems, null)`,
      has_problems: sql`if(state = 'applied', has_problems, 0)`,
      state: sql`if(state = 'applied', state, 'read')`,
    })
    .execute()
}

/** Deletes records that this pass did not find in the source. */
export async function deleteMissingRecords(importId: number, pass: number): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('import_records')
      .where('import_id', '=', importId)
      .where('pass', '<', pass)
      .where('state', '<>', 'applied')
      .limit(ROWS_AT_ONCE)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return
  }
}

/** Returns staged records after the id `after`, in the order in which they were read. */
export async function listStagedRecords(
  { importId, kind, states }: { importId: number; kind: RecordKind; states: readonly RecordState[] },
  after: number,
  limit: number,
): Promise<StagedRecord[]> {
  const rows = await db
    .selectFrom('import_records')
    .select(['id', 'legacy_id', 'place', 'body', 'repeated', 'problems', 'target_id', 'changes'])
    .where('import_id', '=', importId)
    .where('kind', '=', kind)
    .where('state', 'in', states)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ legacy_id: legacyId, repeated: isRepeated, target_id: targetId, ...row }) => ({
    id: row.id,
    legacyId,
    place: row.place,
    isRepeated,
    targetId,
    body: JSON.parse(row.body),
    problems: JSON.parse(row.problems ?? '{}'),
    changes: JSON.parse(row.changes ?? 'null'),
  }))
}

export function recordValidations(validations: readonly ValidationResult[]): Promise<void> {
  return withTransaction(async (trx) => {
    for (const { id, state, problems, status, amount, keyText, ...optionalFields } of validations)
      await trx
        .updateTable('import_records')
        .set({ state, status, amount, key_text: keyText, ...toProblemColumns(problems) })
        .set({ other_key: optionalFields.otherKey ?? null, target_id: optionalFields.targetId ?? null })
        .set({ changes: optionalFields.changes ? JSON.stringify(optionalFields.changes) : null })
        .where('id', '=', id)
        .execute()
  })
}

/** Marks a valid record as rejected because it could not be written. */
export async function rejectRecord(id: number, problems: Problems): Promise<void> {
  await db
    .updateTable('import_records')
    .set({ state: 'refused', ...toProblemColumns(problems) })
    .where('id', '=', id)
    .execute()
}

export async function recordProblems(id: number, problems: Problems): Promise<void> {
  const problemsOrNull = Object.keys(problems).length > 0 ? problems : null
  await db.updateTable('import_records').set(toProblemColumns(problemsOrNull)).where('id', '=', id).execute()
}

export async function markApplied(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await trx.updateTable('import_records').set({ state: 'applied' }).where('id', 'in', ids).execute()
}

/** Marks a CSV line as written. `targetId` is the id of the record that the line created or changed. */
export async function markWritten(id: number, targetId: number | null): Promise<void> {
  await db
    .updateTable('import_records')
    .set({ state: 'applied', target_id: targetId })
    .where('id', '=', id)
    .execute()
}

/** Empties the contents of all records of the import. If `isPersonal`, also removes keys and empties changes. */
export function clearBodies(
  importId: number,
  { isPersonal = true }: { isPersonal?: boolean } = {},
): Promise<void> {
  const personalColumns = {
    key_text: null,
    other_key: null,
    changes: sql<string>`if(changes is null, null, '{}')`,
  }
  return updateAllRecords(importId, { body: '{}', ...(isPersonal ? personalColumns : {}) })
}

/** Empties contents, places, keys, changes and problems of all records of the import. */
export function clearRecords(importId: number): Promise<void> {
  const clearedText = { key_text: null, other_key: null, changes: null, problems: null }
  return updateAllRecords(importId, { body: '{}', place: '', ...clearedText })
}

/** Updates all records of the import, one range of ids after the other. */
async function updateAllRecords(
  importId: number,
  columns: UpdateObject<Database, 'import_records'>,
): Promise<void> {
  const recordsOfImport = db.selectFrom('import_records').where('import_id', '=', importId)
  const { first, last } = await recordsOfImport
    .select((eb) => [eb.fn.min('id').as('first'), eb.fn.max('id').as('last')])
    .executeTakeFirstOrThrow()
  if (first === null || last === null) return
  for (let from = first; from <= last; from += ROWS_AT_ONCE)
    await db
      .updateTable('import_records')
      .set(columns)
      .where('import_id', '=', importId)
      .where('id', '>=', from)
      .where('id', '<', from + ROWS_AT_ONCE)
      .execute()
}

function toProblemColumns(problems: Problems | null) {
  return { problems: problems && JSON.stringify(problems), has_problems: problems !== null }
}

/** Returns those of the old numbers whose records are ready or applied. */
export async function listReadyLegacyIds(
  importId: number,
  kind: RecordKind,
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

/** Returns those of the keys that ready, known or applied records of this import have. */
export async function findKeysInUse(
  importId: number,
  kind: RecordKind,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const selectKeys = (column: 'key_text' | 'other_key') =>
    db
      .selectFrom('import_records')
      .select(`${column} as key`)
      .where('import_id', '=', importId)
      .where('kind', '=', kind)
      .where(column, 'in', keys)
      .where('state', 'in', ['ready', 'known', 'applied'])
      .execute()
  const rows = await Promise.all([selectKeys('key_text'), selectKeys('other_key')])
  return new Set(rows.flat().flatMap(({ key }) => key ?? []))
}

/** Adds missing records to which other records refer, with a warning. Skips existing records. */
export async function stageReadyRecords(
  importId: number,
  kind: RecordKind,
  records: readonly (ReadRecord & { problems: Problems })[],
): Promise<void> {
  if (records.length === 0) return
  const { pass } = await db
    .selectFrom('imports')
    .select('pass')
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('import_records')
    .ignore()
    .values(
      records.map(({ legacyId, place, body, problems }) => ({
        import_id: importId,
        kind,
        legacy_id: legacyId,
        pass,
        place: place.slice(0, MAX_PLACE_LENGTH),
        body: JSON.stringify(body),
        state: 'ready' as const,
        ...toProblemColumns(problems),
      })),
    )
    .execute()
}

/** Returns the contents of ready and applied records by old number. */
export async function listReadyBodies(
  importId: number,
  kind: RecordKind,
  legacyIds: readonly number[],
): Promise<Map<number, unknown>> {
  const rows = await db
    .selectFrom('import_records')
    .select(['legacy_id', 'body'])
    .where('import_id', '=', importId)
    .where('kind', '=', kind)
    .where('legacy_id', 'in', nonEmptyIds(new Set(legacyIds)))
    .where('state', 'in', ['ready', 'applied'])
    .execute()
  return new Map(rows.flatMap(({ legacy_id, body }) => (legacy_id ? [[legacy_id, JSON.parse(body)]] : [])))
}
