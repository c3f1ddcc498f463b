import { orderStatus } from '#app/domain/orders/order-status.ts'
import { isUntold } from '#app/domain/payments/payment.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { slipDueMail } from '#app/emails/slip-due.tsx'
import { sendOrderMail } from '#app/jobs/orders/order-mail.server.ts'
import { isToBePaid, slipFacts } from '#app/jobs/orders/slip-mail.server.ts'
import { type Job, JobRefused } from '#app/jobs/platform/job.ts'
import { findSlip } from '#app/models/charges/boleto.server.ts'

/** Reminds the buyer the day before a slip is due, once per slip; not of one that was paid, replaced, is overdue, or unknown to any bank (D16). */
export const tellSlipDue: Job = {
  queue: 'work',
  async run(subject, event) {
    const slip = await findSlip(Number(subject))
    if (!slip) throw new JobRefused('no order or no slip to tell about')
    if (!isToBePaid(slip) || isUntold(slip) || slip.due_date < civilDateIn(new Date())) return
    const { to, status, order, facts } = await slipFacts(slip)
    if (status !== orderStatus.pendingPayment) return
    await sendOrderMail(event, to, order, slipDueMail(facts))
  },
}
