import { createHash } from 'node:crypto'
import { boletoReference } from '#app/domain/charges/issued-boleto.ts'
import { db } from '#app/models/platform/db.server.ts'

/** Which boleto of its order, from 0, and how we call it wherever an issuer asks. */
export type NextBoleto = { ordinal: number; reference: string }

/**
 * Six hex digits that tell an order from another of the same number: a database restored from a backup gives its
 * numbers a second time, while the gateway remembers the charges of the first.
 */
export function boletoMark(checkoutToken: string): string {
  return createHash('sha256').update(checkoutToken).digest('hex').slice(0, 6)
}

/** What the next boleto of an order is called, the same until one is recorded; undefined for an unknown order. */
export async function nextBoletoOf(orderId: number): Promise<NextBoleto | undefined> {
  const order = await db
    .selectFrom('orders')
    .leftJoin('boletos', 'order_id', 'orders.id')
    .where('orders.id', '=', orderId)
    .groupBy(['orders.id', 'checkout_token'])
    .select((eb) => ['checkout_token', eb.fn.max<number | null>('ordinal').as('last')])
    .executeTakeFirst()
  if (!order) return undefined
  const ordinal = order.last === null ? 0 : order.last + 1
  return { ordinal, reference: boletoReference(orderId, ordinal, boletoMark(order.checkout_token)) }
}
