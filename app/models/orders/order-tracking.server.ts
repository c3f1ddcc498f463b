import { countAttempt, type TooManyAttempts } from '#app/models/accounts/rate-limit.server.ts'
import { db } from '#app/models/platform/db.server.ts'

type TrackingRequest = { orderId: number; email: string; networkAddress: string }

/** Returns an order's progress without personal data, or undefined if number and e-mail do not match. */
export async function trackOrder({ orderId, email, networkAddress: address }: TrackingRequest) {
  const tooManyAttempts = await countAttempt('tracking', { address, email })
  return tooManyAttempts ?? findTrackedOrder(orderId, email)
}

export type TrackingResult = Exclude<Awaited<ReturnType<typeof trackOrder>>, TooManyAttempts | undefined>

function findTrackedOrder(orderId: number, email: string) {
  return db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('orders.id', '=', orderId)
    .where('email', '=', email)
    .select(['orders.id', 'status', 'reason', 'date', 'paid_on as paidOn'])
    .select(['shipping_type as shippingType', 'shipping_days as shippingDays'])
    .select('handling_days as handlingDays')
    .executeTakeFirst()
}
