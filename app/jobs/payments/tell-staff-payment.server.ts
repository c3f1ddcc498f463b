import { type PaymentNews, staffPaymentMail } from '#app/emails/staff-payment.tsx'
import { env } from '#app/env.server.ts'
import { handOver, mailSender } from '#app/jobs/platform/hand-over.server.ts'
import { type Job, JobRefused } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { findPaymentFacts } from '#app/models/payments/payment-facts.server.ts'
import { paths } from '#app/paths.ts'

/** Mails the company what is the matter with a payment, once per payment; nothing when somebody has settled it since (D15, D16). */
export const tellStaffPayment: Job = {
  queue: 'work',
  async run(subject, event) {
    const payment = await findPaymentFacts(Number(subject))
    if (!payment) throw new JobRefused('no payment to tell about')
    const news: PaymentNews | null = payment.problem ?? (payment.isLate ? 'late' : null)
    if (news === null || payment.resolution !== null) return
    const sender = await mailSender()
    const { id: paymentId, source, value, expected, paidOn, order } = payment
    const paymentUrl = `${env.PUBLIC_URL}${paths.admin.payment(paymentId)}`
    const facts = { paymentId, news, source, value, expected, paidOn, order, paymentUrl, sender }
    const delivery = await handOver(event, sender, { to: sender.email, ...staffPaymentMail(facts) })
    log.info({ paymentId, ...delivery }, 'payment to look at: staff told')
  },
}
