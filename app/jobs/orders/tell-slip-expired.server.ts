import { unpaidOrderDays } from '#app/domain/charges/slip-state.ts'
import { paymentState } from '#app/domain/payments/payment.ts'
import { addDays, civilDateIn } from '#app/domain/platform/calendar.ts'
import { slipExpiredMail } from '#app/emails/slip-expired.tsx'
import { sendOrderMail } from '#app/jobs/orders/order-mail.server.ts'
import { slipFacts } from '#app/jobs/orders/slip-mail.server.ts'
import { type Job, JobRefused } from '#app/jobs/platform/job.ts'
import { findSlip } from '#app/models/charges/boleto.server.ts'
import { effectState } from '#app/models/platform/outbox.server.ts'

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
