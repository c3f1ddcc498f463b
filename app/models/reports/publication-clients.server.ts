import { sql } from 'kysely'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import { type Report, type ReportPlace, readPortions } from '#app/models/reports/report.ts'
import { clientRevision } from '#app/models/subscriptions/client-revision.server.ts'
import { isInStatus } from '#app/models/subscriptions/subscription-status.server.ts'
import { selectOpenWithdrawal } from '#app/models/subscriptions/suspension.server.ts'

export const holderKinds = ['subscription', 'purchase', 'ended', 'everybody'] as const
export type HolderKind = (typeof holderKinds)[number]

export type ChosenProfiles = { only: readonly number[] } | { except: readonly number[] }

/** `held` is the revision that the client has. null matches clients without a revision, undefined all clients. */
export type HoldersFilter = {
  /** undefined means every unit that is not expired */
  kind?: HolderKind | undefined
  held?: string | null | undefined
}

export type SubscribersFilter = HoldersFilter & {
  publicationId: number
  today: CivilDate
  chosen: ChosenProfiles
}

type Subscriber = {
  profileId: number
  isCompany: boolean
  name: string
  companyName: string | null
  phone: string | null
  email: string
}

export type SubscribedUnit = {
  id: number
  status: number
  due: CivilDate | null
  /** the revision that the client has; null for none yet */
  held: string | null
  isSuspended: boolean
  registration: string | null
  serialNumber: string | null
  /** id of the open withdrawal request, or null */
  withdrawal: number | null
}

/** A client with units sorted by due date. One-off purchases come last. */
export type SubscriberRow = Subscriber & { units: SubscribedUnit[] }

export type SubscribersTotals = { count: number; units: number }

/** Maximum number of clients on a page */
export const maxSubscribersPerPage = 1000

/** Lists each person or company with a unit of the publication once, by name. */
export const publicationClients: Report<SubscribersFilter, SubscriberRow, SubscribersTotals> = {
  totals(filter, reader = db) {
    return selectHeldUnits(reader, filter)
      .select((eb) => [
        eb.fn.count<number>('profiles.id').distinct().as('count'),
        eb.fn.countAll<number>().as('units'),
      ])
      .executeTakeFirstOrThrow()
  },

  emptyTotals: { count: 0, units: 0 },
  addRow: ({ count, units }, row) => ({ count: count + 1, units: units + row.units.length }),

  async rows(filter, place, reader = db) {
    const subscribers = await listSubscribers(reader, filter, place)
    const profileIds = subscribers.map(({ profileId }) => profileId)
    const unitsByProfile = new Map<number, SubscribedUnit[]>(profileIds.map((id) => [id, []]))
    const rows = await listUnits(reader, filter, [...unitsByProfile.keys()])
    for (const { profileId, isSuspended, ...unit } of rows)
      unitsByProfile.get(profileId)?.push({ ...unit, isSuspended: Boolean(isSuspended) })
    return subscribers.map((subscriber) => {
      const units = unitsByProfile.get(subscriber.profileId) ?? []
      return { ...subscriber, units }
    })
  },
}

export async function listSubscriberIds(filter: SubscribersFilter): Promise<number[]> {
  const ids: number[] = []
  for await (const rows of readPortions(publicationClients, filter, maxSubscribersPerPage))
    ids.push(...rows.map(({ profileId }) => profileId))
  return ids
}

/**
 * Returns the number of subscribers without an address, and the first `limit` of these subscribers by name.
 */
export async function listSubscribersWithoutAddress(
  filter: SubscribersFilter,
  limit: number,
  reader: DbOrTrx = db,
) {
  const unitsWithoutAddress = selectHeldUnits(reader, filter)
    .where('shipping_address_id', 'is', null)
    .where('billing_address_id', 'is', null)
  const [{ count }, rows] = await Promise.all([
    unitsWithoutAddress
      .select((eb) => eb.fn.count<number>('profiles.id').distinct().as('count'))
      .executeTakeFirstOrThrow(),
    unitsWithoutAddress
      .select(['profiles.id as profileId', 'is_company as isCompany', 'profiles.name'])
      .select('company_name as companyName')
      .groupBy(['profiles.id', 'is_company', 'profiles.name', 'company_name'])
      .orderBy('profiles.name')
      .orderBy('profiles.id')
      .limit(limit)
      .execute(),
  ])
  return { count, rows }
}

