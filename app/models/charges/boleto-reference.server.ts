import { createHash } from 'node:crypto'
import { formatBoletoReference } from '#app/domain/charges/issued-boleto.ts'
import { db } from '#app/models/platform/db.server.ts'

const MARK_LENGTH = 6

/** `ordinal` counts an order's boletos from 0. `reference` identifies the boleto at every issuer. */
export type NextBoleto = { ordinal: number; reference: string }

/** Returns a mark for references, because a restored database reuses order numbers that the gateway knows. */
export function makeBoletoMark(checkoutToken: string): string {
  return createHash('sha256').update(checkoutToken).digest('hex').slice(0, MARK_LENGTH)
}

/** Returns the order's next reference. Retries get the same reference until the boleto is recorded. */
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
  const mark = makeBoletoMark(order.checkout_token)
  return { ordinal, reference: formatBoletoReference(orderId, ordinal, mark) }
}
