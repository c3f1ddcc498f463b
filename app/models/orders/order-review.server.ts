import { sql } from 'kysely'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { reviewHours } from '#app/domain/orders/photo-review.ts'
import { digestReview, listPhotoLines } from '#app/models/orders/photo-request.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { countRows } from '#app/models/platform/list-page.server.ts'

/** Returns the next order in the review queue, after the order `previousId` or from the start. */
export async function findNextForReview(previousId?: number) {
  const previousPlace = previousId === undefined ? undefined : await findQueuePlace(previousId)
  const place = previousPlace ?? queueStart
  const next = await selectWaiting()
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where((eb) =>
      eb.or([
        eb(waitingSince, '>', place.since),
        eb.and([eb(waitingSince, '=', place.since), eb('orders.id', '>', place.id)]),
      ]),
    )
    .select(['orders.id', 'date', 'total', 'profiles.id as profileId', 'email', 'phone', 'note'])
    .select(['is_company as isCompany', 'profiles.name as name', 'company_name as companyName'])
    .select(waitingSince.as('since'))
    .orderBy('since')
    .orderBy('orders.id')
    .limit(1)
    .executeTakeFirst()
  if (!next) return undefined
  const lines = await listPhotoLines(next.id)
  return { ...next, lines, sign: digestReview({ since: next.since, requestId: null, lines }) }
}

/**
 * Returns the id that `findNextForReview` needs to return the order before `id`. Returns 0 if the order before
 * `id` is the first, and undefined if `id` is the first.
 */
export async function findPreviousQueueId(id: number): Promise<number | undefined> {
  const place = await findQueuePlace(id)
  if (!place) return undefined
  const previousOrders = await selectWaiting()
    .where((eb) =>
      eb.or([
        eb(waitingSince, '<', place.since),
        eb.and([eb(waitingSince, '=', place.since), eb('orders.id', '<', id)]),
      ]),
    )
    .select('orders.id')
    .orderBy(waitingSince, 'desc')
    .orderBy('orders.id', 'desc')
    .limit(2)
    .execute()
  if (previousOrders.length === 0) return undefined
  return previousOrders[1]?.id ?? 0
}

const HOUR_MS = 3_600_000

const queueStart = { id: 0, since: new Date(0) }

export function countOrdersForReview(limit?: number): Promise<number> {
  return countRows(selectWaiting(), limit)
}

export function selectOrdersInReview() {
  return selectWaiting().select(['orders.id', waitingSince.as('since')])
}

/** Counts orders whose review takes longer than the shop promises. */
export async function countLateReviews(now: Date): Promise<number> {
  const { count } = await selectWaiting()
    .where(waitingSince, '<', new Date(now.getTime() - reviewHours * HOUR_MS))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the order's place in the queue, even if the order no longer waits. */
function findQueuePlace(id: number) {
  return db
    .selectFrom('orders')
    .where('id', '=', id)
    .select(['id', waitingSince.as('since')])
    .executeTakeFirst()
}

/** SQL for the start of the wait: the arrival of a new photo, else the creation of the order. */
const waitingSince = sql<Date>`coalesce(orders.review_since, orders.created_at)`

/** Selects orders under review that have no open request for photos. */
export function selectWaiting() {
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
