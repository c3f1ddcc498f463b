import { sql } from 'kysely'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { reviewHours } from '#app/domain/orders/photo-review.ts'
import { listPhotoLines, reviewSign } from '#app/models/orders/photo-request.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { countRows } from '#app/models/platform/list-page.server.ts'

/** Longest waiting first, without orders waiting for another photo; undefined at the end. */
export async function findNextForReview(after?: number) {
  const from = (after === undefined ? undefined : await findPlace(after)) ?? start
  const next = await waiting()
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where((eb) =>
      eb.or([
        eb(since, '>', from.since),
        eb.and([eb(since, '=', from.since), eb('orders.id', '>', from.id)]),
      ]),
    )
    .select(['orders.id', 'date', 'total', 'profiles.id as profileId', 'email', 'phone', 'note'])
    .select(['is_company as isCompany', 'profiles.name as name', 'company_name as companyName'])
    .select(since.as('since'))
    .orderBy('since')
    .orderBy('orders.id')
    .limit(1)
    .executeTakeFirst()
  if (!next) return undefined
  const lines = await listPhotoLines(next.id)
  return { ...next, lines, sign: reviewSign({ since: next.since, requestId: null, lines }) }
}

/** After which order the one before this stands in the queue, 0 for its start; undefined when this is the first. */
export async function findPlaceOfPrevious(id: number): Promise<number | undefined> {
  const here = await findPlace(id)
  if (!here) return undefined
  const previous = await waiting()
    .where((eb) =>
      eb.or([eb(since, '<', here.since), eb.and([eb(since, '=', here.since), eb('orders.id', '<', id)])]),
    )
    .select('orders.id')
    .orderBy(since, 'desc')
    .orderBy('orders.id', 'desc')
    .limit(2)
    .execute()
  return previous.length > 0 ? (previous[1]?.id ?? 0) : undefined
}

const HOUR_MS = 3_600_000

const start = { id: 0, since: new Date(0) }

/** Up to the limit, or all. */
export function countForReview(limit?: number): Promise<number> {
  return countRows(waiting(), limit)
}

/** Orders in the queue, and since when. */
export function ordersInReview() {
  return waiting().select(['orders.id', since.as('since')])
}

/** Waiting longer than the shop promises. */
export async function countLateForReview(now: Date): Promise<number> {
  const { count } = await waiting()
    .where(since, '<', new Date(now.getTime() - reviewHours * HOUR_MS))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Also works for an order no longer waiting. */
function findPlace(id: number) {
  return db
    .selectFrom('orders')
    .where('id', '=', id)
    .select(['id', since.as('since')])
    .executeTakeFirst()
}

/** Start of the wait: the new photo's arrival, else the order's. */
const since = sql<Date>`coalesce(orders.review_since, orders.created_at)`

function waiting() {
  return db
    .selectFrom('orders')
    .where('orders.status', '=', orderStatus.underReview)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('photo_requests')
            .select('photo_requests.id')
            .whereRef('photo_requests.order_id', '=', 'orders.id')
            .where('is_open', '=', 1),
        ),
      ),
    )
}