const { downloadReleased, awaitingDispatch, sent, expired, active } = subscriptionStatus

/** The statuses that the specification's page requests by `GET /signature/?status__in=1,2,3,5`. */
export const heldStatuses = [downloadReleased, awaitingDispatch, sent, active] as const

function listStatuses(kind: HolderKind | undefined): readonly number[] {
  if (kind === 'ended') return [expired]
  return kind === 'everybody' ? [...heldStatuses, expired] : heldStatuses
}

/** Returns the number of clients for each revision that clients have (null for none). Ignores the filter's `held`. */
export async function countHeldRevisions(
  filter: SubscribersFilter,
  reader: DbOrTrx = db,
): Promise<{ held: string | null; count: number }[]> {
  return selectHeldUnits(reader, { ...filter, held: undefined })
    .select(clientRevision.as('held'))
    .select((eb) => eb.fn.count<number>('profiles.id').distinct().as('count'))
    .groupBy('held')
    .execute()
}

function selectHeldUnits(reader: DbOrTrx, { publicationId, today, chosen, kind, held }: SubscribersFilter) {
  const units = reader
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .innerJoin('profiles', 'profiles.id', 'subscriptions.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('subscriptions.publication_id', '=', publicationId)
    .where((eb) => eb.or(listStatuses(kind).map((status) => isInStatus(status, today))))
    .$if(kind === 'subscription', (query) =>
      query.where('due', '>=', today).where('suspended_at', 'is', null),
    )
    .$if(kind === 'purchase', (query) => query.where('order_lines.is_signature', '=', false))
    .$if(held !== undefined, (query) => query.where(sql<boolean>`${clientRevision} <=> ${held ?? null}`))
  if ('only' in chosen) return units.where('profiles.id', 'in', nonEmptyIds(chosen.only))
  return units.where('profiles.id', 'not in', nonEmptyIds(chosen.except))
}

function listSubscribers(
  reader: DbOrTrx,
  filter: SubscribersFilter,
  place: ReportPlace<SubscriberRow>,
): Promise<Subscriber[]> {
  const after = 'after' in place ? place.after : undefined
  const company = sql<string>`coalesce(profiles.company_name, '')`
  const previousRow = sql`(${after?.name}, ${after?.companyName ?? ''}, ${after?.profileId})`
  return selectHeldUnits(reader, filter)
    .select(['profiles.id as profileId', 'is_company as isCompany', 'profiles.name'])
    .select(['company_name as companyName', 'phone', 'email'])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(profiles.name, ${company}, profiles.id) > ${previousRow}`),
    )
    .groupBy(['profiles.id', 'is_company', 'profiles.name', 'company_name', 'phone', 'email'])
    .orderBy('profiles.name')
    .orderBy(company)
    .orderBy('profiles.id')
    .limit(place.limit)
    .$if('offset' in place, (query) => query.offset('offset' in place ? place.offset : 0))
    .execute()
}

async function listUnits(reader: DbOrTrx, filter: SubscribersFilter, profileIds: number[]) {
  if (profileIds.length === 0) return []
  return selectHeldUnits(reader, { ...filter, chosen: { only: profileIds } })
    .select(['profiles.id as profileId', 'subscriptions.id', 'subscriptions.status', 'due'])
    .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
    .select((eb) => eb('suspended_at', 'is not', null).$castTo<number>().as('isSuspended'))
    .select([clientRevision.as('held'), selectOpenWithdrawal().as('withdrawal')])
    .orderBy((eb) => eb('due', 'is', null))
    .orderBy('due')
    .orderBy('subscriptions.id')
    .execute()
}
