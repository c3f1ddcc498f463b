import { photoRejectedMail } from '#app/emails/photo-rejected.tsx'
import { env } from '#app/env.server.ts'
import { orderFacts, sendOrderMail } from '#app/jobs/orders/order-mail.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { paths } from '#app/paths.ts'

/** Mails the buyer why the photo was rejected and how to order again, once per order (D18). */
export const tellPhotoRejected: Job = {
  queue: 'work',
  async run(subject, event) {
    const orderId = Number(subject)
    const { to, reason, facts } = await orderFacts(orderId)
    if (reason === null) return
    const redoUrl = `${env.PUBLIC_URL}${paths.order(orderId)}`
    await sendOrderMail(event, to, facts, photoRejectedMail({ ...facts, reason, redoUrl }))
  },
}
