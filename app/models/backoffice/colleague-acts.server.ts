import type { AircraftName } from '#app/domain/accounts/aircraft.ts'
import { accountOrderActs } from '#app/models/accounts/colleagues/acting.server.ts'
import { listColleagueNames } from '#app/models/accounts/colleagues/membership.server.ts'
import type { AccountOwner } from '#app/models/accounts/user.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { isCustomerAction } from '#app/models/platform/history.server.ts'

const accountActions = [
  'certificate-issued',
  'price-quote-made',
  'colleague-joined',
  'colleague-left',
] as const

export type ColleagueAct = {
  key: string
  at: Date
  userId: number
  /** the colleague's name, which remains known after the membership has ended */
  person: string
} & (
  | { kind: 'order'; action: string; orderId: number; isRenewal: boolean }
  | { kind: 'account'; action: string }
  | (AircraftName & { kind: 'download'; name: string; version: string })
)

/** Returns actions in the company's name, newest first. If `userId` is given, returns only this colleague's actions. */
export async function listColleagueActs(
  { userId: companyUserId, profileId }: AccountOwner,
  { limit, userId }: { limit: number; userId?: number | undefined },
): Promise<ColleagueAct[]> {
  const names = await listColleagueNames(profileId)
  const colleagueIds = [...names.keys()].filter((id) => userId === undefined || id === userId)
  if (colleagueIds.length === 0) return []
  const [orderActs, accountActs, downloadActs] = await Promise.all([
    listOrderActs(profileId, colleagueIds, limit),
    listAccountActs(companyUserId, colleagueIds, limit),
    listDownloadActs(profileId, colleagueIds, limit),
  ])
  const acts = [...orderActs, ...accountActs, ...downloadActs]
  const newestActs = acts
    .toSorted((act, otherAct) => otherAct.at.getTime() - act.at.getTime())
    .slice(0, limit)
  return newestActs.map((act) => ({ ...act, person: names.get(act.userId) ?? '' }))
}

/** Returns the time of each colleague's last action in the company's name. */
export async function findLastActs({ userId, profileId }: AccountOwner): Promise<Map<number, Date>> {
  const names = await listColleagueNames(profileId)
  const colleagueIds = [...names.keys()]
  if (colleagueIds.length === 0) return new Map()
  const lastHistoryActs = db
    .selectFrom('history')
    .where('actor_user_id', 'in', colleagueIds)
    .groupBy('actor_user_id')
    .select((eb) => eb.ref('actor_user_id').$notNull().as('person'))
    .select((eb) => eb.fn.max('history.created_at').as('at'))
  const lastActs = await Promise.all([
    lastHistoryActs
      .innerJoin('orders', 'orders.id', 'history.entity_id')
      .where('entity', '=', 'order')
      .where('orders.profile_id', '=', profileId)
      .where('action', 'in', accountOrderActs)
      .where(isCustomerAction())
      .execute(),
    lastHistoryActs
      .where('entity', '=', 'user')
      .where('entity_id', '=', userId)
      .where('action', 'in', accountActions)
      .execute(),
    db
      .selectFrom('downloads')
      .innerJoin('copies', 'copies.id', 'downloads.copy_id')
      .where('downloads.user_id', 'in', colleagueIds)
      .where('copies.profile_id', '=', profileId)
      .groupBy('downloads.user_id')
      .select('downloads.user_id as person')
      .select((eb) => eb.fn.max('downloads.created_at').as('at'))
      .execute(),
  ])
  // A later entry of the map replaces an earlier entry, so the newest action comes last.
  const oldestFirst = lastActs.flat().toSorted((act, otherAct) => act.at.getTime() - otherAct.at.getTime())
  return new Map(oldestFirst.map(({ person, at }) => [person, at]))
}

async function listOrderActs(profileId: number, colleagueIds: number[], limit: number) {
  const rows = await selectHistory(colleagueIds, limit)
    .innerJoin('orders', 'orders.id', 'history.entity_id')
    .where('entity', '=', 'order')
    .where('orders.profile_id', '=', profileId)
    .where('action', 'in', accountOrderActs)
    .where(isCustomerAction())
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('order_lines')
            .select('order_lines.id')
            .whereRef('order_lines.order_id', '=', 'orders.id')
            .where('renews_subscription_id', 'is not', null),
        )
        .as('isRenewal'),
    )
    .execute()
  return rows.map(({ id, entityId: orderId, isRenewal, ...row }) => {
    return { key: `h${id}`, kind: 'order' as const, orderId, isRenewal: Boolean(isRenewal), ...row }
  })
}

async function listAccountActs(companyUserId: number, colleagueIds: number[], limit: number) {
  const rows = await selectHistory(colleagueIds, limit)
    .where('entity', '=', 'user')
    .where('entity_id', '=', companyUserId)
    .where('action', 'in', accountActions)
    .execute()
  return rows.map(({ id, entityId: _, ...row }) => ({ key: `h${id}`, kind: 'account' as const, ...row }))
}

function selectHistory(colleagueIds: number[], limit: number) {
  return db
    .selectFrom('history')
    .where('actor_user_id', 'in', colleagueIds)
    .orderBy('history.id', 'desc')
    .limit(limit)
    .select(['history.id', 'action', 'history.created_at as at', 'entity_id as entityId'])
    .select((eb) => eb.ref('actor_user_id').$notNull().as('userId'))
}

async function listDownloadActs(profileId: number, colleagueIds: number[], limit: number) {
  const rows = await db
    .selectFrom('downloads')
    .innerJoin('copies', 'copies.id', 'downloads.copy_id')
    .innerJoin('publications', 'publications.id', 'copies.publication_id')
    .innerJoin('revisions', 'revisions.id', 'copies.revision_id')
    .leftJoin('subscriptions', 'subscriptions.id', 'copies.subscription_id')
    .leftJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .where('downloads.user_id', 'in', colleagueIds)
    .where('copies.profile_id', '=', profileId)
    .select(['downloads.id', 'downloads.created_at as at', 'downloads.user_id as userId'])
    .select(['publications.name', 'revisions.version'])
    .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
    .orderBy('downloads.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, ...row }) => ({ key: `d${id}`, kind: 'download' as const, ...row }))
}
