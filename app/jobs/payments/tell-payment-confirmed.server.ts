import { orderStatus } from '#app/domain/orders/order-status.ts'
import { paymentConfirmedMail } from '#app/emails/payment-confirmed.tsx'
import { env } from '#app/env.server.ts'
import { orderFacts, sendOrderMail } from '#app/jobs/orders/order-mail.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { listRenewalsOfOrder } from '#app/models/subscriptions/renewal.server.ts'
import { paths } from '#app/paths.ts'

/** Mails the buyer that the payment arrived and where the publications are, once per order (D17). */
export const tellPaymentConfirmed: Job = {
  queue: 'work',
  async run(subject, event) {
    const { to, status, facts } = await orderFacts(Number(subject))
    if (status !== orderStatus.confirmed) return
    const renewals = await listRenewalsOfOrder(facts.orderId)
    const copies = facts.lines.reduce((sum, { quantity }) => sum + quantity, 0)
    const manageUrl = `${env.PUBLIC_URL}${paths.manage()}`
    const hasPurchases = copies > renewals.length
    const content = paymentConfirmedMail({ ...facts, manageUrl, renewals, hasPurchases })
    await sendOrderMail(event, to, facts, content)
  },
}
