import { orderStatus } from '#app/domain/order-status.ts'
import { orderUnderReviewMail } from '#app/emails/order-under-review.tsx'
import type { Job } from '#app/jobs/job.ts'
import { orderFacts, sendOrderMail } from '#app/jobs/order-mail.server.ts'

/** Mails the buyer that the photo is being checked and when to expect an answer, once per order (F52, F58). */
export const tellOrderUnderReview: Job = {
  queue: 'work',
  async run(subject, event) {
    const { to, status, facts } = await orderFacts(Number(subject))
    if (status !== orderStatus.underReview) return
    await sendOrderMail(event, to, facts, orderUnderReviewMail(facts))
  },
}
