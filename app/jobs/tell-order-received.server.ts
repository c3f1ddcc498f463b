import { shippingTypes } from '#app/domain/shipping.ts'
import { orderReceivedMail } from '#app/emails/order-received.tsx'
import { env } from '#app/env.server.ts'
import { MailRefused, sendMail } from '#app/gateways/mail.server.ts'
import { type Job, JobRefused } from '#app/jobs/job.ts'
import { log } from '#app/log.server.ts'
import { findBoleto } from '#app/models/boleto.server.ts'
import { findOrderDocument } from '#app/models/order.server.ts'
import { findCompany } from '#app/models/setting.server.ts'
import { companyContact } from '#app/text/address-words.ts'
import { paths } from '#app/web/paths.ts'

/** Mails the buyer what was ordered and how to pay it, once per order. */
export const tellOrderReceived: Job = {
  queue: 'work',
  async run(subject, event) {
    const orderId = Number(subject)
    const [order, boleto, company] = await Promise.all([
      findOrderDocument(orderId),
      findBoleto(orderId),
      findCompany(),
    ])
    if (!order || !boleto) throw new JobRefused('no order or no slip to tell about')
    if (!company) throw new JobRefused('no company in the settings')
    const sender = companyContact(company)
    const content = orderReceivedMail({
      orderId,
      contactName: order.contact_name,
      lines: order.lines,
      shipping: {
        type: order.shipping_type,
        value: order.shipping_value,
        days: order.shipping_days,
        travels: order.shipping_type !== shippingTypes.download,
      },
      total: order.total,
      boleto: { line: boleto.line, dueDate: boleto.due_date },
      orderUrl: `${env.PUBLIC_URL}${paths.payment(orderId)}`,
      ordersUrl: `${env.PUBLIC_URL}${paths.orders()}`,
      sender,
    })
    const from = env.MAIL_FROM ?? `"${sender.name}" <${sender.email}>`
    const delivery = await sendMail({ id: `evt-${event.id}`, from, to: order.email, ...content }).catch(
      refuseMail,
    )
    log.info({ orderId, ...delivery }, 'order received: mail handed over')
  },
}

function refuseMail(error: unknown): never {
  throw error instanceof MailRefused ? new JobRefused(error.message) : error
}
