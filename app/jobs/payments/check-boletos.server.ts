import { reconcilePayments } from '#app/jobs/payments/reconcile-payments.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'

/** Asks the gateway about open boletos at once, when staff wish so; each wish is a subject of its own (D15). */
export const checkBoletos: Job = {
  queue: 'work',
  async run() {
    await reconcilePayments.run(new Date())
  },
}
