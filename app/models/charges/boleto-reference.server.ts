import { createHash } from 'node:crypto'
import { formatBoletoReference } from '#app/domain/charges/issued-boleto.ts'
import { db } from '#app/models/platform/db.server.ts'

/** `ordinal` counts an order's boletos from 0; `reference` identifies the boleto at every issuer. */
export type NextBoleto = { ordinal: number; reference: string }

/** Returns six hex digits, because a restored database reuses order numbers that the gateway knows. */
export function makeBoletoMark(checkoutToken: string): string {
  return createHash('sha256').update(checkoutToken).digest('hex').slice(0, 6)
}

/** Returns the order's next reference, the same for retries, until its boleto is recorded. */
export async function findNextBoleto(orderId: number): Promise<NextBoleto | undefined> {
  const order = await db
    .selectFrom('orders')
    .leftJoin('boletos', 'order_id', 'orders.id')
    .where('orders.id', '=', orderId)
    .groupBy(['orders.id', 'checkout_token'])
    .select((eb) => ['checkout_token', eb.fn.max<number | null>('ordinal').as('last')])
    .executeTakeFirst()
  if (!order) return undefined
  const ordinal = order.last === null ? 0 : order.last + 1
  return { ordinal, reference: formatBoletoReference(orderId, ordinal, makeBoletoMark(order.checkout_token)) }
}
