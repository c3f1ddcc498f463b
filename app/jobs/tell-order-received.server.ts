import { orderStatus } from '#app/domain/order-status.ts'
import { orderReceivedMail } from '#app/emails/order-received.tsx'
import { env } from '#app/env.server.ts'
import { type Job, JobRefused } from '#app/jobs/job.ts'
import { orderFacts, sendOrderMail } from '#app/jobs/order-mail.server.ts'
import { isToBePaid, slipToPay } from '#app/jobs/slip-mail.server.ts'
import { findBoleto } from '#app/models/boleto.server.ts'
import { paths } from '#app/web/paths.ts'

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
