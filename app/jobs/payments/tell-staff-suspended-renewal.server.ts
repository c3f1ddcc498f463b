import { suspendedRenewalMail } from '#app/emails/suspended-renewal.tsx'
import { orderFacts } from '#app/jobs/orders/order-mail.server.ts'
import { handOver } from '#app/jobs/platform/hand-over.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { listRenewalsOfOrder } from '#app/models/subscriptions/renewal.server.ts'

/** Mails the company that a renewal of suspended subscriptions was paid, once per order; nothing once none is (D17, D32). */
export const tellStaffSuspendedRenewal: Job = {
  queue: 'work',
  async run(subject, event) {
    const orderId = Number(subject)
    const { to, facts } = await orderFacts(orderId)
    const units = (await listRenewalsOfOrder(orderId)).filter(({ isSuspended }) => isSuspended)
    if (units.length === 0) return
    const { contactName, sender } = facts
    const content = suspendedRenewalMail({ orderId, contactName, email: to, units, sender })
    const replyTo = { name: contactName, address: to }
    const delivery = await handOver(event, sender, { to: sender.email, replyTo, ...content })
    log.info({ orderId, units: units.length, ...delivery }, 'renewal of a suspended subscription: staff told')
  },
}
