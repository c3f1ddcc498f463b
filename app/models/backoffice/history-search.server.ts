import { addDays, type CivilDate, toInstant } from '#app/domain/platform/calendar.ts'
import { findPeopleByText, listNewestPeople } from '#app/models/accounts/people-search.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { toHistoryEntry } from '#app/models/platform/history.server.ts'
import { makeContainsPattern } from '#app/models/platform/like-pattern.ts'

export const historyPerPage = 50
/** The maximum number of rows scanned per page for filters without an index; the page offers to continue. */
const MAX_SCANNED = 20_000
const MAX_ACTORS = 200
/** Ids that may be out of chronological order, because concurrent transactions commit in any order. */
const NUMBER_SLACK = 1_000

/** Optional filters. Dates are those of São Paulo and inclusive. */
export type HistoryFilter = {
  entity?: string | undefined
  /** the id in the record's URL; for a user, the profile's id */
  entityId?: number | undefined
  actor?: string | undefined
  action?: string | undefined
  from?: CivilDate | undefined
  to?: CivilDate | undefined
  /** words contained in the changes */
  text?: string | undefined
}

/** Returns rows, newest first. `isPartial` if the scan limit was reached before the page was full. */
export async function searchHistory(filter: HistoryFilter, before?: number, limit = historyPerPage) {
  const found = await selectIndexed(filter)
  const scanned = found && (await scan(found, { filter, before, limit }))
  const wantedRows = scanned ? await selectMatchingRows(found, filter, scanned, limit + 1) : []
  const rows = wantedRows.slice(0, limit)
  const last = rows.at(-1)
  if (wantedRows.length > limit && last)
    return { rows: rows.map(withTarget), next: last.id, isPartial: false }
  const next = scanned?.isFull ? scanned.lowest : null
  return { rows: rows.map(withTarget), next, isPartial: next !== null }
}

type Scan = { highest: number; lowest: number; isFull: boolean }

type Turn = { filter: HistoryFilter; before: number | undefined; limit: number }

/** Returns the id range of one scan; undefined if it is empty. */
async function scan(found: Indexed, { filter, before, limit }: Turn): Promise<Scan | undefined> {
  const isPlain = !filter.action && !filter.text && (!filter.entity || filter.entityId !== undefined)
  const scanLimit = isPlain ? limit + 1 : MAX_SCANNED
  const ids = found
    .$if(before !== undefined, (rows) => rows.where('history.id', '<', before ?? 0))
    .select('history.id')
    .orderBy('history.id', 'desc')
    .limit(scanLimit)
    .as('turn')
  const turn = await db
    .selectFrom(ids)
    .select((eb) => [
      eb.fn.max('turn.id').as('highest'),
      eb.fn.min('turn.id').as('lowest'),
      eb.fn.countAll<number>().as('count'),
    ])
    .executeTakeFirstOrThrow()
  if (turn.highest === null || turn.lowest === null) return undefined
  return { highest: turn.highest, lowest: turn.lowest, isFull: turn.count === scanLimit }
}

function selectMatchingRows(found: Indexed, filter: HistoryFilter, { highest, lowest }: Scan, limit: number) {
  return found
    .leftJoin('profiles as actor', 'actor.user_id', 'history.actor_user_id')
    .leftJoin('profiles as person', (join) =>
      join.onRef('person.user_id', '=', 'history.entity_id').on('history.entity', '=', 'user'),
    )
    .select(['history.id', 'history.entity', 'history.entity_id as entityId', 'action', 'details'])
    .select(['history.created_at as at', 'actor.name as actor', 'person.id as profileId'])
    .where('history.id', '<=', highest)
    .where('history.id', '>=', lowest)
    .$if(Boolean(filter.entity), (rows) => rows.where('history.entity', '=', filter.entity ?? ''))
    .$if(Boolean(filter.action), (rows) => rows.where('action', '=', filter.action ?? ''))
    .$if(Boolean(filter.text), (rows) =>
      rows.where('details', 'like', makeContainsPattern(escapeForJson(filter.text ?? ''))),
    )
    .orderBy('history.id', 'desc')
    .limit(limit)
    .execute()
}

type Row = Awaited<ReturnType<typeof selectMatchingRows>>[number]

/** Adds `pageId`, the id in the record's URL; for a user, the profile's id. */
function withTarget({ profileId, ...row }: Row) {
  return { ...toHistoryEntry(row), pageId: row.entity === 'user' ? profileId : row.entityId }
}

type Indexed = NonNullable<Awaited<ReturnType<typeof selectIndexed>>>

/** Resolves the filters that have an index; returns undefined if no row can match. */
async function selectIndexed({ entity, entityId, actor, from, to }: HistoryFilter) {
  const [actors, days, person] = await Promise.all([
    actor ? findActors(actor) : undefined,
    findIdRange(from, to),
    entityId === undefined ? undefined : findUserId(entityId),
  ])
  if (actors?.length === 0 || days === undefined) return undefined
  return db
    .selectFrom('history')
    .$if(entityId !== undefined, (rows) =>
      rows.where(({ eb, and, or }) => {
        const ofUser = and([eb('history.entity', '=', 'user'), eb('history.entity_id', '=', person ?? 0)])
        const isNumbered = eb('history.entity_id', '=', entityId ?? 0)
        if (entity === 'user') return ofUser
        if (entity) return and([eb('history.entity', '=', entity), isNumbered])
        return or([and([eb('history.entity', '!=', 'user'), isNumbered]), ofUser])
      }),
    )
    .$if(actors !== undefined, (rows) => rows.where('history.actor_user_id', 'in', actors ?? [0]))
    .$if(days.start !== null, (rows) =>
      rows
        .where('history.created_at', '>=', days.start ?? new Date(0))
        .where('history.id', '>=', days.lowest),
    )
    .$if(days.end !== null, (rows) =>
      rows.where('history.created_at', '<', days.end ?? new Date(0)).where('history.id', '<=', days.highest),
    )
}

/** Converts dates to an id range, because the list is read by id and ids grow with time. */
async function findIdRange(from: CivilDate | undefined, to: CivilDate | undefined) {
  const start = from ? toInstant(from, '00:00') : null
  const end = to ? toInstant(addDays(to, 1), '00:00') : null
  const ordered = db.selectFrom('history').select('id').limit(1)
  const [first, last] = await Promise.all([
    start && ordered.where('created_at', '>=', start).orderBy('created_at').executeTakeFirst(),
    end && ordered.where('created_at', '<', end).orderBy('created_at', 'desc').executeTakeFirst(),
  ])
  if ((start && !first) || (end && !last)) return undefined
  return { start, end, lowest: (first?.id ?? 0) - NUMBER_SLACK, highest: (last?.id ?? 0) + NUMBER_SLACK }
}

async function findUserId(profileId: number): Promise<number | undefined> {
  const row = await db.selectFrom('profiles').select('user_id').where('id', '=', profileId).executeTakeFirst()
  return row?.user_id
}

async function findActors(text: string): Promise<number[]> {
  const { ids } = await listNewestPeople(await findPeopleByText(text), MAX_ACTORS)
  const rows = await db
    .selectFrom('profiles')
    .select('user_id as id')
    .where('id', 'in', [0, ...ids])
    .execute()
  return rows.map(({ id }) => id)
}

/** Escapes text as it is escaped in the stored JSON. */
function escapeForJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
