import { photoWantedMail } from '#app/emails/photo-wanted.tsx'
import { env } from '#app/env.server.ts'
import { orderFacts, sendOrderMail } from '#app/jobs/orders/order-mail.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { findPhotoRequest } from '#app/models/orders/photo-request.server.ts'
import { paths } from '#app/paths.ts'

/** Mails the buyer why another photo is needed and where to send it, once per request while it is open (D18). */
export const tellPhotoWanted: Job = {
  queue: 'work',
  async run(subject, event) {
    const request = await findPhotoRequest(Number(subject))
    if (!request?.isOpen) return
    const { orderId, reason } = request
    const { to, facts } = await orderFacts(orderId)
    const photoUrl = `${env.PUBLIC_URL}${paths.newPhoto(orderId)}`
    await sendOrderMail(event, to, facts, photoWantedMail({ ...facts, reason, photoUrl }))
  },
}
