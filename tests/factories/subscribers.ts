import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addDays, type CivilDate } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { db } from '#app/models/platform/db.server.ts'
import { address } from './people.ts'

/** Creates clients with an address and an active subscription to a publication, all from one paid order. */
export async function addSubscribers(publicationId: number, count: number, today: CivilDate) {
  const addressId = await insertFirstId(db.insertInto('addresses').values(address))
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const firstUserId = await insertFirstId(
    db.insertInto('users').values(numbers.map((number) => ({ email: `assinante-${number}@exemplo.test` }))),
  )
  const firstProfileId = await insertFirstId(
    db.insertInto('profiles').values(
      numbers.map((number, index) => ({
        user_id: firstUserId + index,
        is_company: false,
        name: `Assinante Inventado ${String(number).padStart(4, '0')}`,
        billing_address_id: addressId,
      })),
    ),
  )
  const orderId = await insertFirstId(
    db.insertInto('orders').values({
      profile_id: firstProfileId,
      status: orderStatus.confirmed,
      date: today,
      total_publications: 0,
      shipping_value: 0,
      total: 0,
      shipping_type: 'PAC',
      billing_address_id: addressId,
      payer_name: 'Assinante Inventado',
      payer_document: '52998224725',
      checkout_token: 'f'.repeat(32),
      paid_on: today,
    }),
  )
  const line = {
    order_id: orderId,
    publication_id: publicationId,
    name: 'Inventada',
    version: 'Rev. 2',
    value: 0,
  }
  const firstLineId = await insertFirstId(
    db.insertInto('order_lines').values(numbers.map(() => ({ ...line, is_signature: true }))),
  )
  const status = subscriptionStatus.active
  const unit = { publication_id: publicationId, status, starts_on: today, due: addDays(today, 100) }
  await db
    .insertInto('subscriptions')
    .values(
      numbers.map((_, index) => ({
        ...unit,
        order_line_id: firstLineId + index,
        profile_id: firstProfileId + index,
      })),
    )
    .execute()
}

/** Runs an insert. Returns the id of its first row; the ids of further rows follow without gaps. */
async function insertFirstId(insert: {
  executeTakeFirstOrThrow(): Promise<{ insertId?: bigint | undefined }>
}) {
  const inserted = await insert.executeTakeFirstOrThrow()
  return Number(inserted.insertId)
}
