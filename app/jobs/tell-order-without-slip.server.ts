import { orderStatus } from '#app/domain/order-status.ts'
import { orderReceivedMail } from '#app/emails/order-received.tsx'
import { env } from '#app/env.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { orderFacts, sendOrderMail } from '#app/jobs/order-mail.server.ts'
import { findBoleto } from '#app/models/boleto.server.ts'
import { paths } from '#app/web/paths.ts'

/** Mails the buyer what was ordered when its slip could not be made, once per order; with a slip the other mail goes. */
export const tellOrderWithoutSlip: Job = {
  queue: 'work',
  async run(subject, event) {
    const orderId = Number(subject)
    if (await findBoleto(orderId)) return
    const { to, status, facts } = await orderFacts(orderId)
    if (status !== orderStatus.pendingPayment) return
    const orderUrl = `${env.PUBLIC_URL}${paths.payment(orderId)}`
    await sendOrderMail(event, to, facts, orderReceivedMail({ ...facts, slip: 'follows', orderUrl }))
  },
}
