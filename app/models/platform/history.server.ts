import type { ExpressionBuilder } from 'kysely'
import { db, type Trx } from '#app/models/platform/db.server.ts'
import { startingWith } from '#app/models/platform/like-pattern.ts'
import type { Database } from '#app/models/platform/schema.ts'

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
/** A person, or the shop itself for what `source` names ('bank-file', 'gateway' …). */
export type Actor = { actorUserId: number | null; source: string }

/** 'import' for what came in an uploaded file. */
export type Origin = 'import' | undefined

/** How an entry names a change: 'imported' with its source for what came in a file. */
export function actionFrom(origin: Origin, action: string) {
  return origin === 'import' ? { action: 'imported', source: origin } : { action }
}

type Entry = {
  entity: Entity
  entityId: number
  action: string
  /** null for the shop itself */
  actorUserId: number | null
  /** stored as the first detail */
  source?: string
  details?: Record<string, unknown>
}

/** Appends history rows and returns the first one's id, 0 for none; rows are never changed (F100). */
export async function recordHistory(trx: Trx, ...entries: Entry[]): Promise<number> {
  if (entries.length === 0) return 0
  const made = await trx
    .insertInto('history')
    .values(
      entries.map(({ entity, entityId, action, actorUserId, source, details }) => ({
        entity,
        entity_id: entityId,
        action,
        actor_user_id: actorUserId,
        details: source || details ? JSON.stringify({ source, ...details }) : null,
      })),
    )
    .executeTakeFirstOrThrow()
  return Number(made.insertId)
}

type Fields = Readonly<Record<string, string | number | boolean | null>>
type Change = Omit<Entry, 'action' | 'details'> & {
  action?: string
  before: Fields
  after: Fields
  /** noted besides the fields */
  facts?: Fields
}

/** Appends the changed fields with old and new values, one row per record; nothing where nothing changed (F100). */
export async function recordChange(trx: Trx, ...changes: Change[]): Promise<void> {
  await recordHistory(trx, ...changes.flatMap(entriesOf))
}

function entriesOf({ before, after, facts, action = 'changed', ...entry }: Change): Entry[] {
  const names = Object.keys(after).filter((name) => (before[name] ?? null) !== after[name])
  if (names.length === 0) return []
  const changes = Object.fromEntries(names.map((name) => [name, [before[name] ?? null, after[name] ?? null]]))
  return [{ ...entry, action, details: { changes, ...facts } }]
}

const OF_CUSTOMERS = '{"source":"customer"'

/** Entries without a source are the customer's own, as `sourceOf` reads them. */
export function isOfCustomer(eb: ExpressionBuilder<Database, 'history'>) {
  return eb.or([
    eb('history.details', 'is', null),
    eb('history.details', 'not like', startingWith('{"source":')),
    eb('history.details', 'like', startingWith(OF_CUSTOMERS)),
  ])
}

/** 'customer' where none was stored. */
export function sourceOf({ details }: { details: string | null }): string {
  const { source = 'customer' }: Record<string, unknown> = details ? JSON.parse(details) : {}
  return String(source)
}

/** Newest first; actor null: the shop itself. */
export async function listHistoryForStaff(entity: Entity, entityId: number, limit = 200) {
  const rows = await historyWithActors()
    .where('history.entity', '=', entity)
    .where('history.entity_id', '=', entityId)
    .orderBy('history.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(entryOf)
}

/** `details` is unparsed JSON. */
export function historyWithActors() {
  return db
    .selectFrom('history')
    .leftJoin('profiles as actor', 'actor.user_id', 'history.actor_user_id')
    .select(['history.id', 'history.entity', 'history.entity_id as entityId', 'action', 'details'])
    .select(['history.created_at as at', 'actor.name as actor'])
}

export type HistoryEntry = ReturnType<typeof entryOf>
type Row = Awaited<ReturnType<ReturnType<typeof historyWithActors>['execute']>>[number]

export function entryOf({ details, ...row }: Row) {
  const { changes = {}, ...facts }: Record<string, unknown> = details ? JSON.parse(details) : {}
  const pairs = typeof changes === 'object' && changes !== null ? Object.entries(changes) : []
  return {
    ...row,
    changes: pairs.map(([field, pair]) => {
      const [from, to]: unknown[] = Array.isArray(pair) ? pair : []
      return { field, from: textOf(from), to: textOf(to) }
    }),
    facts: Object.entries(facts).map(([name, value]) => ({ name, value: textOf(value) })),
  }
}

function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}

/** Oldest first. */
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
