import { type RawBuilder, sql } from 'kysely'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { findRenewalBlocker } from '#app/domain/subscriptions/subscription.ts'
import { matchesTitle } from '#app/models/catalogue/publication-search.server.ts'
import { compileQuery, expandList, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { countRows, type ListPlace, readListPage } from '#app/models/platform/list-page.server.ts'
import { lastSentRevision } from '#app/models/subscriptions/last-sent-revision.server.ts'
import { openRenewalOrder } from '#app/models/subscriptions/renewal.server.ts'
import { isInStatus } from '#app/models/subscriptions/subscription-status.server.ts'
import { selectOpenWithdrawal } from '#app/models/subscriptions/suspension.server.ts'

export const subscriptionsPerPage = 20

export type SubscriptionQuery = {
  profileId: number
  /** words of name, applicability, registration or serial number */
  search: string
  /** status of today; undefined means all */
  status: number | undefined
  /** 'aircraft' groups units by aircraft */
  order: 'newest' | 'aircraft'
  page: number
  perPage?: number
  /** only these statuses; an empty list means all */
  statuses?: readonly number[]
  publicationId?: number | undefined
  today: CivilDate
}

/** Returns units of paid orders, except suspended units. */
export async function listSubscriptions(query: SubscriptionQuery) {
  const { page, order, perPage = subscriptionsPerPage } = query
  const ownUnits = selectOwnUnits(query)
  const { count } = await ownUnits
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const pages = Math.max(1, Math.ceil(count / perPage))
  const byAircraft = sql`order_lines.airplane_registration is null, order_lines.airplane_registration`
  const rows = await ownUnits
    .select([
      'subscriptions.id',
      'subscriptions.status',
      'due',
      'starts_on',
      'times_renewed',
      'track_code',
      'sent_on',
    ])
    .select([
      'subscriptions.publication_id',
      'order_lines.order_id',
      'order_lines.name',
      'order_lines.version',
    ])
    .select(['airplane_registration', 'airplane_serial_number', 'publications.version as current_version'])
    .select([
      'publications.date as current_date',
      'publications.active',
      'order_lines.is_download',
      'order_lines.is_signature',
    ])
    .select((eb) =>
      eb
        .selectFrom('revisions')
        .select('revisions.version')
        .whereRef('revisions.publication_id', '=', 'subscriptions.publication_id')
        .where('file', 'is not', null)
        .orderBy('revisions.id', 'desc')
        .limit(1)
        .as('open_version'),
    )
    .select(['publications.price', 'publications.price_signature'])
    .select(openRenewalOrder.as('renewal_order_id'))
    .select(lastSentRevision.as('sent_version'))
    .select([selectOpenWithdrawal().as('withdrawal'), selectOpenWithdrawal(query.today).as('closed_by')])
    .select(sql<number>`count(*) over (partition by order_lines.airplane_registration)`.as('of_aircraft'))
    .$if(order === 'aircraft', (units) => units.orderBy(byAircraft))
    .orderBy('subscriptions.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { rows, count, pages }
}

/** Returns active subscriptions. Pages use them to warn of a second purchase and to offer a renewal. */
export async function listLiveSubscriptions(profileId: number, publicationIds: number[], today: CivilDate) {
  if (publicationIds.length === 0) return []
  const rows = await liveUnitsQuery.rows(db, { profileId, publicationIds, today })
  return rows.map(({ active, renewalPrice, openOrderId, withdrawal, ...row }) => {
    const renewalFacts = { active, renewalPrice, openOrderId }
    const unit = { ...row, ...renewalFacts, isSuspended: false, isWithdrawn: withdrawal !== null }
    return { ...row, canRenew: findRenewalBlocker(unit, today) === null }
  })
}

type LiveQuery = { profileId: number; publicationIds: readonly number[]; today: CivilDate }

const liveUnitsQuery = compileQuery((value: ValueSlots<LiveQuery>) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .innerJoin('publications', 'publications.id', 'subscriptions.publication_id')
    .where('subscriptions.profile_id', '=', value('profileId'))
    .where('subscriptions.publication_id', 'in', expandList(value('publicationIds')))
    .where('suspended_at', 'is', null)
    .where('due', '>=', value('today'))
    .select(['subscriptions.id', 'subscriptions.publication_id as publicationId', 'due'])
    .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
    .select(['active', 'price_signature as renewalPrice'])
    .select([openRenewalOrder.as('openOrderId'), selectOpenWithdrawal(value('today')).as('withdrawal')])
    .orderBy('subscriptions.id')
    .limit(200),
)

type OwnListQuery = Omit<SubscriptionQuery, 'order' | 'perPage'> & {
  sort: 'id' | 'due' | 'updated_at'
  direction: 'ascending' | 'descending'
  /** another condition over `subscriptions` */
  condition?: RawBuilder<boolean> | undefined
} & ListPlace

export function listOwnUnitIds(query: OwnListQuery, perPage: number) {
  const { sort, direction, condition } = query
  const ownUnits = selectOwnUnits(query).$if(condition !== undefined, (units) =>
    units.where(condition ?? sql<boolean>`true`),
  )
  return readListPage(query, {
    perPage,
    direction,
    id: sql`subscriptions.id`,
    sort: sort === 'id' ? undefined : { columns: [sortColumns[sort]], table: sql`subscriptions` },
    read: (part) =>
      ownUnits
        .where(part.cursor)
        .select(['subscriptions.id', 'subscriptions.updated_at'])
        .$if(sort !== 'id', (units) => units.orderBy(`subscriptions.${sort}`, part.direction))
        .orderBy('subscriptions.id', part.direction)
        .limit(part.limit)
        .offset(part.offset)
        .execute(),
    count: (limit) => countRows(ownUnits, limit),
  })
}

const sortColumns = { due: sql`subscriptions.due`, updated_at: sql`subscriptions.updated_at` }

function selectOwnUnits({
  profileId,
  search,
  status,
  today,
  statuses = [],
  publicationId,
}: Omit<SubscriptionQuery, 'order'>) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .innerJoin('publications', 'publications.id', 'subscriptions.publication_id')
    .where('subscriptions.profile_id', '=', profileId)
    .where('suspended_at', 'is', null)
    .where(matchesTitle(search, unitColumns))
    .$if(status !== undefined, (units) => units.where(isInStatus(status ?? 0, today)))
    .$if(statuses.length > 0, (units) =>
      units.where((eb) => eb.or(statuses.map((unitStatus) => isInStatus(unitStatus, today)))),
    )
    .$if(publicationId !== undefined, (units) =>
      units.where('subscriptions.publication_id', '=', publicationId ?? 0),
    )
}

const unitColumns = [
  'order_lines.name',
  'publications.applicability',
  'order_lines.airplane_registration',
  'order_lines.airplane_serial_number',
] as const
