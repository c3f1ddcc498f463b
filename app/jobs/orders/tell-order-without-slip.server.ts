import { orderStatus } from '#app/domain/orders/order-status.ts'
import { orderReceivedMail } from '#app/emails/order-received.tsx'
import { env } from '#app/env.server.ts'
import { faultPoint } from '#app/fault-point.server.ts'
import { orderFacts, sendOrderMail } from '#app/jobs/orders/order-mail.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { findBoleto, promiseBoleto } from '#app/models/charges/boleto.server.ts'
import { paths } from '#app/paths.ts'

/**
 * Mails the buyer what was ordered while its boleto is not there, once per order (D70); it is promised for a minute after
 * the order. From then on the boleto has a mail of its own; one that came in time has that of the order instead.
 */
export const tellOrderWithoutSlip: Job = {
  queue: 'work',
  async run(subject, event) {
    const orderId = Number(subject)
    if (event.isResend ? await findBoleto(orderId) : !(await promiseBoleto(orderId))) return
    faultPoint('tell-order-without-slip:promised')
    const { to, status, facts } = await orderFacts(orderId)
    if (status !== orderStatus.pendingPayment) return
    const orderUrl = `${env.PUBLIC_URL}${paths.payment(orderId)}`
    await sendOrderMail(event, to, facts, orderReceivedMail({ ...facts, slip: 'follows', orderUrl }))
  },
}
