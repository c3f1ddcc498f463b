import { makeRemovedEmail } from '#app/domain/accounts/data-retention.ts'
import { db } from '#app/models/platform/db.server.ts'
import { byStaff } from './actors.ts'
import { makeOrder } from './orders.ts'
import { makeSubscription } from './subscriptions.ts'

function findOwner(orderId: number) {
  return db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['profiles.id as profileId', 'user_id as userId', 'email'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
}

/** Marks the buyer's account as removed, by the e-mail of a removed account. */
export async function removeBuyerAccount(orderId: number): Promise<void> {
  const { userId } = await findOwner(orderId)
  await db
    .updateTable('users')
    .set({ email: makeRemovedEmail(userId) })
    .where('id', '=', userId)
    .execute()
}

/** Makes the order a renewal of a subscription that another, paid order renewed meanwhile. Returns both ids. */
export async function renewElsewhere(
  orderId: number,
): Promise<{ subscriptionId: number; laterOrderId: number }> {
  const customer = await findOwner(orderId)
  const { id: subscriptionId, publicationId } = await makeSubscription(customer, { due: '2028-01-15' })
  const data = {
    buyer: { userId: customer.userId, profileId: customer.profileId, phone: '14999990000' },
    paid: { on: '2026-01-20', by: byStaff },
  }
  const { orderId: laterOrderId } = await makeOrder({ [publicationId]: 1 }, data)
  const { id: lineId } = await db
    .selectFrom('order_lines')
    .select('id')
    .where('order_id', '=', laterOrderId)
    .executeTakeFirstOrThrow()
  // The paid order created a new subscription, but a renewal extends the existing one.
  await db.deleteFrom('subscriptions').where('order_line_id', '=', lineId).execute()
  await db
    .updateTable('order_lines')
    .set({ renews_subscription_id: subscriptionId })
    .where('order_id', 'in', [orderId, laterOrderId])
    .execute()
  const afterTheOrder = new Date(Date.now() + 1000)
  await db
    .insertInto('renewals')
    .values({ order_line_id: lineId, subscription_id: subscriptionId, applied_at: afterTheOrder })
    .execute()
  return { subscriptionId, laterOrderId }
}
