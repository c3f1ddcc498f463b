import { maxAnswerMs } from '#app/domain/orders/invoices/invoice.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { db } from '#app/models/platform/db.server.ts'

/** Orders and the one that has waited longest; null for none. */
type Waiting = { count: number; oldest: number | null }

/**
 * Paid orders whose newest invoice of a model was refused, or was asked for a day ago and has no answer: a person has to
 * look. Tests do not count, nor what has its number by hand.
 */
export async function findTroubledInvoices(now: Date): Promise<{ refused: Waiting; unanswered: Waiting }> {
  const [refused, unanswered] = await Promise.all([
    newestOf()
      .where('invoices.state', '=', 'refused')
      .where((eb) => eb.or([eb('invoices.model', '!=', 'nfe'), eb('orders.nfe', 'is', null)]))
      .executeTakeFirstOrThrow(),
    newestOf()
      .where('invoices.state', 'in', ['draft', 'sent'])
      .where('invoices.asked_at', '<', new Date(now.getTime() - maxAnswerMs))
      .executeTakeFirstOrThrow(),
  ])
  return {
    refused: { ...refused, count: Number(refused.count) },
    unanswered: { ...unanswered, count: Number(unanswered.count) },
  }
}

function newestOf() {
  return db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .leftJoin('invoices as later', (join) =>
      join
        .onRef('later.order_id', '=', 'invoices.order_id')
        .onRef('later.model', '=', 'invoices.model')
        .onRef('later.id', '>', 'invoices.id')
        .on('later.is_test', '=', false),
    )
    .where('invoices.is_test', '=', false)
    .where('later.id', 'is', null)
    .where('orders.status', '=', orderStatus.confirmed)
    .select((eb) => [
      eb.fn.count<number>('invoices.order_id').distinct().as('count'),
      eb.fn.min<number | null>('invoices.order_id').as('oldest'),
    ])
}
