import { JobRefused } from '#app/domain/platform/job-event.ts'
import { PixRefused } from '#app/gateways/pix/pix-bank.ts'
import { requirePixBank } from '#app/jobs/charges/remote-pix.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import {
  failPixRefund,
  findPixRefund,
  formatPixRefundRefusal,
  settlePixRefund,
} from '#app/models/payments/pix/pix-refund.server.ts'

/** Requests a refund at the bank, once per refund id. The hourly reconciliation reads its result later. */
export const refundPix: Job = {
  queue: 'work',
  async run(subject) {
    const refund = await findPixRefund(Number(subject))
    if (!refund) throw new JobRefused('no refund of this number')
    if (refund.state === 'done' || refund.state === 'failed') return
    const { end_to_end_id: endToEndId, refund_key: key, value } = refund
    const bankRefund = await requirePixBank()
      .requestRefund(endToEndId, key, value)
      .catch(async (error) => {
        if (!(error instanceof PixRefused)) throw error
        await failPixRefund(refund.id, error.message)
        throw new JobRefused(formatPixRefundRefusal(error.message))
      })
    await settlePixRefund(bankRefund)
    if (bankRefund.state === 'failed') throw new JobRefused(formatPixRefundRefusal(bankRefund.reason))
  },
}
