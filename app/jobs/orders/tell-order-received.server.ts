import { orderStatus } from '#app/domain/orders/order-status.ts'
import { orderReceivedMail } from '#app/emails/order-received.tsx'
import { env } from '#app/env.server.ts'
import { orderFacts, sendOrderMail } from '#app/jobs/orders/order-mail.server.ts'
import { isToBePaid, slipToPay } from '#app/jobs/orders/slip-mail.server.ts'
import { type Job, JobRefused } from '#app/jobs/platform/job.ts'
import { findBoleto } from '#app/models/charges/boleto.server.ts'
import { paths } from '#app/paths.ts'

/** Mails the buyer what was ordered and how to pay it, once per order. */
export const tellOrderReceived: Job = {
  queue: 'work',
  async run(subject, event) {
    const orderId = Number(subject)
    const boleto = await findBoleto(orderId)
    if (!boleto) throw new JobRefused('no order or no slip to tell about')
    const { to, status, facts } = await orderFacts(orderId)
    if (status !== orderStatus.pendingPayment) return
    const content = orderReceivedMail({
      ...facts,
      slip: isToBePaid(boleto) ? await slipToPay(boleto) : 'over',
      orderUrl: `${env.PUBLIC_URL}${paths.payment(orderId)}`,
    })
    await sendOrderMail(event, to, facts, content)
  },
}
