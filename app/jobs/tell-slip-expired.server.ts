import { addDays } from '#app/domain/calendar.ts'
import { orderStatus } from '#app/domain/order-status.ts'
import { unpaidOrderDays } from '#app/domain/slip-state.ts'
import { slipExpiredMail } from '#app/emails/slip-expired.tsx'
import { type Job, JobRefused } from '#app/jobs/job.ts'
import { sendOrderMail } from '#app/jobs/order-mail.server.ts'
import { slipFacts } from '#app/jobs/slip-mail.server.ts'
import { findSlip } from '#app/models/boleto.server.ts'

/** Mails the buyer that a slip expired and where another one is made, once per slip, unless there is one already (D16). */
export const tellSlipExpired: Job = {
  queue: 'work',
  async run(subject, event) {
    const slip = await findSlip(Number(subject))
    if (!slip) throw new JobRefused('no order or no slip to tell about')
    if (slip.current_of === null || slip.retired_why !== 'expired') return
    const { to, status, order, facts } = await slipFacts(slip)
    if (status !== orderStatus.pendingPayment) return
    const { due_date: dueDate, value } = slip
    const keptUntil = addDays(dueDate, unpaidOrderDays)
    await sendOrderMail(event, to, order, slipExpiredMail({ ...facts, dueDate, value, keptUntil }))
  },
}
