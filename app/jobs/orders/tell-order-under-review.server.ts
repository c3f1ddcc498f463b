import { orderStatus } from '#app/domain/orders/order-status.ts'
import { orderUnderReviewMail } from '#app/emails/order-under-review.tsx'
import { orderFacts, sendOrderMail } from '#app/jobs/orders/order-mail.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'

/** Mails the buyer that the photo is being checked and when to expect an answer, once per order (F52, F58). */
export const tellOrderUnderReview: Job = {
  queue: 'work',
  async run(subject, event) {
    const { to, status, facts } = await orderFacts(Number(subject))
    if (status !== orderStatus.underReview) return
    await sendOrderMail(event, to, facts, orderUnderReviewMail(facts))
  },
}
