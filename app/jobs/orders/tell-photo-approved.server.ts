import { orderStatus } from '#app/domain/orders/order-status.ts'
import { photoApprovedMail } from '#app/emails/photo-approved.tsx'
import { env } from '#app/env.server.ts'
import { orderFacts, sendOrderMail } from '#app/jobs/orders/order-mail.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { findBoleto } from '#app/models/charges/boleto.server.ts'
import { paths } from '#app/paths.ts'

/** Mails the buyer that the photo is approved and where to pay, once per approval (D11). */
export const tellPhotoApproved: Job = {
  queue: 'work',
  async run(subject, event) {
    const orderId = Number(subject)
    const { to, status, facts } = await orderFacts(orderId)
    if (status !== orderStatus.pendingPayment) return
    const paymentUrl = `${env.PUBLIC_URL}${paths.payment(orderId)}`
    const hasSlip = (await findBoleto(orderId)) !== undefined
    const content = photoApprovedMail({ ...facts, paymentUrl, hasSlip })
    await sendOrderMail(event, to, facts, content)
  },
}
