import { breakLinks, quoteName } from '#app/domain/accounts/person-name.ts'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { env } from '#app/env.server.ts'
import type { OrderFacts } from '#app/mails/orders/order-summary.ts'
import { mailSender } from '#app/mails/platform/sender.server.ts'
import { findOrderAddress, findOrderDocument, listOrderAircraft } from '#app/models/orders/order.server.ts'
import { paths } from '#app/paths.ts'
import { placeLine, streetLine } from '#app/text/accounts/address-labels.ts'
import { formatAircraft } from '#app/text/accounts/aircraft-labels.ts'
import { formatDocumentLine } from '#app/text/catalogue/stamp-labels.ts'
import { lineName } from '#app/text/subscriptions/renewal-labels.ts'

type FoundOrder = OrderFacts & {
  email: string
  /** the payer: for a company, its name (F120) */
  clientName: string
  status: number
  reason: string | null
  isRenewalOnly: boolean
}

/** Returns the order's data. Throws JobRefused without order or company. */
export async function findOrderFacts(orderId: number): Promise<FoundOrder> {
  const [order, sender, aircraft] = await Promise.all([
    findOrderDocument(orderId),
    mailSender(),
    listOrderAircraft(orderId),
  ])
  if (!order) throw new JobRefused('no order or no boleto for this mail')
  return {
    orderId,
    contactName: order.contact_name,
    lines: order.lines.map((line) => ({
      ...line,
      name: lineName(line),
      aircraft: aircraft
        .filter((copy) => isSameLine(copy, line))
        .flatMap((copy) => breakLinks(formatAircraft(copy) ?? '') || []),
    })),
    shipping: {
      type: order.shipping_type,
      value: order.shipping_value,
      days: order.shipping_days,
      handlingDays: order.handling_days,
      travels: order.shipping_type !== shippingTypes.download,
    },
    purchaseOrder: order.purchase_order && breakLinks(order.purchase_order),
    company: formatCompany(order),
    billing: formatAddress(order),
    delivery: await findDeliveryLine(order.shipping_address_id),
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

function formatCompany(order: { payer_name: string; payer_document: string }): string | null {
  const isPerson = order.payer_document.length <= 11
  return isPerson ? null : `${quoteName(order.payer_name)} · ${formatDocumentLine(order.payer_document)}`
}

type Grouped = { publicationId: number; name: string; version: string; value: number; isRenewal: 0 | 1 }

function isSameLine(one: Grouped, other: Grouped): boolean {
  const formatGroupKey = ({ publicationId, name, version, value, isRenewal }: Grouped) =>
    JSON.stringify([publicationId, name, version, value, isRenewal])
  return formatGroupKey(one) === formatGroupKey(other)
}

async function findDeliveryLine(addressId: number | null): Promise<string | null> {
  const address = await findOrderAddress(addressId)
  return address && formatAddress(address)
}

type Address = NonNullable<Awaited<ReturnType<typeof findOrderAddress>>>

function formatAddress(address: Address): string {
  return breakLinks(`${streetLine(address)}, ${placeLine(address, address.zip_code)}`)
}

/** Returns the order's data; undefined if it has another status now. */
export async function findOrderWhile(status: number, orderId: number): Promise<FoundOrder | undefined> {
  const order = await findOrderFacts(orderId)
  return order.status === status ? order : undefined
}
