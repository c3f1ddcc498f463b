import type { Trx } from '#app/models/platform/db.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

/** Enqueues the buyer's mail; a refund without an order has no buyer. */
export async function enqueueRefundMail(
  trx: Trx,
  { refundId, orderId }: { refundId: number; orderId: number | null },
): Promise<void> {
  if (orderId !== null) await addToOutbox(trx, ['mail-refund'], String(refundId))
}
