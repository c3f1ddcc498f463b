import { sql } from 'kysely'
import { compileInsert } from '#app/models/platform/compiled-query.server.ts'
import { db, type Trx } from '#app/models/platform/db.server.ts'
import { makeContainsPattern } from '#app/models/platform/like-pattern.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

export type Entity =
  | 'order'
  | 'user'
  | 'subscription'
  | 'shipment'
  | 'publication'
  | 'setting'
  | 'mail'
  | 'job'
  | 'bank-file'
  | 'api-key'
  | 'webhook'
/** The person who acts, or null for the shop. `source` is the part of the program, such as 'bank-file'. */
export type Actor = { actorUserId: number | null; source: string }

export type Origin = 'import' | undefined

/** Returns 'imported' with the source for data from a file, else `action`. */
export function getOriginAction(origin: Origin, action: string) {
  return origin === 'import' ? { action: 'imported', source: origin } : { action }
}

type NewEntry = {
  entity: Entity
  entityId: number
  action: string
  /** null if the shop acted by itself */
  actorUserId: number | null
  source?: string
  details?: Record<string, unknown>
}

/** Appends history rows and returns the first id, or 0 without entries. Only `clearChanges` ever changes rows. */
export async function recordHistory(trx: Trx, ...entries: NewEntry[]): Promise<number> {
  if (entries.length === 0) return 0
  const rows = entries.map(({ entity, entityId, action, actorUserId, source, details }) => ({
    entity,
    entity_id: entityId,
    action,
    actor_user_id: actorUserId,
    details: source || details ? JSON.stringify({ source, ...details }) : null,
  }))
  const insertion = await insertHistory(trx, rows)
  return Number(insertion.insertId)
}

const insertHistory = compileInsert('history', ['entity', 'entity_id', 'action', 'actor_user_id', 'details'])

type FieldValues = Readonly<Record<string, string | number | boolean | null>>
type RecordChange = Omit<NewEntry, 'action' | 'details'> & {
  action?: string
  before: FieldValues
  after: FieldValues
  /** details stored in addition to the changed fields */
  details?: FieldValues
}

/** Appends a row for each record with the old and new values of the changed fields. Skips unchanged records. */
export async function recordChange(trx: Trx, ...changes: RecordChange[]): Promise<void> {
  await recordHistory(trx, ...changes.flatMap(toChangeEntries))
}

function toChangeEntries({ before, after, details, action = 'changed', ...entry }: RecordChange): NewEntry[] {
  const changedNames = Object.keys(after).filter((name) => (before[name] ?? null) !== after[name])
  if (changedNames.length === 0) return []
  const changes = Object.fromEntries(
    changedNames.map((name) => [name, [before[name] ?? null, after[name] ?? null]]),
  )
  return [{ ...entry, action, details: { changes, ...details } }]
}

/** Returns the condition for entries of customers, which include entries without a source. */
export function isCustomerAction() {
  return sql<boolean>`coalesce(json_unquote(json_extract(history.details, '$.source')), 'customer') = 'customer'`
}

export function parseHistorySource({ details }: { details: string | null }): string {
  const { source = 'customer' }: Record<string, unknown> = details ? JSON.parse(details) : {}
  return String(source)
}

/** Removes old and new values from the entries because they may be personal data. */
export async function clearChanges(trx: Trx, entity: Entity, ids: readonly number[]): Promise<void> {
  await trx
    .updateTable('history')
    .set({ details: null })
    .where('entity', '=', entity)
    .where('entity_id', 'in', nonEmptyIds(ids))
    .where((eb) =>
      eb.or([
        eb('details', 'like', makeContainsPattern('"changes":')),
        eb('action', 'in', [
          'photo-wanted',
          'file-added',
          'file-removed',
          'refunded',
          'apply-asked',
          'codes-answered',
        ]),
      ]),
    )
    .execute()
}

/** Returns entries, newest first. The actor is null if the shop acted by itself. */
export async function listHistoryForStaff(entity: Entity, entityId: number, limit = 200) {
  const rows = await selectHistoryWithActors()
    .where('history.entity', '=', entity)
    .where('history.entity_id', '=', entityId)
    .orderBy('history.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toHistoryEntry)
}

export function selectHistoryWithActors() {
  return db
    .selectFrom('history')
    .leftJoin('profiles as actor', 'actor.user_id', 'history.actor_user_id')
    .select(['history.id', 'history.entity', 'history.entity_id as entityId', 'action', 'details'])
    .select(['history.created_at as at', 'actor.name as actor'])
}

export type HistoryEntry = ReturnType<typeof toHistoryEntry>
type Row = Awaited<ReturnType<ReturnType<typeof selectHistoryWithActors>['execute']>>[number]

export function toHistoryEntry({ details, ...row }: Row) {
  const { changes = {}, ...furtherDetails }: Record<string, unknown> = details ? JSON.parse(details) : {}
  const changedFields = typeof changes === 'object' && changes !== null ? Object.entries(changes) : []
  return {
    ...row,
    changes: changedFields.map(([field, pair]) => {
      const [from, to]: unknown[] = Array.isArray(pair) ? pair : []
      return { field, from: toTextOrNull(from), to: toTextOrNull(to) }
    }),
    facts: Object.entries(furtherDetails).map(([name, value]) => ({ name, value: toTextOrNull(value) })),
  }
}

function toTextOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}

export function listHistory(entity: Entity, entityId: number) {
  return db
    .selectFrom('history')
    .select(['id', 'action', 'actor_user_id', 'details', 'created_at'])
    .where('entity', '=', entity)
    .where('entity_id', '=', entityId)
    .orderBy('id')
    .limit(500)
    .execute()
}
