import type { SecurityKind } from '#app/domain/accounts/security-event.ts'
import { addDays, type CivilDate, toInstant } from '#app/domain/platform/calendar.ts'
import { db } from '#app/models/platform/db.server.ts'

const EVENTS_PER_PAGE = 50

/** Optional filters. Dates are inclusive and in the time zone of São Paulo. */
export type SecurityFilter = {
  kind?: SecurityKind | undefined
  profileId?: number | undefined
  network?: string | undefined
  from?: CivilDate | undefined
  to?: CivilDate | undefined
}

/** Returns events older than `beforeId`, newest first. `next` is the `beforeId` of the next page, or null. */
export async function listSecurityEvents(filter: SecurityFilter, beforeId?: number, limit = EVENTS_PER_PAGE) {
  const userId = filter.profileId === undefined ? undefined : await findUserId(filter.profileId)
  const { kind, network, from, to } = filter
  let events = db
    .selectFrom('security_events as event')
    .leftJoin('profiles as actor', 'actor.user_id', 'event.user_id')
    .leftJoin('profiles as account', 'account.user_id', 'event.account_id')
    .select(['event.id', 'at', 'kind', 'network', 'request_id as requestId', 'details'])
    .select(['actor.id as actorId', 'actor.name as actor', 'account.id as accountId'])
    .select('account.name as account')
  if (kind !== undefined) events = events.where('kind', '=', kind)
  if (network !== undefined) events = events.where('network', '=', network)
  if (userId !== undefined)
    events = events.where((eb) =>
      eb.or([eb('event.user_id', '=', userId), eb('event.account_id', '=', userId)]),
    )
  if (from !== undefined) events = events.where('at', '>=', getStartOfDay(from))
  if (to !== undefined) events = events.where('at', '<', getStartOfDay(addDays(to, 1)))
  if (beforeId !== undefined) events = events.where('event.id', '<', beforeId)
  const rows = await events
    .orderBy('event.id', 'desc')
    .limit(limit + 1)
    .execute()
  const shownRows = rows.slice(0, limit)
  return {
    rows: shownRows.map(parseDetails),
    next: rows.length > limit ? (shownRows.at(-1)?.id ?? null) : null,
  }
}

function parseDetails<Row extends { details: string }>({ details, ...row }: Row) {
  const parsedDetails: Record<string, string | number> = JSON.parse(details)
  return { ...row, details: parsedDetails }
}

function getStartOfDay(day: CivilDate): Date {
  return toInstant(day, '00:00')
}

async function findUserId(profileId: number): Promise<number> {
  const row = await db.selectFrom('profiles').select('user_id').where('id', '=', profileId).executeTakeFirst()
  return row?.user_id ?? 0
}
