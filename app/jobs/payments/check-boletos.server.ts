import { reconcilePayments } from '#app/jobs/payments/reconcile-payments.server.ts'
import { reconcilePix } from '#app/jobs/payments/reconcile-pix.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'

/** Staff's request to reconcile now; each request is an outbox subject of its own (D15). */
export const checkBoletos: Job = {
  queue: 'work',
  async run() {
    await reconcilePayments.run(new Date())
    await reconcilePix.run(new Date())
  },
}
