import { reconcilePayments } from '#app/jobs/payments/reconcile-payments.server.ts'
import { reconcilePix } from '#app/jobs/payments/reconcile-pix.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'

export const checkBoletos: Job = {
  queue: 'work',
  async run() {
    await reconcilePayments.run(new Date())
    await reconcilePix.run(new Date())
  },
}
