import { type RawBuilder, sql } from 'kysely'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'

/** Reasons why a payment cannot pay its order, as SQL conditions on `orders`. */
export const paymentBlockers = {
  /** true if the customer's account was removed, because its e-mail then ends in '@invalid' */
  isAccountRemoved: sql<boolean>`exists (select 1 from profiles
    inner join users on users.id = profiles.user_id
    where profiles.id = orders.profile_id and users.email like '%@invalid')`,
  /** true if another order has renewed a subscription that this order renews */
  isRenewedSince: sql<boolean>`exists (select 1 from order_lines as own
    inner join renewals on renewals.subscription_id = own.renews_subscription_id
    inner join order_lines as other on other.id = renewals.order_line_id
    where own.order_id = orders.id and other.order_id <> orders.id
      and renewals.applied_at > orders.created_at)`,
} as const satisfies Record<string, RawBuilder<boolean>>

const MAX_RENEWALS = 200

export async function findPaymentBlockers(reader: DbOrTrx, orderId: number) {
  const row = await reader
    .selectFrom('orders')
    .where('id', '=', orderId)
    .select([
      paymentBlockers.isAccountRemoved.as('isAccountRemoved'),
      paymentBlockers.isRenewedSince.as('isRenewedSince'),
    ])
    .executeTakeFirst()
  return { isAccountRemoved: Boolean(row?.isAccountRemoved), isRenewedSince: Boolean(row?.isRenewedSince) }
}

/** Returns renewals of this order's subscriptions by other orders, made after this order was placed. */
export function listOtherRenewals(orderId: number) {
  return db
    .selectFrom('orders')
    .innerJoin('order_lines as own', 'own.order_id', 'orders.id')
    .innerJoin('renewals', 'renewals.subscription_id', 'own.renews_subscription_id')
    .innerJoin('order_lines as other', 'other.id', 'renewals.order_line_id')
    .innerJoin('subscriptions', 'subscriptions.id', 'renewals.subscription_id')
    .where('orders.id', '=', orderId)
    .whereRef('other.order_id', '<>', 'orders.id')
    .whereRef('renewals.applied_at', '>', 'orders.created_at')
    .select(['subscriptions.id as subscriptionId', 'due', 'own.name', 'other.order_id as orderId'])
    .select(['own.airplane_registration as registration', 'own.airplane_serial_number as serialNumber'])
    .orderBy('subscriptions.id')
    .limit(MAX_RENEWALS)
    .execute()
}
