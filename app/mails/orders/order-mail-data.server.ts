import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { env } from '#app/env.server.ts'
import type { OrderMailData } from '#app/mails/orders/order-summary.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import { findOrderAddress, findOrderDocument, listOrderAircraft } from '#app/models/orders/order.server.ts'
import { paths } from '#app/paths.ts'
import { formatAircraft } from '#app/text/accounts/aircraft-labels.ts'
import { formatLineName } from '#app/text/subscriptions/renewal-labels.ts'

type FoundOrder = OrderMailData & {
  email: string
  /** name of the payer, which may be a company (F120) */
  clientName: string
  status: number
  reason: string | null
  isRenewalOnly: boolean
}

/** Returns the order's data. Throws JobRefused if order or company is missing. */
export async function requireOrderForMail(orderId: number): Promise<FoundOrder> {
  const [order, sender, aircraft] = await Promise.all([
    findOrderDocument(orderId),
    loadMailSender(),
    listOrderAircraft(orderId),
  ])
  if (!order) throw new JobRefused('no order or no boleto for this mail')
  return {
    orderId,
    contactName: order.contact_name,
    lines: order.lines.map((line) => ({
      ...line,
      name: formatLineName(line),
      aircraft: aircraft.flatMap((copy) => (isSameLine(copy, line) ? (formatAircraft(copy) ?? []) : [])),
    })),
    shipping: {
      type: order.shipping_type,
      value: order.shipping_value,
      days: order.shipping_days,
      handlingDays: order.handling_days,
      needsShipping: order.shipping_type !== shippingTypes.download,
    },
    purchaseOrder: order.purchase_order,
    company: findPayingCompany(order),
    billing: order,
    delivery: await findOrderAddress(order.shipping_address_id),
    total: order.total,
    ordersUrl: `${env.PUBLIC_URL}${paths.orders()}`,
    sender,
    email: order.email,
    clientName: order.payer_name,
    status: order.status,
    reason: order.reason,
    isRenewalOnly: order.lines.every((line) => line.isRenewal),
  }
}

/** Returns the company that pays; null for a person, whose CPF has 11 digits and not the 14 of a CNPJ. */
function findPayingCompany(order: { payer_name: string; payer_document: string }): OrderMailData['company'] {
  const { payer_name: name, payer_document: document } = order
  return document.length <= 11 ? null : { name, document }
}

type OrderLine = { publicationId: number; name: string; version: string; value: number; isRenewal: 0 | 1 }

function isSameLine(left: OrderLine, right: OrderLine): boolean {
  const formatGroupKey = ({ publicationId, name, version, value, isRenewal }: OrderLine) =>
    JSON.stringify([publicationId, name, version, value, isRenewal])
  return formatGroupKey(left) === formatGroupKey(right)
}

/** Returns the order's data; undefined if the order has another status. */
export async function findOrderInStatus(status: number, orderId: number): Promise<FoundOrder | undefined> {
  const order = await requireOrderForMail(orderId)
  return order.status === status ? order : undefined
}
