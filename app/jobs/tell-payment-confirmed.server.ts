import { orderStatus } from '#app/domain/order-status.ts'
import { paymentConfirmedMail } from '#app/emails/payment-confirmed.tsx'
import { env } from '#app/env.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { orderFacts, sendOrderMail } from '#app/jobs/order-mail.server.ts'
import { paths } from '#app/web/paths.ts'

/** Mails the buyer that the payment arrived and where the publications are, once per order (D17). */
export const tellPaymentConfirmed: Job = {
  queue: 'work',
  async run(subject, event) {
    const { to, status, facts } = await orderFacts(Number(subject))
    if (status !== orderStatus.confirmed) return
    const content = paymentConfirmedMail({ ...facts, manageUrl: `${env.PUBLIC_URL}${paths.manage()}` })
    await sendOrderMail(event, to, facts, content)
  },
}
