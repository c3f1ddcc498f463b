import { civilDateIn } from '#app/domain/calendar.ts'
import { orderStatus } from '#app/domain/order-status.ts'
import { isUntold } from '#app/domain/payment.ts'
import { slipDueMail } from '#app/emails/slip-due.tsx'
import { type Job, JobRefused } from '#app/jobs/job.ts'
import { sendOrderMail } from '#app/jobs/order-mail.server.ts'
import { isToBePaid, slipFacts } from '#app/jobs/slip-mail.server.ts'
import { findSlip } from '#app/models/boleto.server.ts'

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
