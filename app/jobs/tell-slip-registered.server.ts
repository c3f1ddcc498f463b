import { orderStatus } from '#app/domain/order-status.ts'
import { slipRegisteredMail } from '#app/emails/slip-registered.tsx'
import { type Job, JobRefused } from '#app/jobs/job.ts'
import { sendOrderMail } from '#app/jobs/order-mail.server.ts'
import { isToBePaid, slipFacts } from '#app/jobs/slip-mail.server.ts'
import { findSlip } from '#app/models/boleto.server.ts'

/** Mails the buyer a slip that a bank had refused and has registered after all, while it is to be paid. */
export const tellSlipRegistered: Job = {
  queue: 'work',
  async run(subject, event) {
    const slip = await findSlip(Number(subject))
    if (!slip) throw new JobRefused('no order or no slip to tell about')
    if (!isToBePaid(slip)) return
    const { to, status, order, facts } = await slipFacts(slip)
    if (status !== orderStatus.pendingPayment) return
    await sendOrderMail(event, to, order, slipRegisteredMail(facts))
  },
}
