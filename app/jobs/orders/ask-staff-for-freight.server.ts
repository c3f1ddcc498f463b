import { agreeFreightMail } from '#app/emails/agree-freight.tsx'
import { orderFacts } from '#app/jobs/orders/order-mail.server.ts'
import { handOver } from '#app/jobs/platform/hand-over.server.ts'
import { type Job, JobRefused } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { findDeliveryAddress } from '#app/models/orders/order.server.ts'
import { placeLine, streetLine } from '#app/text/accounts/address-words.ts'

/** Mails the staff that the freight of an order has to be agreed with its buyer, once per order (D8). */
export const askStaffForFreight: Job = {
  queue: 'work',
  async run(subject, event) {
    const orderId = Number(subject)
    const { to, facts } = await orderFacts(orderId)
    const address = await findDeliveryAddress(orderId)
    if (!address) throw new JobRefused('no address to deliver to')
    const deliveryAddress = `${streetLine(address)}, ${placeLine(address, address.zip_code)}`
    const content = agreeFreightMail({ ...facts, deliveryAddress, buyerEmail: to })
    const replyTo = { name: facts.contactName, address: to }
    const delivery = await handOver(event, facts.sender, { to: facts.sender.email, replyTo, ...content })
    log.info({ orderId, ...delivery }, 'freight to be agreed: staff told')
  },
}
