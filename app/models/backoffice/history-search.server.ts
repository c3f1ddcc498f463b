import { addDays, type CivilDate, toInstant } from '#app/domain/platform/calendar.ts'
import { findPeopleByText, listNewestPeople } from '#app/models/accounts/people-search.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { toHistoryEntry } from '#app/models/platform/history.server.ts'
import { makeContainsPattern } from '#app/models/platform/like-pattern.ts'

export const historyPerPage = 50
/** The maximum number of rows scanned per page for filters without an index; the page offers to continue. */
const MAX_SCANNED = 20_000
const MAX_ACTORS = 200
/** The distance by which ids may differ from the order of time, as concurrent transactions commit freely. */
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
  const indexedRows = await selectIndexedRows(filter)
  const range = indexedRows && (await findScanRange(indexedRows, { filter, before, limit }))
  const matchingRows = range ? await selectMatchingRows(indexedRows, filter, range, limit + 1) : []
  const rows = matchingRows.slice(0, limit)
  const last = rows.at(-1)
  if (matchingRows.length > limit && last)
    return { rows: rows.map(addPageId), next: last.id, isPartial: false }
  const next = range?.isFull ? range.lowest : null
  return { rows: rows.map(addPageId), next, isPartial: next !== null }
}

type ScanRange = { highest: number; lowest: number; isFull: boolean }

type ScanRequest = { filter: HistoryFilter; before: number | undefined; limit: number }

/** Returns the id range of one scan; undefined if it is empty. */
async function findScanRange(
  indexedRows: IndexedRows,
  { filter, before, limit }: ScanRequest,
): Promise<ScanRange | undefined> {
  const hasOnlyIndexedFilters =
    !filter.action && !filter.text && (!filter.entity || filter.entityId !== undefined)
  const scanLimit = hasOnlyIndexedFilters ? limit + 1 : MAX_SCANNED
  const olderRows = before === undefined ? indexedRows : indexedRows.where('history.id', '<', before)
  const ids = olderRows.select('history.id').orderBy('history.id', 'desc').limit(scanLimit).as('turn')
  const range = await db
    .selectFrom(ids)
    .select((eb) => [
      eb.fn.max('turn.id').as('highest'),
      eb.fn.min('turn.id').as('lowest'),
      eb.fn.countAll<number>().as('count'),
    ])
    .executeTakeFirstOrThrow()
  if (range.highest === null || range.lowest === null) return undefined
  return { highest: range.highest, lowest: range.lowest, isFull: range.count === scanLimit }
}

function selectMatchingRows(
  indexedRows: IndexedRows,
  filter: HistoryFilter,
  { highest, lowest }: ScanRange,
  limit: number,
) {
  let rows = indexedRows
    .leftJoin('profiles as actor', 'actor.user_id', 'history.actor_user_id')
    .leftJoin('profiles as person', (join) =>
      join.onRef('person.user_id', '=', 'history.entity_id').on('history.entity', '=', 'user'),
    )
    .select(['history.id', 'history.entity', 'history.entity_id as entityId', 'action', 'details'])
    .select(['history.created_at as at', 'actor.name as actor', 'person.id as profileId'])
    .where('history.id', '<=', highest)
    .where('history.id', '>=', lowest)
  if (filter.entity) rows = rows.where('history.entity', '=', filter.entity)
  if (filter.action) rows = rows.where('action', '=', filter.action)
  if (filter.text) rows = rows.where('details', 'like', makeContainsPattern(escapeForJson(filter.text)))
  return rows.orderBy('history.id', 'desc').limit(limit).execute()
}

type MatchingRow = Awaited<ReturnType<typeof selectMatchingRows>>[number]

/** Adds `pageId`, the id in the record's URL; for a user, the profile's id. */
function addPageId({ profileId, ...row }: MatchingRow) {
  return { ...toHistoryEntry(row), pageId: row.entity === 'user' ? profileId : row.entityId }
}

type IndexedRows = NonNullable<Awaited<ReturnType<typeof selectIndexedRows>>>

/** Resolves the filters that have an index; returns undefined if no row can match. */
async function selectIndexedRows({ entity, entityId, actor, from, to }: HistoryFilter) {
  const [actors, days, userId] = await Promise.all([
    actor ? findActors(actor) : undefined,
    findIdRange(from, to),
    entityId === undefined ? undefined : findUserId(entityId),
  ])
  if (actors?.length === 0 || days === undefined) return undefined
  const { start, end, lowest, highest } = days
  let rows = db.selectFrom('history')
  if (entityId !== undefined)
    rows = rows.where(({ eb, and, or }) => {
      const isUserRow = and([eb('history.entity', '=', 'user'), eb('history.entity_id', '=', userId ?? 0)])
      const hasEntityId = eb('history.entity_id', '=', entityId)
      if (entity === 'user') return isUserRow
      if (entity) return and([eb('history.entity', '=', entity), hasEntityId])
      return or([and([eb('history.entity', '!=', 'user'), hasEntityId]), isUserRow])
    })
  if (actors !== undefined) rows = rows.where('history.actor_user_id', 'in', actors)
  if (start !== null) rows = rows.where('history.created_at', '>=', start).where('history.id', '>=', lowest)
  if (end !== null) rows = rows.where('history.created_at', '<', end).where('history.id', '<=', highest)
  return rows
}

/** Converts dates to an id range, because the list is read by id and ids grow with time. */
async function findIdRange(from: CivilDate | undefined, to: CivilDate | undefined) {
  const start = from ? toInstant(from, '00:00') : null
  const end = to ? toInstant(addDays(to, 1), '00:00') : null
  const oneRow = db.selectFrom('history').select('id').limit(1)
  const [first, last] = await Promise.all([
    start && oneRow.where('created_at', '>=', start).orderBy('created_at').executeTakeFirst(),
    end && oneRow.where('created_at', '<', end).orderBy('created_at', 'desc').executeTakeFirst(),
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

/** Escapes text in the same way as the stored JSON. */
function escapeForJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
