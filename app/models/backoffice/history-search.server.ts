import { addDays, type CivilDate, toInstant } from '#app/domain/platform/calendar.ts'
import { findPeopleByText, listNewestPeople } from '#app/models/accounts/people-search.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { toHistoryEntry } from '#app/models/platform/history.server.ts'
import { makeContainsPattern } from '#app/models/platform/like-pattern.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

export const historyPerPage = 50
/** Maximum number of rows scanned for a page if a filter has no index. The page then offers to continue. */
const MAX_SCANNED = 20_000
const MAX_ACTORS = 200
/** Ids may deviate by this number from the order of time because transactions run concurrently. */
const NUMBER_SLACK = 1_000

/** Optional filters. Dates are inclusive and refer to São Paulo. */
export type HistoryFilter = {
  entity?: string | undefined
  /** the id in the record's URL, which is the profile's id for a user */
  entityId?: number | undefined
  actor?: string | undefined
  action?: string | undefined
  from?: CivilDate | undefined
  to?: CivilDate | undefined
  /** words contained in the changes */
  text?: string | undefined
}

/**
 * Returns rows, newest first. `next` is the `before` of the next page, or null. `isPartial` is true if the
 * scan limit was reached before the page was full.
 */
export async function searchHistory(filter: HistoryFilter, before?: number, limit = historyPerPage) {
  const indexedRows = await selectIndexedRows(filter)
  const range = indexedRows && (await findScanRange(indexedRows, { filter, before, limit }))
  const matchingRows = range ? await selectMatchingRows(indexedRows, filter, range, limit + 1) : []
  const rows = matchingRows.slice(0, limit)
  const lastRow = rows.at(-1)
  if (matchingRows.length > limit && lastRow)
    return { rows: rows.map(addPageId), next: lastRow.id, isPartial: false }
  const next = range?.isFull ? range.lowest : null
  return { rows: rows.map(addPageId), next, isPartial: next !== null }
}

/** The scanned ids. `isFull` is true if the scan reached its limit, so there may be older rows. */
type ScanRange = { highest: number; lowest: number; isFull: boolean }

type ScanRequest = { filter: HistoryFilter; before: number | undefined; limit: number }

/** Returns the id range of a scan, or undefined if the range is empty. */
async function findScanRange(
  indexedRows: IndexedRows,
  { filter, before, limit }: ScanRequest,
): Promise<ScanRange | undefined> {
  const isEntityIndexed = !filter.entity || filter.entityId !== undefined
  const hasOnlyIndexedFilters = !filter.action && !filter.text && isEntityIndexed
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

/** Adds `pageId`, the id in the record's URL, which is the profile's id for a user. */
function addPageId({ profileId, ...row }: MatchingRow) {
  return { ...toHistoryEntry(row), pageId: row.entity === 'user' ? profileId : row.entityId }
}

type IndexedRows = NonNullable<Awaited<ReturnType<typeof selectIndexedRows>>>

/** Applies the filters that have an index. Returns undefined if no row can match. */
async function selectIndexedRows({ entity, entityId, actor, from, to }: HistoryFilter) {
  const [actorIds, dayRange, userId] = await Promise.all([
    actor ? findActorIds(actor) : undefined,
    findIdRange(from, to),
    entityId === undefined ? undefined : findUserId(entityId),
  ])
  if (actorIds?.length === 0 || dayRange === undefined) return undefined
  const { start, end, lowest, highest } = dayRange
  let rows = db.selectFrom('history')
  if (entityId !== undefined)
    rows = rows.where(({ eb, and, or }) => {
      const isUserRow = and([eb('history.entity', '=', 'user'), eb('history.entity_id', '=', userId ?? 0)])
      const hasEntityId = eb('history.entity_id', '=', entityId)
      if (entity === 'user') return isUserRow
      if (entity) return and([eb('history.entity', '=', entity), hasEntityId])
      return or([and([eb('history.entity', '!=', 'user'), hasEntityId]), isUserRow])
    })
  if (actorIds !== undefined) rows = rows.where('history.actor_user_id', 'in', actorIds)
  if (start !== null) rows = rows.where('history.created_at', '>=', start).where('history.id', '>=', lowest)
  if (end !== null) rows = rows.where('history.created_at', '<', end).where('history.id', '<=', highest)
  return rows
}

/** Converts dates to an id range because the list is read by id and ids grow with time. */
async function findIdRange(from: CivilDate | undefined, to: CivilDate | undefined) {
  const start = from ? toInstant(from, '00:00') : null
  const end = to ? toInstant(addDays(to, 1), '00:00') : null
  const oneRow = db.selectFrom('history').select('id').limit(1)
  const [firstRow, lastRow] = await Promise.all([
    start && oneRow.where('created_at', '>=', start).orderBy('created_at').executeTakeFirst(),
    end && oneRow.where('created_at', '<', end).orderBy('created_at', 'desc').executeTakeFirst(),
  ])
  const isRangeEmpty = (start && !firstRow) || (end && !lastRow)
  if (isRangeEmpty) return undefined
  const lowest = (firstRow?.id ?? 0) - NUMBER_SLACK
  const highest = (lastRow?.id ?? 0) + NUMBER_SLACK
  return { start, end, lowest, highest }
}

async function findUserId(profileId: number): Promise<number | undefined> {
  const row = await db.selectFrom('profiles').select('user_id').where('id', '=', profileId).executeTakeFirst()
  return row?.user_id
}

async function findActorIds(text: string): Promise<number[]> {
  const people = await findPeopleByText(text)
  const { ids } = await listNewestPeople(people, MAX_ACTORS)
  const rows = await db
    .selectFrom('profiles')
    .select('user_id as id')
    .where('id', 'in', nonEmptyIds(ids))
    .execute()
  return rows.map(({ id }) => id)
}

/** Escapes text in the same way as the stored JSON. */
function escapeForJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
