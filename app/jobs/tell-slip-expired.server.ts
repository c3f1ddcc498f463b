import { addDays, civilDateIn } from '#app/domain/calendar.ts'
import { paymentState } from '#app/domain/payment.ts'
import { unpaidOrderDays } from '#app/domain/slip-state.ts'
import { slipExpiredMail } from '#app/emails/slip-expired.tsx'
import { type Job, JobRefused } from '#app/jobs/job.ts'
import { sendOrderMail } from '#app/jobs/order-mail.server.ts'
import { slipFacts } from '#app/jobs/slip-mail.server.ts'
import { findSlip } from '#app/models/boleto.server.ts'
import { effectState } from '#app/models/outbox.server.ts'

/** Mails the buyer that a slip expired and where another one is made, once per slip, while the payment page says so (D16). */
export const tellSlipExpired: Job = {
  queue: 'work',
  async run(subject, event) {
    const slip = await findSlip(Number(subject))
    if (!slip) throw new JobRefused('no order or no slip to tell about')
    const { to, status, order, facts } = await slipFacts(slip)
    const { issuer, state, due_date: dueDate, value } = slip
    const shown = paymentState({
      status,
      slip: { issuer, state, isRetired: slip.retired_at !== null, dueDate },
      issue: await effectState('issue-boleto', String(slip.order_id)),
      today: civilDateIn(new Date()),
    })
    if (slip.current_of === null || shown !== 'expired') return
    const keptUntil = addDays(dueDate, unpaidOrderDays)
    await sendOrderMail(event, to, order, slipExpiredMail({ ...facts, dueDate, value, keptUntil }))
  },
}
