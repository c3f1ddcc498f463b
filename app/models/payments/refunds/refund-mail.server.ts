import type { Trx } from '#app/models/platform/db.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

export async function enqueueRefundMail(
  trx: Trx,
  { refundId, orderId }: { refundId: number; orderId: number | null },
): Promise<void> {
  if (orderId !== null) await addToOutbox(trx, ['mail-refund'], String(refundId))
}
