import { photoWantedMail } from '#app/emails/photo-wanted.tsx'
import { env } from '#app/env.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { orderFacts, sendOrderMail } from '#app/jobs/order-mail.server.ts'
import { findPhotoRequest } from '#app/models/photo-request.server.ts'
import { paths } from '#app/web/paths.ts'

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
