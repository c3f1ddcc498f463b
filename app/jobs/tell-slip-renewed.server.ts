import { orderStatus } from '#app/domain/order-status.ts'
import { slipRenewedMail } from '#app/emails/slip-renewed.tsx'
import { type Job, JobRefused } from '#app/jobs/job.ts'
import { sendOrderMail } from '#app/jobs/order-mail.server.ts'
import { isToBePaid, slipFacts } from '#app/jobs/slip-mail.server.ts'
import { findSlip } from '#app/models/boleto.server.ts'

/** Mails the buyer the slip that took the place of another, once per slip, while it is to be paid (D16). */
export const tellSlipRenewed: Job = {
  queue: 'work',
  async run(subject, event) {
    const slip = await findSlip(Number(subject))
    if (!slip) throw new JobRefused('no order or no slip to tell about')
    if (!isToBePaid(slip)) return
    const { to, status, order, facts } = await slipFacts(slip)
    if (status !== orderStatus.pendingPayment) return
    await sendOrderMail(event, to, order, slipRenewedMail(facts))
  },
}
