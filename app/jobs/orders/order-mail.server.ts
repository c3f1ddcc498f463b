import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import type { OrderFacts } from '#app/emails/order-summary.tsx'
import { env } from '#app/env.server.ts'
import { handOver, type MailContent } from '#app/jobs/platform/hand-over.server.ts'
import { type JobEvent, JobRefused } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { findOrderDocument } from '#app/models/orders/order.server.ts'
import { findCompany } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { companyContact } from '#app/text/accounts/address-words.ts'
import { lineName } from '#app/text/subscriptions/renewal-words.ts'

/** What a mail about an order says, and to whom it goes. Throws JobRefused without order or company. */
export async function orderFacts(orderId: number): Promise<{
  to: string
  status: number
  reason: string | null
  isRenewalOnly: boolean
  facts: OrderFacts
}> {
  const [order, company] = await Promise.all([findOrderDocument(orderId), findCompany()])
  if (!order) throw new JobRefused('no order or no slip to tell about')
  if (!company) throw new JobRefused('no company in the settings')
  const facts = {
    orderId,
    contactName: order.contact_name,
    lines: order.lines.map((line) => ({ ...line, name: lineName(line) })),
    shipping: {
      type: order.shipping_type,
      value: order.shipping_value,
      days: order.shipping_days,
      handlingDays: order.handling_days,
      travels: order.shipping_type !== shippingTypes.download,
    },
    total: order.total,
    ordersUrl: `${env.PUBLIC_URL}${paths.orders()}`,
    sender: companyContact(company),
  }
  const isRenewalOnly = order.lines.every((line) => line.isRenewal)
  return { to: order.email, status: order.status, reason: order.reason, isRenewalOnly, facts }
}

/** Hands a mail about an order over; the event's id makes a repetition recognisable. Throws JobRefused for a final no. */
export async function sendOrderMail(event: JobEvent, to: string, facts: OrderFacts, content: MailContent) {
  const delivery = await handOver(event, facts.sender, { to, ...content })
  log.info({ orderId: facts.orderId, ...delivery }, 'order mail handed over')
}
