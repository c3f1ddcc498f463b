import { orderStatus } from '#app/domain/orders/order-status.ts'
import { orderUnpaidMail } from '#app/emails/order-unpaid.tsx'
import { env } from '#app/env.server.ts'
import { orderFacts, sendOrderMail } from '#app/jobs/orders/order-mail.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { paths } from '#app/paths.ts'

/** Mails the buyer that an order nobody paid was cancelled and how to buy the same again, while that is so (D16). */
export const tellOrderUnpaid: Job = {
  queue: 'work',
  async run(subject, event) {
    const orderId = Number(subject)
    const { to, status, isRenewalOnly, facts } = await orderFacts(orderId)
    if (status !== orderStatus.cancelled) return
    const againUrl = `${env.PUBLIC_URL}${isRenewalOnly ? paths.manage() : paths.order(orderId)}`
    await sendOrderMail(event, to, facts, orderUnpaidMail({ ...facts, againUrl, isRenewalOnly }))
  },
}
